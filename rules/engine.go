package rules

import (
	"slices"

	"roomline/timeline"
)

// engineSeen says whether what was given shows the engine that the pack is about: a line or a series that
// its `shown_by` names. A pack without `shown_by` is about all that is given.
func (f *facts) engineSeen() bool {
	if len(f.pack.ShownBy) == 0 {
		return true
	}
	return once(&f.mu, f.engine, f.pack, func() bool { return slices.ContainsFunc(f.pack.ShownBy, f.shown) })
}

func (f *facts) shown(s *Signal) bool {
	if s.Kind != MetricSignal {
		return f.inc.SomeHits(s.id)
	}
	names := s.Expr.Selectors()
	for i := range f.inc.Targets {
		t := &f.inc.Targets[i]
		if !t.Logged && fits(s.Role, t.Role) && slices.ContainsFunc(t.Series, func(x timeline.Series) bool { return slices.Contains(names, x.Name) }) {
			return true
		}
	}
	return false
}

// noEngine is why a rule of a pack about an engine that is not there cannot be judged: that its lines were
// not printed says nothing then.
func (f *facts) noEngine() Missing {
	m := why(NoSource, f.pack.Name)
	m.Engine = true
	return m
}
