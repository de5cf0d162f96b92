package rules

import (
	"slices"
	"strings"
)

// shadows finds branches that add nothing, since one before them is true whenever they are.
func (l *linter) shadows(r *Rule) {
	for _, s := range r.Steps {
		eachOp(s.Op, func(op *Op) {
			for i, c := range op.Children {
				for _, before := range op.Children[:i] {
					l.shadow(r, s, op, before, c)
				}
			}
		})
	}
	last, seen := "", map[string]string{}
	for _, b := range r.Branches {
		if last != "" {
			l.warn("unreachable-branch", r, "rule %s: kind %s is never reached: %s above it has no `when`", r.ID, b.Name, last)
			break
		}
		if b.When == nil {
			last = b.Name
			continue
		}
		text := r.op(b.When)
		if other, ok := seen[text]; ok {
			l.warn("unreachable-branch", r, "rule %s: kind %s is never reached: %s above it asks the same", r.ID, b.Name, other)
		}
		seen[text] = b.Name
	}
}

func (l *linter) shadow(r *Rule, s *StepDef, op, before, c *Op) {
	same := r.op(before) == r.op(c)
	switch {
	case same && op.Kind == OpWitnesses:
		l.warn("shadowed-branch", r, "rule %s, step %s: two witnesses are the same, so they are not independent: %s", r.ID, s.ID, r.op(c))
	case same:
		l.warn("shadowed-branch", r, "rule %s, step %s: a branch stands twice: %s", r.ID, s.ID, r.op(c))
	case op.Kind == OpAny && before.Kind == OpEvent && c.Kind == OpEvent && before.Signal.covers(c.Signal) &&
		r.windowText(before.Start) == r.windowText(c.Start) && r.windowText(before.During) == r.windowText(c.During) && slices.Equal(before.Same, c.Same):
		l.note("shadowed-branch", r, "rule %s, step %s: whatever is %s is %s as well, which stands before it", r.ID, s.ID, c.Signal.Name, before.Signal.Name)
	}
}

// covers says whether every record of another signal is one of this too.
func (s *Signal) covers(o *Signal) bool {
	if s == nil || o == nil || s.Kind != LogSignal || o.Kind != LogSignal || s.Role != "" && s.Role != o.Role {
		return false
	}
	for _, a := range s.All {
		if !slices.ContainsFunc(o.All, func(b string) bool { return strings.Contains(b, a) }) {
			return false
		}
	}
	for _, n := range s.Not {
		if !slices.ContainsFunc(o.Not, func(b string) bool { return strings.Contains(n, b) }) {
			return false
		}
	}
	if len(s.Any) > 0 && !slices.Equal(s.Any, o.Any) {
		return false
	}
	return s.Regex == nil || o.Regex != nil && s.Regex.String() == o.Regex.String()
}
