package mql

import (
	"math"
	"slices"

	"roomline/timeline"
)

// ranged is range_max and the like: one value of the whole range that is asked about; or running_max
// and the like: of what lies between its begin and now.
//
// At scrape times such a value is known only if the range, so far as it goes, was seen without a gap.
type ranged struct {
	arg     node
	running bool
	fn      func(p *progress)
	keep    bool // the name
}

// progress is one row: out takes the place of vals. There are no NaN among the values between from
// and to, unless where nothing is (there, out is what was before).
type progress struct {
	at   []timeline.Time
	vals []float64 // NaN: none
	out  []float64
}

// rangedFuncs by name.
var rangedFuncs = map[string]ranged{
	"running_sum":             {fn: running(func(a, b float64, _ int) float64 { return a + b }), running: true},
	"running_avg":             {fn: running(runningMean), running: true},
	"running_min":             {fn: running(func(a, b float64, _ int) float64 { return min(a, b) }), running: true},
	"running_max":             {fn: running(func(a, b float64, _ int) float64 { return max(a, b) }), running: true},
	"range_sum":               {fn: ending(running(func(a, b float64, _ int) float64 { return a + b }))},
	"range_avg":               {fn: ending(running(runningMean))},
	"range_min":               {fn: ending(running(func(a, b float64, _ int) float64 { return min(a, b) }))},
	"range_max":               {fn: ending(running(func(a, b float64, _ int) float64 { return max(a, b) }))},
	"range_first":             {fn: rangeFirst, keep: true},
	"range_last":              {fn: ending(func(p *progress) { copy(p.out, p.vals) }), keep: true},
	"range_stddev":            {fn: rangeOf(deviation), keep: true},
	"range_stdvar":            {fn: rangeOf(variance), keep: true},
	"range_mad":               {fn: rangeOf(spread), keep: true},
	"range_linear_regression": {fn: rangeLine, keep: true},
}

func runningMean(a, b float64, n int) float64 { return a + (b-a)/float64(n) }

// running joins value after value; n counts them. (VictoriaMetrics counts holes, too.)
func running(join func(a, b float64, n int) float64) func(*progress) {
	return func(p *progress) {
		acc, n := math.NaN(), 0
		for k, v := range p.vals {
			if v == v {
				if n++; n == 1 {
					acc = v
				} else {
					acc = join(acc, v, n)
				}
			}
			p.out[k] = acc
		}
	}
}

// ending spreads the last value over the whole range.
func ending(fn func(*progress)) func(*progress) {
	return func(p *progress) {
		fn(p)
		for k := len(p.out) - 1; k >= 0; k-- {
			if p.out[k] == p.out[k] {
				p.spread(p.out[k])
				return
			}
		}
	}
}

func (p *progress) spread(v float64) {
	for k := range p.out {
		p.out[k] = v
	}
}

func rangeFirst(p *progress) {
	copy(p.out, p.vals)
	for _, v := range p.vals {
		if v == v {
			p.spread(v)
			return
		}
	}
}

func rangeOf(fn func(vals []float64) float64) func(*progress) {
	return func(p *progress) {
		p.spread(none)
		if vals := present(p.at, p.vals).vals; len(vals) > 0 {
			p.spread(fn(vals))
		}
	}
}

func rangeLine(p *progress) {
	if len(p.at) == 0 {
		return
	}
	value, slope := fit(p.vals, p.at, p.at[0])
	for k, t := range p.at {
		p.out[k] = value + slope*seconds(t-p.at[0])
	}
}

func (g *ranged) eval(s *scope, emit func(row)) coverage {
	if s.server {
		out := make([]float64, len(s.at))
		return g.arg.eval(s, func(r row) {
			g.row(s.at, r, out)
			emit(g.named(r, out, nil))
		})
	}
	var times []timeline.Time
	var where []int // of the times, in s.at
	for k, t := range s.at {
		if s.probe == nil || !s.probe[k] {
			times, where = append(times, t), append(where, k)
		}
	}
	in, at := s.around(times, g.arg)
	rows, c := materialise(g.arg, in)
	n := len(s.at)
	out := make([]float64, n)
	for _, r := range rows {
		r.vals = pickAt(r.vals, at)
		short := make([]float64, len(times))
		g.row(times, r, short)
		for k := range out {
			out[k] = timeline.Absent
		}
		for i, k := range where {
			out[k] = short[i]
		}
		why := g.known(both(c.settle(), r.why), len(s.at), at, where)
		mask(out, why)
		emit(g.named(r, out, why))
	}
	return coverage{why: g.known(c.settle(), len(s.at), at, where)}
}

func pickAt(vals []float64, at []int) []float64 {
	out := make([]float64, len(at))
	for i, k := range at {
		out[i] = vals[k]
	}
	return out
}

func (g *ranged) row(at []timeline.Time, r row, out []float64) {
	g.fn(&progress{at: at, vals: r.vals, out: out})
	for k, v := range out {
		out[k] = something(v)
	}
}

func (g *ranged) named(r row, out []float64, why []Reason) row {
	x := row{labels: r.labels, vals: out, why: why}
	if g.keep {
		x.name = r.name
	}
	return x
}

// known says at which of n positions a value is known: up to the first that is not, and for what speaks
// of the whole range only if there is none. why is of the positions that were looked at, of which those
// in at are the ones in where.
func (g *ranged) known(why []Reason, n int, at, where []int) []Reason {
	out := everywhere(n, ScrapeGap)
	gap := slices.IndexFunc(why, func(r Reason) bool { return r != Known })
	for i, k := range where {
		switch {
		case gap < 0 || g.running && at[i] < gap:
			out[k] = Known
		default:
			out[k] = why[gap]
		}
	}
	return out
}
