package rules

import (
	"slices"

	"roomline/timeline"
)

// inDoubt adds to why a step is open that the zone of what it looks at is in doubt: a window that lies hours
// from the coverage of another clock seems not to be observed, and to collect more would not help.
func (i *instance) inDoubt(step int, list []Missing) []Missing {
	if len(i.c.doubted) == 0 || i.c.anchor == nil {
		return list
	}
	if slices.ContainsFunc(list, func(m Missing) bool { return m.Reason == ZoneUnknown }) {
		return list
	}
	for _, s := range i.c.rule.looksAt(step) {
		for _, at := range i.c.clocksOf(s) {
			missed := slices.ContainsFunc(list, func(m Missing) bool { return m.Source == at.base && m.ofCoverage() })
			switch {
			case !missed:
			case i.c.apart(i.c.anchor.Clock, at.clock):
				if i.c.doubted[at.clock] == nil { // it is the anchor's that is doubted
					at.base = i.c.base
				}
				return append([]Missing{why(ZoneUnknown, at.base)}, list...)
			case s.Fresh != nil && i.c.logApart(at):
				return append([]Missing{why(ZoneUnknown, at.base)}, list...)
			}
		}
	}
	return list
}

// looksAt are the signals of a step; of the one behind the last, those of `unless`.
func (r *Rule) looksAt(step int) []*Signal {
	if step < len(r.Steps) {
		return r.Steps[step].Op.allSignals(nil)
	}
	var out []*Signal
	for _, u := range r.Unless {
		out = append(out, u.Signal)
	}
	return out
}

// logApart says whether the log of a process, which shows that its gauges were written, may be in another zone
// than its scrapes.
func (f *facts) logApart(scrapes clockOf) bool {
	for i := range f.inc.Streams {
		if s := &f.inc.Streams[i]; s.Base() == scrapes.base && f.apart(s.Clock, scrapes.clock) {
			return true
		}
	}
	return false
}

// ofCoverage says whether a reason is that something was not observed at that time.
func (m Missing) ofCoverage() bool {
	return slices.Contains([]Reason{NoSource, SourceStartsLate, SourceEnded, LogGap, ScrapeGap, SeriesAbsent, Frozen, WindowOpen, OrderAmbiguous}, m.Reason)
}

type clockOf struct {
	clock timeline.ClockID
	base  string
}

// clocksOf are the clocks in which a signal is written, and whose they are.
func (f *facts) clocksOf(s *Signal) []clockOf {
	var out []clockOf
	if s.Kind == MetricSignal {
		for i := range f.inc.Targets {
			out = append(out, clockOf{f.inc.Targets[i].Clock, f.inc.Targets[i].Base()})
		}
		return out
	}
	for i := range f.inc.Streams {
		out = append(out, clockOf{f.inc.Streams[i].Clock, f.inc.Streams[i].Base()})
	}
	return out
}
