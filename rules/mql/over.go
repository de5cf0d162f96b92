package mql

import (
	"math"
	"slices"

	"roomline/timeline"
)

// over is fn(expression[window:step]): a rollup of what an expression was. Without a step it looks at
// every scrape, where there is an offset that much later (on a grid: at each of its steps).
type over struct {
	fn       *rollupFunc
	arg      node
	window   length
	step     length // one step if none was written
	number   node
	keepName bool
}

// An expression is looked at for one that surrounds it at so many times, and for so many values of
// all its series, at most.
const (
	mostInner  = 1 << 20
	mostValues = 1 << 25
)

// tooMany says whether a subquery has more steps than are looked at.
func (o *over) tooMany(s *scope, span, step timeline.Time) bool {
	series := 1
	walk(o.arg, func(n node) {
		if sel, ok := n.(*selector); ok {
			for _, v := range s.views {
				series += len(v.picks(sel))
			}
		}
	})
	n := span / step
	return n > mostInner || n*timeline.Time(series) > mostValues
}

func (o *over) eval(s *scope, emit func(row)) coverage {
	if s.server {
		return o.onServer(s, emit)
	}
	n := len(s.at)
	times, ok := o.times(s)
	if !ok {
		return coverage{why: everywhere(n, Capped)}
	}
	args, awhy := argument(o.number, s)
	lookAt := slices.Concat(times, s.at)
	slices.Sort(lookAt)
	in, at := s.around(slices.Compact(lookAt), o.arg)
	o.onlyAt(in, at, times)
	rows, c := materialise(o.arg, in)
	why := c.settle()
	where := s.speaking(o.arg)
	if len(where) == 0 {
		return coverage{why: everywhere(n, NoSource)}
	}
	f := &overScope{over: o, s: s, in: in, args: args, grace: graceOf(where), width: o.window.of(s.stepLength())}
	out := make([]float64, n)
	for _, r := range rows {
		rwhy := both(f.fill(r.vals, both(why, r.why), out), awhy)
		mask(out, rwhy)
		emit(o.named(r.name, row{labels: r.labels, vals: out, why: rwhy}))
	}
	return coverage{why: both(f.fill(nil, why, out), awhy)}
}

// times are those at which the expression is looked at: multiples of the step, or every scrape.
func (o *over) times(s *scope) ([]timeline.Time, bool) {
	if len(s.at) == 0 {
		return nil, true
	}
	to := s.at[len(s.at)-1]
	step := s.step
	if !o.step.implied() {
		step = o.step.of(s.stepLength())
	}
	var out []timeline.Time
	if step > 0 {
		from := s.from - o.window.of(s.stepLength()) - step - graceBefore
		if o.tooMany(s, to-from, step) {
			return nil, false
		}
		for t := from - from%step; t <= to; t += step {
			out = append(out, t)
		}
		return out, true
	}
	late := offsets(o.arg, s)
	for _, v := range s.speaking(o.arg) {
		for _, t := range v.times() {
			for _, d := range late {
				if t+d <= to {
					out = append(out, t+d)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), true
}

// onlyAt makes probes of all positions but those of the times.
func (o *over) onlyAt(in *scope, at []int, times []timeline.Time) {
	i := 0
	for _, k := range at {
		for i < len(times) && times[i] < in.at[k] {
			i++
		}
		if i == len(times) || times[i] != in.at[k] {
			in.probe[k] = true
		}
	}
}

func (o *over) named(name string, x row) row {
	if o.fn.keepName || o.keepName {
		x.name = name
	}
	return x
}

func graceOf(views []*view) timeline.Time {
	grace := views[0].runs.grace()
	for _, v := range views {
		grace = min(grace, v.runs.grace())
	}
	return grace
}

func everywhere(n int, r Reason) []Reason {
	out := make([]Reason, n)
	for k := range out {
		out[k] = r
	}
	return out
}

// overScope computes one row after the other over the windows of s, which were looked at in in.
type overScope struct {
	*over
	s, in        *scope
	args         []float64
	grace, width timeline.Time
	win          window
}

// fill computes a row and says where its windows are unknown: what is known without a break up to the
// end must reach back to a grace behind its begin.
func (f *overScope) fill(vals []float64, why []Reason, out []float64) []Reason {
	begins := stretch(why, len(f.in.at))
	all, rank := f.compact(vals)
	f.win.of(all)
	f.win.strict, f.win.width = true, f.width
	unknown := make([]Reason, len(out))
	end, lo := 0, 0
	for k, t := range f.s.at {
		for end < len(f.in.at) && f.in.at[end] <= t {
			end++
		}
		for lo < end && f.in.at[lo] <= t-f.width {
			lo++
		}
		out[k] = timeline.Absent
		if end == 0 || f.width <= 0 {
			unknown[k] = ScrapeGap
			continue
		}
		from := begins[end-1]
		if unknown[k] = f.unseen(why, from, lo, end, t); unknown[k] != Known {
			continue
		}
		if vals != nil {
			out[k] = f.value(k, rank[from], rank[max(lo, from)], rank[end])
		}
	}
	return unknown
}

// unseen says why the window of the positions lo to end-1 is unknown, of which what lies from from on is
// known without a break. A window may begin somewhat before its run, but not before a scrape of the
// run at which something was missing.
func (f *overScope) unseen(why []Reason, from, lo, end int, t timeline.Time) Reason {
	reason := ScrapeGap
	if why != nil && from > 0 {
		reason = why[from-1]
	}
	switch {
	case from >= end, from > lo && reason != ScrapeGap, from >= lo && f.in.at[from] > t-f.width+f.grace:
		return reason
	}
	return Known
}

// value is the rollup of samples lo to hi-1; earliest is the first that belongs to the same stretch.
func (f *overScope) value(k int, earliest, lo, hi int32) float64 {
	w := &f.win
	w.move(int(lo), int(hi))
	w.now, w.prev = f.s.at[k], math.NaN()
	if lo > earliest {
		w.prev, w.prevAt = w.all.vals[lo-1], w.all.at[lo-1]
	}
	w.knownPrev = w.prev
	if f.args != nil {
		w.arg = f.args[k]
	}
	if len(w.vals) == 0 {
		return timeline.Absent // nothing was seen: that is no value, not an unchanged one
	}
	return something(f.fn.value(w))
}

// compact are the values of a row at the times that are looked at; rank tells how many lie before a
// position.
func (f *overScope) compact(vals []float64) (samples, []int32) {
	var out samples
	rank := make([]int32, len(f.in.at)+1)
	offset, prev := 0.0, math.NaN()
	for k := range f.in.at {
		rank[k] = int32(len(out.at))
		if vals == nil || f.in.probe[k] || vals[k] != vals[k] {
			continue
		}
		if f.fn.counter {
			offset += dropped(prev, vals[k])
			prev = vals[k]
		}
		out.at, out.vals = append(out.at, f.in.at[k]), append(out.vals, vals[k]+offset)
	}
	rank[len(f.in.at)] = int32(len(out.at))
	return out, rank
}
