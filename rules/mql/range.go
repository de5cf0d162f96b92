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
	// Step asks at From, From+Step, ... instead of at scrapes, for drawing: there a scrape stands for
	// up to 1.5 intervals. At most 1<<20 steps are answered.
	Step time.Duration
	// Server evaluates as VictoriaMetrics v1.151.0 does on such a grid: without coverage (Why is Known
	// but where the server would refuse), with its guesses about what lies between samples. Without
	// Step, steps of a minute.
	Server bool
	// Workers evaluates parts of the range at once; nil: one after the other. The answer is the same.
	Workers Workers
}

// Workers calls do with 0 to n-1, perhaps at once, and returns when all calls have.
type Workers func(n int, do func(i int))

// Range evaluates the expression over all targets together, at each time at which one of them was
// scraped. At a time between two scrapes of a run a target shows what the earlier one saw; elsewhere
// it is unknown, and so is what needs it.
func (e *Expr) Range(targets []*timeline.Target, g GapRule, span Span) *Grid {
	readers := make([]*reader, len(targets))
	for i, t := range targets {
		readers[i] = newReader(t, g)
	}
	if span.Server && span.Step <= 0 {
		span.Step = time.Minute
	}
	s := &scope{server: span.Server, at: unionOf(targets, span)}
	hold := func(*reader) timeline.Time { return timeline.Time(span.Hold) }
	if step := timeline.Time(span.Step); step > 0 {
		s.step, s.at = step, stepsOf(s.at, span)
		hold = func(r *reader) timeline.Time { return max(r.interval()*3/2, timeline.Time(span.Hold)) }
	}
	if n := len(s.at); n > 0 {
		s.from, s.to = s.at[0], s.at[n-1]
		if s.step > 0 && span.To.Known() { // also where that is no step
			s.to = span.To
		}
	}
	out := &Grid{Times: s.at}
	rows, why := e.pieces(s.look(readers, hold), span.Workers, func(r row, _ *scope, _ int) piece { return piece{row: keep(r)} })
	slices.SortStableFunc(rows, func(a, b piece) int { return compareRows(a.row, b.row) })
	out.Why = orKnown(why, len(s.at))
	for _, r := range rows {
		if slices.ContainsFunc(r.vals, func(v float64) bool { return !timeline.IsAbsent(v) }) {
			out.Series = append(out.Series, GridSeries{r.name, r.labels, r.vals, orKnown(r.why, len(s.at))})
		}
	}
	return out
}

// stepsOf is the grid of a span: its ends, or those of what was scraped.
func stepsOf(scraped []timeline.Time, span Span) []timeline.Time {
	from, to, step := span.From, span.To, timeline.Time(span.Step)
	if len(scraped) == 0 && (!from.Known() || !to.Known()) {
		return nil
	}
	if !from.Known() {
		from = scraped[0] - scraped[0]%step
	}
	if !to.Known() {
		to = scraped[len(scraped)-1]
	}
	if to < from {
		return nil
	}
	return grid(from, min(to, from+step*(mostInner-1)), step)
}

func orKnown(why []Reason, n int) []Reason {
	if why == nil {
		return make([]Reason, n)
	}
	return why
}

// unionOf is every scrape time of the targets inside the span, failed attempts included.
func unionOf(targets []*timeline.Target, span Span) []timeline.Time {
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
