package rules

import (
	"fmt"

	"roomline/timeline"
)

// nearTouched says whether a change may change how near it was.
func (i *instance) nearTouched(d *delta) bool { return i.search != nil && i.search.touched(d) }

// lacks are the signals of an operator.
func (op *Op) lacks() []string {
	switch {
	case op.Signal != nil && op.Kind == OpAbsent:
		return []string{"no " + op.Signal.Name}
	case op.Signal != nil:
		return []string{op.Signal.Name}
	}
	var out []string
	for _, c := range op.Children {
		out = append(out, c.lacks()...)
	}
	return out
}

// near says where an instance that is not confirmed was blocked, and by how much the closest
// rejected candidate missed; of a step that something speaks against it is that.
func (i *instance) near(shown []Step) *NearMiss {
	c := i.c
	if i.blocked < 0 {
		return &NearMiss{}
	}
	n := i.blockedAt()
	if x := i.spoiler(shown); x != nil {
		n.Nearest, n.Distance = c.place(x.decides()), x.Says
		if n.BlockedAt == "unless" {
			n.Distance = "it is there"
		}
		return n
	}
	if i.blocked == 0 || i.blocked >= len(c.rule.Steps) {
		return n
	}
	if i.search == nil {
		i.search = c.newSearch(c.rule.Steps[i.blocked].Op, previousOf(c.rule, i.blocked))
	}
	n.Nearest, n.Distance = i.search.nearest()
	n.Others = i.search.rest()
	return n
}

// blockedAt is the blocking step with the signals that it lacks.
func (i *instance) blockedAt() *NearMiss {
	if r := i.c.rule; i.blocked < len(r.Steps) {
		return &NearMiss{BlockedAt: r.Steps[i.blocked].ID, Lacks: r.Steps[i.blocked].Op.lacks()}
	}
	n := &NearMiss{BlockedAt: "unless"}
	for _, u := range i.c.rule.Unless {
		n.Lacks = append(n.Lacks, "no "+u.Signal.Name)
	}
	return n
}

// spoiler is what is there and speaks against the blocking step; nil if nothing but silence does.
func (i *instance) spoiler(shown []Step) *Contradiction {
	for n, ch := range i.choices {
		if ch.step != i.blocked || n >= len(shown) {
			continue
		}
		for k := range shown[n].Against {
			if x := &shown[n].Against[k]; !x.Silent() {
				return x
			}
		}
	}
	return nil
}

// place is where a piece of evidence is: a line, or a series.
func (c *ctx) place(e *Evidence) string {
	if e.Hit != nil {
		return c.describe(e.Hit)
	}
	return e.Claim.Series
}

// signals are the log signals of an operator.
func (op *Op) signals() []*Signal {
	var out []*Signal
	if op.Signal != nil && op.Signal.Kind != MetricSignal {
		out = append(out, op.Signal)
	}
	for _, c := range op.Children {
		out = append(out, c.signals()...)
	}
	return out
}

func (c *ctx) describe(h *timeline.Hit) string {
	text := fmt.Sprintf("%s:%d", c.path(h), h.Ref.Line)
	for i, name := range c.inc.Schema.Signals[h.Signal].Captures {
		if v, ok := h.Cap(i); ok && c.pack.Ignore[name] != nil {
			text += fmt.Sprintf(" (%s %s)", name, v)
		}
	}
	return text
}

func (c *ctx) otherKey(h *timeline.Hit, op *Op) string {
	p := c.process(h)
	for _, e := range c.same(op) {
		switch e {
		case "process":
			if h.Process != c.proc {
				return fmt.Sprintf("other process: %s is not %s", p.Base(), c.base)
			}
			if h.Life != c.life {
				return fmt.Sprintf("other life: %s is not %s", p.Name(int(h.Life)), timeline.LifeName(c.base, int(c.life)))
			}
		case "instance":
			if p.Instance != c.instance {
				return fmt.Sprintf("other instance: %s is not %s", p.Instance, c.instance)
			}
		case "group":
			if p.Group != c.group {
				return fmt.Sprintf("other group: %s is not %s", p.Group, c.group)
			}
		default:
			have, _ := c.capture(h, e)
			want, _ := c.value(e)
			if have != want {
				return fmt.Sprintf("%s %s is not %s %s", e, have, e, want)
			}
		}
	}
	return "another key"
}

func seconds(t timeline.Time) string {
	return fmt.Sprintf("%.1f s", float64(max(t, 0))/1e9)
}

// nearQuiet says how near a rule without an instance came: its anchor, the signals that it lacks,
// and a hit in a source of another role.
func (f *facts) nearQuiet(c *ctx, r *Rule) *NearMiss {
	op := r.Steps[0].Op
	n := &NearMiss{BlockedAt: r.Steps[0].ID, Lacks: op.lacks()}
	for _, s := range op.signals() {
		if hits := f.inc.Misfits[s.id]; len(hits) > 0 {
			n.Nearest, n.Distance = c.describe(hits[0]), c.misfit(s, hits[0])
			return n
		}
		if hits := f.all(s.id); hits.len() > 0 {
			n.Nearest, n.Distance = c.describe(hits.at(0)), fmt.Sprintf("%d of %s seen, which is not enough", hits.len(), s.Name)
		}
	}
	return n
}
