package mql

import (
	"slices"
	"time"

	"roomline/timeline"
)

// Grid is an answer over several targets, on the union of their scrape times.
type Grid struct {
	Times []timeline.Time
	// Why is what holds for the whole answer, series that it lacks included: an empty column is
	// "nothing satisfies it" only where Why is Known.
	Why    []Reason
	Series []GridSeries // those that have a value somewhere, sorted by labels and name
}

// GridSeries is one series of a grid.
type GridSeries struct {
	Name   string
	Labels []timeline.Label
	// Values has Absent where the series has no value: none if Why is Known, else unknown.
	Values []float64
	Why    []Reason
}

// Span is which times are asked for.
type Span struct {
	From, To timeline.Time // both included; NoTime: from the first, to the last scrape
	// Hold lets a scrape stand for so long after it, also where no run goes on: scrapes of several
	// targets, taken by hand, never fall on one nanosecond. 0: a time inside a run, or of a scrape.
	Hold time.Duration
}

// Range evaluates the expression over all targets together, at each time at which one of them was
// scraped. At a time between two scrapes of a run a target shows what the earlier one saw; elsewhere
// it is unknown, and so is what needs it.
func (e *Expr) Range(targets []*timeline.Target, g GapRule, span Span) *Grid {
	readers := make([]*reader, len(targets))
	for i, t := range targets {
		readers[i] = newReader(t, g)
	}
	out := &Grid{Times: union(targets, span)}
	s := newScope(out.Times, readers, span.Hold)
	var rows []row
	why := s.answer(e.root, func(r row) { rows = append(rows, keep(r)) })
	slices.SortStableFunc(rows, compareRows)
	out.Why = orKnown(why, len(s.at))
	for _, r := range rows {
		if slices.ContainsFunc(r.vals, func(v float64) bool { return !timeline.IsAbsent(v) }) {
			out.Series = append(out.Series, GridSeries{r.name, r.labels, r.vals, orKnown(r.why, len(s.at))})
		}
	}
	return out
}

func orKnown(why []Reason, n int) []Reason {
	if why == nil {
		return make([]Reason, n)
	}
	return why
}

// union is every scrape time of the targets inside the span, failed attempts included.
func union(targets []*timeline.Target, span Span) []timeline.Time {
	var out []timeline.Time
	for _, t := range targets {
		for _, s := range t.Scrapes {
			if (!span.From.Known() || s.At >= span.From) && (!span.To.Known() || s.At <= span.To) {
				out = append(out, s.At)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
