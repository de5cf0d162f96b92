package rules

import (
	"maps"
	"slices"

	"roomline/timeline"
)

// signalCopies are the signals that overridden rules have for themselves.
type signalCopies struct {
	list []*Signal
	own  map[*Signal]bool
}

// of gives a copy of a signal, or the signal if it is one.
func (c *signalCopies) of(s *Signal) *Signal {
	if c.own[s] {
		return s
	}
	to := *s
	to.Means = timeline.Means{} // the original says it already
	c.list = append(c.list, &to)
	if c.own == nil {
		c.own = map[*Signal]bool{}
	}
	c.own[&to] = true
	return &to
}

// copied is a rule that can be changed without changing the one that was loaded.
func (r *Rule) copied() *Rule {
	out := *r
	out.Steps = nil
	for _, s := range r.Steps {
		out.Steps = append(out.Steps, &StepDef{s.ID, s.Op.copied()})
	}
	out.Branches = nil
	for _, b := range r.Branches {
		branch := *b
		if b.When != nil {
			branch.When = b.When.copied()
		}
		out.Branches = append(out.Branches, &branch)
	}
	out.Unless = nil
	for _, u := range r.Unless {
		unless := *u
		out.Unless = append(out.Unless, &unless)
	}
	out.Let = maps.Clone(r.Let)
	return &out
}

func (op *Op) copied() *Op {
	out := *op
	out.Children, out.Proofs = nil, slices.Clone(op.Proofs)
	for _, c := range op.Children {
		out.Children = append(out.Children, c.copied())
	}
	return &out
}

// operators visits all operators of the rule.
func (r *Rule) operators(visit func(*Op)) {
	for _, s := range r.Steps {
		s.Op.each(visit)
	}
	for _, b := range r.Branches {
		if b.When != nil {
			b.When.each(visit)
		}
	}
}

// logSignals are the log signals that the rule itself names, each once.
func (r *Rule) logSignals() []*Signal {
	var out []*Signal
	add := func(s *Signal) {
		if s != nil && s.Kind == LogSignal && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	r.operators(func(op *Op) {
		add(op.Signal)
		for _, p := range op.Proofs {
			add(p.Signal)
		}
	})
	for _, u := range r.Unless {
		add(u.Signal)
	}
	add(r.Ends)
	return out
}

// replaceSignal puts another signal in the place of one, wherever the rule names it.
func (r *Rule) replaceSignal(from, to *Signal) {
	swap := func(s **Signal) {
		if *s == from {
			*s = to
		}
	}
	r.operators(func(op *Op) {
		swap(&op.Signal)
		for i := range op.Proofs {
			swap(&op.Proofs[i].Signal)
		}
	})
	for _, u := range r.Unless {
		swap(&u.Signal)
	}
	swap(&r.Ends)
}

// stepOf is the step that is an event of the signal and nothing else.
func (r *Rule) stepOf(s *Signal) string {
	for _, st := range r.Steps {
		if st.Op.Kind == OpEvent && st.Op.Signal == s {
			return st.ID
		}
	}
	return ""
}

// tunable are the names that append may name.
func (r *Rule) tunable(field string) []string {
	var out []string
	for _, s := range r.logSignals() {
		if field != "lists" {
			out = append(out, s.Name)
			continue
		}
		for _, list := range s.listed {
			out = append(out, list)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
