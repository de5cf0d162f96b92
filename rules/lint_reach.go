package rules

import "math"

// reach finds steps whose window can contain nothing, whatever happened: windows that end before they begin,
// that lie before what they come after, that hang on a moment behind themselves. Moments are unknowns, windows
// bound their differences, and a step cannot be reached if no choice of moments satisfies all bounds.
func (l *linter) reach(r *Rule) {
	g := &bounds{nodes: map[string]int{}}
	for i, s := range r.Steps {
		leaves := leavesOf(s.Op, nil)
		alive := 0
		for _, op := range leaves {
			h := g.clone()
			h.step(r, i, op)
			if h.feasible() {
				alive++
				continue
			}
			if len(leaves) > 1 && s.Op.Kind == OpAny {
				l.warn("unreachable-step", r, "rule %s: a branch of step %s can never be: %s: its window is empty", r.ID, s.ID, r.op(op))
			}
		}
		if alive == 0 || alive < len(leaves) && s.Op.Kind == OpAll {
			l.warn("unreachable-step", r, "rule %s: step %s can never be: %s: its window is empty", r.ID, s.ID, r.op(s.Op))
			return // what comes after hangs on it
		}
		if len(leaves) == 1 { // of several nobody knows which one it is
			g.step(r, i, leaves[0])
		}
	}
	for _, u := range r.Unless {
		h := g.clone()
		h.window(r, "unless", &windowDef{after: u.After, until: u.Until, length: u.Within, hasLength: u.hasWithin && u.After != nil, step: -1}, -1)
		if !h.feasible() {
			l.warn("unreachable-unless", r, "rule %s: its `unless` on %s can never hold: its window is empty", r.ID, u.Signal.Name)
		}
	}
}

// leavesOf are the operators of a step that look at something.
func leavesOf(op *Op, out []*Op) []*Op {
	if len(op.Children) == 0 {
		return append(out, op)
	}
	for _, c := range op.Children {
		out = leavesOf(c, out)
	}
	return out
}

// bounds are edges x - y <= most between moments, in whole nanoseconds.
type bounds struct {
	nodes map[string]int
	edges []bound
}

type bound struct {
	x, y int
	most int64
}

func (g *bounds) clone() *bounds {
	out := &bounds{nodes: map[string]int{}, edges: append([]bound{}, g.edges...)}
	for k, v := range g.nodes {
		out.nodes[k] = v
	}
	return out
}

func (g *bounds) node(name string) int {
	n, ok := g.nodes[name]
	if !ok {
		n = len(g.nodes)
		g.nodes[name] = n
	}
	return n
}

// atMost notes x <= y + most.
func (g *bounds) atMost(x, y string, most int64) {
	g.edges = append(g.edges, bound{g.node(x), g.node(y), most})
}

func begin(r *Rule, step int) string { return r.Steps[step].ID + ".begin" }
func end(r *Rule, step int) string   { return r.Steps[step].ID + ".end" }

// step notes what the windows of an operator say of the moment of its step.
func (g *bounds) step(r *Rule, i int, op *Op) {
	g.atMost(begin(r, i), end(r, i), 0)
	for _, w := range []*windowDef{op.Start, op.During} {
		if w != nil {
			g.window(r, begin(r, i), w, i)
		}
	}
	if op.Start == nil && op.During == nil && i > 0 && op.Kind != OpFlat && op.Kind != OpGrew {
		g.after(r, begin(r, i), i)
	}
	if op.From != nil && op.To != nil {
		if from, to := g.ref(r, op.From), g.ref(r, op.To); from.known && to.known {
			g.atMost(from.name, to.name, to.by-from.by-1)
		}
	}
}

// after: without a window a step comes after the nearest one before it that has a moment.
func (g *bounds) after(r *Rule, x string, i int) {
	for k := i - 1; k >= 0; k-- {
		if hasMoment(r.Steps[k].Op, k == 0) {
			g.atMost(begin(r, k), x, -1)
			return
		}
	}
}

// window notes that a moment lies in a window.
func (g *bounds) window(r *Rule, x string, w *windowDef, i int) {
	switch {
	case w.let != nil && w.let.Window != nil:
		g.window(r, x, w.let.Window, i)
	case w.before != nil:
		g.between(r, x, g.ref(r, w.before), -1)
		if to := g.ref(r, w.before); to.known && w.length.template == "" {
			g.atMost(to.name, x, int64(w.length.fixed)-to.by-1)
		}
	case w.after != nil:
		from := g.ref(r, w.after)
		if from.known {
			g.atMost(from.name, x, -from.by-1)
		}
		if w.until != nil {
			g.between(r, x, g.ref(r, w.until), -1)
		}
		if w.hasLength {
			from.known = from.known && w.length.template == ""
			g.between(r, x, from, int64(w.length.fixed))
		}
	case w.step >= 0:
		g.atMost(begin(r, w.step), x, -1)
		g.atMost(x, end(r, w.step), 0)
	}
}

// between notes that x is not later than a moment, or than that and a length.
func (g *bounds) between(_ *Rule, x string, to place, length int64) {
	if to.known {
		g.atMost(x, to.name, to.by+max(length, 0))
	}
}

// place is a moment as a node and an offset; not known where a capture says how far it is away.
type place struct {
	name  string
	by    int64
	known bool
}

func (g *bounds) ref(r *Rule, m *momentRef) place {
	p := place{known: m.offset.template == "", by: int64(m.offset.fixed)}
	if m.minus {
		p.by = -p.by
	}
	switch {
	case m.mark != "":
		p.name = "mark " + m.mark
	case m.end:
		p.name = end(r, m.step)
	default:
		p.name = begin(r, m.step)
	}
	return p
}

// feasible says whether there are moments that satisfy all bounds: no circle of bounds is negative.
func (g *bounds) feasible() bool {
	dist := make([]int64, len(g.nodes))
	for range len(g.nodes) + 1 {
		changed := false
		for _, e := range g.edges {
			if d := dist[e.y] + e.most; d < dist[e.x] && d > math.MinInt64/2 {
				dist[e.x], changed = d, true
			}
		}
		if !changed {
			return true
		}
	}
	return false
}
