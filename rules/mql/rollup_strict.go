package mql

import (
	"math"

	"roomline/timeline"
)

// column computes a rollup that has no fill of its own, from the samples of each window.
func (w *windows) column(r *rollup, p pick, args []float64, out []float64) {
	all, rank := w.compact(p, r.fn.counter)
	win := &w.win
	win.of(all)
	win.strict, win.width = true, w.width
	for k, i := range w.idx {
		out[k] = timeline.Absent
		if i < 0 || !w.known(k) {
			continue
		}
		from := w.lo[k]
		lo, hi := rank(from), rank(i+1)
		whole := hi-lo == int(i+1-from)
		ends := hi > lo && rank(i) < hi
		if !whole && !r.fn.last && !(r.fn.partial && ends) {
			continue
		}
		win.move(lo, hi)
		win.now, win.prev = w.at[k], math.NaN()
		if lo > rank(w.first[k]) {
			win.prev, win.prevAt = all.vals[lo-1], all.at[lo-1]
		}
		win.knownPrev = win.prev
		if args != nil {
			win.arg = args[k]
		}
		out[k] = something(r.fn.value(win))
	}
}

// compact leaves out the scrapes without a sample; rank tells how many samples lie before a scrape.
// Of a counter the resets are taken out, run by run: any drop is one.
func (w *windows) compact(p pick, counter bool) (samples, func(scrape int32) int) {
	vals, at := p.series.Values, w.times()
	if !counter && p.series.Samples == int64(len(vals)) {
		return samples{at, vals}, func(i int32) int { return int(i) }
	}
	var out samples
	rank := make([]int32, len(vals)+1)
	offset, prev, run := 0.0, 0.0, int32(-1)
	for i, v := range vals {
		rank[i] = int32(len(out.at))
		first := w.runs.first[i]
		if first < 0 || timeline.IsAbsent(v) || counter && v != v {
			continue
		}
		if counter {
			if first != run {
				offset = 0
			} else {
				offset += dropped(prev, v)
			}
			prev, run = v, first
		}
		out.at, out.vals = append(out.at, at[i]), append(out.vals, v+offset)
	}
	rank[len(vals)] = int32(len(out.at))
	return out, func(i int32) int { return int(rank[i]) }
}
