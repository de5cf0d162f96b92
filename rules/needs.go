package rules

import (
	"slices"

	"roomline/timeline"
)

// Need is a source that a rule looks at.
type Need struct {
	Role    string // "" for any
	Scrapes bool   // else a log
	Anchor  bool   // without it there is neither a finding nor a clear
	Steps   []string
	Series  []string  // of scrapes: names that are looked for; a regular expression as =~"..."
	Hidden  []*Signal // of a log: signals that it shows only if the process prints more than it does by default
}

// Needs lists the sources that a rule looks at, those of its anchor first, then in the order of its steps.
func (r *Rule) Needs() []*Need {
	var out []*Need
	for i, part := range r.Explain() {
		for _, s := range part.Signals {
			n := needOf(&out, s.Role, s.Kind == MetricSignal)
			n.add(s, part.ID, i == 0)
			if s.Fresh != nil {
				needOf(&out, s.Fresh.Role, false).add(s.Fresh, part.ID, false)
			}
		}
	}
	return out
}

func needOf(out *[]*Need, role string, scrapes bool) *Need {
	for _, n := range *out {
		if n.Role == role && n.Scrapes == scrapes {
			return n
		}
	}
	n := &Need{Role: role, Scrapes: scrapes}
	*out = append(*out, n)
	return n
}

func (n *Need) add(s *Signal, step string, anchor bool) {
	n.Anchor = n.Anchor || anchor
	if !slices.Contains(n.Steps, step) {
		n.Steps = append(n.Steps, step)
	}
	if s.Expr != nil {
		for _, name := range s.Expr.Selectors() {
			if !slices.Contains(n.Series, name) {
				n.Series = append(n.Series, name)
			}
		}
	}
	if k := s.Emits.Kind; (k == timeline.EmitDebugOnly || k == timeline.EmitRoomsVisible) && !slices.Contains(n.Hidden, s) {
		n.Hidden = append(n.Hidden, s)
	}
}

// Cause is a rule that says that it explains another.
type Cause struct {
	Explain
	Cause *Rule
}

// ExplainedBy lists the rules of the pack that say that they explain a rule.
func (r *Rule) ExplainedBy() []Cause {
	var out []Cause
	for _, c := range r.pack.Rules {
		for _, e := range c.Explains {
			if e.Rule == r.ID {
				out = append(out, Cause{e, c})
			}
		}
	}
	return out
}
