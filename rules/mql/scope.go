package mql

import (
	"slices"

	"roomline/timeline"
)

// Reason is why a value is unknown; 0 is that it is known. Its String is a code of the rule language.
type Reason uint8

// The reasons.
const (
	Known        Reason = iota
	ScrapeGap           // not scraped there, or not without a gap over the whole window
	SeriesAbsent        // scraped, but a series is missing which the target shows at other times
	NoSource            // no target is in scope of the selector
	Conflict            // two series match where one is needed
	Capped              // a subquery with more steps than are looked at
)

var reasons = [...]string{"", "scrape_gap", "series_absent", "no_source", "conflict", "capped"}

// String is the code, "" for Known.
func (r Reason) String() string { return reasons[r] }

// Unknown is the error of a value that is not known.
type Unknown struct{ Reason Reason }

func (u *Unknown) Error() string { return "unknown: " + u.Reason.String() }

// row is one series of a result over the positions of a scope. The values are Absent wherever the
// value is unknown or none; they may be overwritten after the call that hands them over, unless kept.
type row struct {
	name   string
	labels []timeline.Label
	vals   []float64
	why    []Reason // of this row; nil: known everywhere
	kept   bool     // vals are nobody's scratch
}

// scope is where an expression is evaluated: times, and for each target the scrape that vouches for
// each of them.
type scope struct {
	at       []timeline.Time
	views    []*view
	from, to timeline.Time // the whole range that is asked about, of which at may be a part
	step     timeline.Time // of a grid of fixed steps; 0: the scrapes are the grid
	server   bool          // evaluate as VictoriaMetrics does: see rollup.onServer
	partial  bool          // an aggregate is over the series that are there: see Reading
	seen     bool          // freshness is asked: see rollup.partial
	probe    []bool        // positions that were added to see gaps (see scope.around); nil: none
}

// sub is the same question at other times; its views are still to be made.
func (s *scope) sub(at []timeline.Time) *scope {
	out := *s
	out.at, out.views, out.probe = at, nil, nil
	return &out
}

// stepOf is how long a step is on a target: that of the grid, else of its scrapes; 0 if they were
// taken by hand.
func (s *scope) stepOf(v *view) timeline.Time {
	if s.step > 0 {
		return s.step
	}
	return v.interval()
}

// stepLength is a step where no target is spoken of: the shortest one.
func (s *scope) stepLength() timeline.Time {
	if s.step > 0 {
		return s.step
	}
	shortest := timeline.Time(0)
	for _, v := range s.views {
		if i := v.interval(); shortest == 0 || i > 0 && i < shortest {
			shortest = i
		}
	}
	return shortest
}

// view is one target in a scope.
type view struct {
	*reader
	idx []int32  // the scrape of each position, -1 where none vouches for it
	why []Reason // nil: known everywhere
	all bool     // idx counts on from idx[0] and everything is known: columns need no copy
}

// reader is one target with what is prepared once for it.
type reader struct {
	target *timeline.Target
	runs   *Runs
	picked map[*selector][]pick
	at     []timeline.Time
	step   timeline.Time // see interval; -1: not looked at yet
}

func newReader(t *timeline.Target, g GapRule) *reader {
	return &reader{target: t, runs: NewRuns(t, g), step: -1, picked: map[*selector][]pick{}}
}

// interval is the usual step from scrape to scrape, 0 if they were taken by hand.
func (r *reader) interval() timeline.Time {
	if r.step < 0 {
		r.step = timeline.Time(interval(r.target))
	}
	return r.step
}

// look makes the views of a scope through the readers. hold lets a scrape vouch for so long after it,
// also at the end of its run.
func (s *scope) look(readers []*reader, hold func(*reader) timeline.Time) *scope {
	for _, r := range readers {
		if s.server {
			s.views = append(s.views, &view{reader: r})
		} else {
			s.views = append(s.views, r.view(s.at, hold(r)))
		}
	}
	return s
}

func (s *scope) readers() []*reader {
	out := make([]*reader, len(s.views))
	for i, v := range s.views {
		out[i] = v.reader
	}
	return out
}

func notHeld(*reader) timeline.Time { return 0 }

// span looks at the scrapes i to j-1 of one target.
func (r *reader) span(i, j int) *scope {
	at := make([]timeline.Time, j-i)
	for k := range at {
		at[k] = r.target.Scrapes[i+k].At
	}
	v := &view{reader: r, idx: make([]int32, j-i), all: true}
	for k := range v.idx {
		v.idx[k] = int32(i + k)
		if r.runs.first[i+k] < 0 {
			v.unknown(k)
		}
	}
	s := &scope{at: at, views: []*view{v}}
	if n := len(r.target.Scrapes); n > 0 {
		s.from, s.to = r.target.Scrapes[0].At, r.target.Scrapes[n-1].At
	}
	return s
}

func (r *reader) view(at []timeline.Time, hold timeline.Time) *view {
	v := &view{reader: r, idx: make([]int32, len(at)), all: true}
	i, scrapes := -1, r.target.Scrapes
	for k, t := range at {
		for i+1 < len(scrapes) && scrapes[i+1].At <= t {
			i++
		}
		v.idx[k] = int32(i)
		held := i >= 0 && r.runs.first[i] >= 0 && t-scrapes[i].At <= hold
		if !held && !r.runs.vouches(i, t) {
			v.unknown(k)
		} else if k > 0 && v.idx[k] != v.idx[k-1]+1 {
			v.all = false
		}
	}
	return v
}

func (v *view) unknown(k int) {
	if v.why == nil {
		v.why = make([]Reason, len(v.idx))
	}
	v.why[k], v.idx[k], v.all = ScrapeGap, -1, false
}

// answer evaluates a whole expression. At a time that no target was scraped at there is no answer,
// whatever it asks for (an offset, a number).
func (s *scope) answer(n node, emit func(row)) []Reason {
	if s.server {
		return n.eval(s, emit).why
	}
	var nobody []Reason
	for k := range s.at {
		if !s.vouched(k) {
			if nobody == nil {
				nobody = make([]Reason, len(s.at))
			}
			nobody[k] = ScrapeGap
		}
	}
	c := n.eval(s, func(r row) {
		if nobody != nil {
			r = row{name: r.name, labels: r.labels, vals: slices.Clone(r.vals), why: both(nobody, r.why), kept: true}
			mask(r.vals, nobody)
		}
		emit(r)
	})
	return both(nobody, c.why)
}

func (s *scope) vouched(k int) bool {
	return slices.ContainsFunc(s.views, func(v *view) bool { return v.idx[k] >= 0 })
}

// shift is the same scope d earlier.
func (s *scope) shift(d timeline.Time) *scope {
	at := make([]timeline.Time, len(s.at))
	for k, t := range s.at {
		at[k] = t - d
	}
	out := s.sub(at)
	out.from, out.to, out.probe = s.from-d, s.to-d, s.probe
	return out.look(s.readers(), notHeld)
}

// column is a series at the positions of a view; scratch is used where that needs a copy.
func (v *view) column(s *timeline.Series, scratch []float64) (vals []float64, kept bool) {
	if v.all && len(v.idx) > 0 {
		i := int(v.idx[0])
		return s.Values[i : i+len(v.idx) : i+len(v.idx)], true
	}
	for k, i := range v.idx {
		if i < 0 {
			scratch[k] = timeline.Absent
		} else {
			scratch[k] = s.Values[i]
		}
	}
	return scratch, false
}
