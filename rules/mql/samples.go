package mql

import (
	"math"
	"slices"

	"roomline/timeline"
)

// samples is a series without its holes, oldest first.
type samples struct {
	at   []timeline.Time
	vals []float64
}

// samples are what a series shows at good scrapes; a NaN is none.
func (r *reader) samples(x *timeline.Series) samples {
	whole := true
	for i, v := range x.Values {
		if v != v || r.runs.first[i] < 0 {
			whole = false
			break
		}
	}
	if whole {
		return samples{r.times(), x.Values}
	}
	var out samples
	for i, v := range x.Values {
		if v == v && r.runs.first[i] >= 0 {
			out.at, out.vals = append(out.at, r.target.Scrapes[i].At), append(out.vals, v)
		}
	}
	return out
}

// times are those of all scrapes.
func (r *reader) times() []timeline.Time {
	if r.at == nil {
		r.at = make([]timeline.Time, len(r.target.Scrapes))
		for i := range r.at {
			r.at[i] = r.target.Scrapes[i].At
		}
	}
	return r.at
}

// between cuts to the samples from a to b, both included.
func (s samples) between(a, b timeline.Time) samples {
	i, _ := slices.BinarySearch(s.at, a)
	j, _ := slices.BinarySearch(s.at, b+1)
	return samples{s.at[i:j], s.vals[i:j]}
}

// present are the values of a row that are there.
func present(at []timeline.Time, vals []float64) samples {
	var out samples
	for k, v := range vals {
		if v == v {
			out.at, out.vals = append(out.at, at[k]), append(out.vals, v)
		}
	}
	return out
}

// window is what a rollup function sees at one position: the samples inside and the one before.
type window struct {
	vals []float64 // inside
	at   []timeline.Time
	// prev is the sample before the window, NaN if there is none that counts; of a server that is
	// judged by how far away it is, else by its run.
	prev   float64
	prevAt timeline.Time
	// known are the samples around it, however far away (a server's guesses rest on them); else NaN.
	knownPrev, knownNext float64

	now, width timeline.Time
	arg        float64 // the function's number, where it takes one
	strict     bool    // nothing may be assumed of what was not seen

	all    samples // the series
	lo, hi int     // what lies inside, in all
	order  order
	best   best
}

// of begins a series.
func (w *window) of(s samples) {
	w.all, w.order, w.best = s, order{vals: w.order.vals[:0]}, best{queue: w.best.queue[:0]}
	w.prev, w.knownPrev, w.knownNext = math.NaN(), math.NaN(), math.NaN()
}

// move takes the samples lo to hi-1 inside.
func (w *window) move(lo, hi int) {
	w.lo, w.hi = lo, hi
	w.vals, w.at = w.all.vals[lo:hi], w.all.at[lo:hi]
}

// order is the window sorted, kept while it slides: each sample enters and leaves once.
type order struct {
	vals   []float64
	lo, hi int
}

// sorted are the values inside without NaN, ascending.
func (w *window) sorted() []float64 {
	o := &w.order
	if w.lo < o.lo || w.hi < o.hi || w.lo >= o.hi {
		o.vals, o.lo, o.hi = o.vals[:0], w.lo, w.lo
	}
	if w.hi-o.hi > 16 && w.hi-o.hi > len(o.vals) { // nearly all is new
		o.vals = o.vals[:0]
		for _, v := range w.vals {
			if v == v {
				o.vals = append(o.vals, v)
			}
		}
		slices.Sort(o.vals)
		o.lo, o.hi = w.lo, w.hi
		return o.vals
	}
	for ; o.lo < w.lo; o.lo++ {
		if v := w.all.vals[o.lo]; v == v {
			i, _ := slices.BinarySearch(o.vals, v)
			o.vals = slices.Delete(o.vals, i, i+1)
		}
	}
	for ; o.hi < w.hi; o.hi++ {
		if v := w.all.vals[o.hi]; v == v {
			i, _ := slices.BinarySearch(o.vals, v)
			o.vals = slices.Insert(o.vals, i, v)
		}
	}
	return o.vals
}

// best are the samples that may still become the extreme one while the window slides, best first.
type best struct {
	queue []int32
	head  int
	seen  int
}

// extreme is the value inside that no other is better than, none if there is no sample. One window
// may be asked for one kind of extreme only.
func (w *window) extreme(better func(a, b float64) bool) float64 {
	b := &w.best
	for b.seen = max(b.seen, w.lo); b.seen < w.hi; b.seen++ {
		v := w.all.vals[b.seen]
		for len(b.queue) > b.head && !better(w.all.vals[b.queue[len(b.queue)-1]], v) {
			b.queue = b.queue[:len(b.queue)-1]
		}
		b.queue = append(b.queue, int32(b.seen))
	}
	for b.head < len(b.queue) && int(b.queue[b.head]) < w.lo {
		b.head++
	}
	if b.head == len(b.queue) {
		return none
	}
	return w.all.vals[b.queue[b.head]]
}

func minOver(w *window) float64 { return w.extreme(func(a, b float64) bool { return a < b }) }
func maxOver(w *window) float64 { return w.extreme(func(a, b float64) bool { return a > b }) }
