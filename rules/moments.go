package rules

import "go.yaml.in/yaml/v3"

// hasMoment says whether a window can name a step: a silence has uncountably many begins, a fact
// with several witnesses none of its own.
func hasMoment(op *Op, first bool) bool {
	switch op.Kind {
	case OpCount:
		return op.Min >= 0
	case OpAny:
		return allOf(op.Children, func(c *Op) bool { return hasMoment(c, false) })
	case OpAll:
		return first && allOf(op.Children, func(c *Op) bool { return c.Kind == OpEvent })
	case OpEvent, OpHolds, OpFlat, OpGrew, OpRises, OpFalls:
		return true
	}
	return false
}

func allOf(ops []*Op, ok func(*Op) bool) bool {
	for _, c := range ops {
		if !ok(c) {
			return false
		}
	}
	return true
}

// refs are the moments that an operator names.
func (op *Op) refs() []*momentRef {
	out := []*momentRef{op.From, op.To}
	out = append(out, op.Start.refs()...)
	out = append(out, op.During.refs()...)
	if op.Baseline != nil {
		out = append(out, op.Baseline.Window.refs()...)
	}
	for _, c := range op.Children {
		out = append(out, c.refs()...)
	}
	return out
}

func (w *windowDef) refs() []*momentRef {
	if w == nil {
		return nil
	}
	out := []*momentRef{w.after, w.until, w.before}
	if w.step >= 0 {
		out = append(out, &momentRef{step: w.step, at: w.at}, &momentRef{step: w.step, end: true, at: w.at})
	}
	if w.let != nil {
		out = append(out, w.let.Window.refs()...)
	}
	return out
}

// checkMoments refuses windows that name what has no moment, or a step that comes later.
func (l *loader) checkMoments(r *Rule) {
	for i, s := range r.Steps {
		if s.Op == nil {
			continue
		}
		for _, ref := range s.Op.refs() {
			if ref != nil && ref.step >= i && i > 0 && ref.at.node != nil {
				l.faultOnce(ref.at.node, "step %q names %q, which is not before it", s.ID, r.Steps[ref.step].ID)
			} else {
				l.checkRef(r, ref)
			}
		}
	}
	for _, u := range r.Unless {
		l.checkRef(r, u.After)
		l.checkRef(r, u.Until)
	}
	for _, b := range r.Branches {
		if b.When != nil {
			for _, ref := range b.When.refs() {
				l.checkRef(r, ref)
			}
		}
	}
}

// faultOnce notes a fault unless the last one is the same: a step named by itself is its begin and its end.
func (l *loader) faultOnce(n *yaml.Node, format string, args ...any) {
	f := faultAt(spot{l.at, n}, format, args...)
	for _, old := range l.faults {
		if old.Line == f.Line && old.Col == f.Col && old.File == f.File && old.Message == f.Message {
			return
		}
	}
	l.fault(n, format, args...)
}

func (l *loader) checkRef(r *Rule, ref *momentRef) {
	if ref == nil || ref.step < 0 || ref.step >= len(r.Steps) || r.Steps[ref.step].Op == nil {
		return
	}
	op, name := r.Steps[ref.step].Op, r.Steps[ref.step].ID
	if !hasMoment(op, ref.step == 0) {
		hint := ""
		for j := ref.step - 1; j >= 0; j-- {
			if r.Steps[j].Op != nil && hasMoment(r.Steps[j].Op, j == 0) {
				hint = "; name " + quote(r.Steps[j].ID) + " instead"
				break
			}
		}
		l.faultOnce(ref.at.node, "step %q of %q has no moment of its own, so no window can name it%s", name, r.ID, hint)
		return
	}
	among := op.Kind == OpHolds || op.Kind == OpRises || op.Kind == OpFalls || (op.Kind == OpFlat || op.Kind == OpGrew) && op.From == nil
	if ref.end && among {
		l.faultOnce(ref.at.node, "%q of %q: among several scrapes that would do, no end is the one; name the begin, with + and a duration", name+".end", r.ID)
	}
}

func quote(s string) string { return "\"" + s + "\"" }

// stepUses says which earlier moments the steps from one on depend on: what the choice of a step is
// remembered by, so that choosing stays polynomial.
type stepUses struct{ steps []int }

// usesOf computes for each step i the steps before i that step i or a later one (or unless) names.
func usesOf(r *Rule) []stepUses {
	out := make([]stepUses, len(r.Steps)+1)
	need := map[int]bool{}
	note := func(refs []*momentRef) {
		for _, ref := range refs {
			if ref != nil && ref.step > 0 { // the anchor is fixed for an instance
				need[ref.step] = true
			}
		}
	}
	for _, u := range r.Unless {
		note([]*momentRef{u.After, u.Until})
	}
	for i := len(r.Steps); i >= 0; i-- {
		if i < len(r.Steps) && r.Steps[i].Op != nil {
			op := r.Steps[i].Op
			note(op.refs())
			if p := previousOf(r, i); p > 0 && needsPrevious(op) {
				need[p] = true
			}
		}
		for s := 1; s < i; s++ {
			if need[s] {
				out[i].steps = append(out[i].steps, s)
			}
		}
	}
	return out
}

// previousOf is the nearest step before i that has a moment; 0 is the anchor, -1 for the anchor.
func previousOf(r *Rule, i int) int {
	for j := i - 1; j > 0; j-- {
		if r.Steps[j].Op != nil && hasMoment(r.Steps[j].Op, false) {
			return j
		}
	}
	if i == 0 {
		return -1
	}
	return 0
}

func needsPrevious(op *Op) bool {
	if len(op.Children) > 0 {
		return !allOf(op.Children, func(c *Op) bool { return !needsPrevious(c) })
	}
	return op.Start == nil && op.During == nil && op.From == nil
}
