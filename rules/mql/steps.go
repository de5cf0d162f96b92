package mql

import "roomline/timeline"

// steps are scratch columns of one series, by scrape less base: what rollups look up instead of
// walking through every window.
type steps struct {
	base  int       // the scrapes [base, end) are asked for
	prev  []int32   // the last sample at or before, -1
	next  []int32   // the first sample at or behind, end
	sum   []float64 // a running total, see the rollups
	queue []int32   // of extreme
}

// load walks over a series and notes where its samples are. total tells what a step from sample a to
// the next one b adds to the running total; nil: nothing is summed. Of a counter a written NaN is no
// sample.
//
// A total counts from the begin of its run, so that it is the same whatever part of a range is asked
// about (rounding is not: it depends on what was added before); only differences inside one run are
// ever taken. Where all that is added is whole numbers, exact says so, and nothing before the first
// window is walked over.
func (w *windows) load(p pick, total func(a, b float64) float64, counter, exact bool) bool {
	if w.end == 0 {
		return false
	}
	exact = exact || len(w.at) == 1 // a single question is no part of another
	if w.base = w.begin(p); !exact {
		w.base = int(w.first[w.k0])
	}
	n := w.end - w.base
	w.prev, w.next, w.sum = grow(w.prev, n), grow(w.next, n), grow(w.sum, n)
	vals := p.series.Values[w.base:w.end]
	last, sum := int32(-1), 0.0
	for k, v := range vals {
		if !exact && int(w.runs.first[w.base+k]) == w.base+k {
			sum = 0
		}
		if !timeline.IsAbsent(v) && !(counter && v != v) {
			if total != nil && last >= 0 {
				sum += total(vals[last-int32(w.base)], v)
			}
			last = int32(w.base + k)
		}
		w.prev[k], w.sum[k] = last, sum
	}
	next := int32(w.end)
	for k := n - 1; k >= 0; k-- {
		if w.prev[k] == int32(w.base+k) {
			next = w.prev[k]
		}
		w.next[k] = next
	}
	return true
}

// begin finds the first scrape that a window can ask for: the sample before the first window, of its
// run. Windows ascend, so later ones ask for nothing earlier.
func (w *windows) begin(p pick) int {
	base := int(w.lo[w.k0])
	for base > int(w.first[w.k0]) {
		base--
		if v := p.series.Values[base]; v == v {
			break // a NaN may be no sample
		}
	}
	return base
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// before is the sample that a window is measured from: the last one before it in the same run, else
// its first one, else -1.
func (w *windows) before(k int) int {
	lo := int(w.lo[k])
	if lo > w.base {
		if p := w.prev[lo-1-w.base]; p >= w.first[k] && p >= 0 {
			return int(p)
		}
	}
	if lo < w.end {
		if n := w.next[lo-w.base]; n <= w.idx[k] {
			return int(n)
		}
	}
	return -1
}

// shows says whether scrape i has a sample (i in [base, end)).
func (w *windows) shows(i int32) bool { return i >= 0 && w.prev[int(i)-w.base] == i }

// whole says whether every scrape of a window has a sample.
func (w *windows) whole(k int, gaps []int32) bool { return gaps[int(w.idx[k])-w.base] < w.lo[k] }

// born is the time at which a counter began at 0, if its _created says that this was inside the
// window and nothing of it was seen before.
func (w *windows) born(k int, p pick, from int) (timeline.Time, bool) {
	c := p.series.Created
	ok := c.Known() && from == p.first && c > w.at[k]-w.width && c <= w.target.Scrapes[from].At
	return c, ok && from >= int(w.lo[k])
}
