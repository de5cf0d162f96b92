package mql

import (
	"math"

	"roomline/timeline"
)

// Rollups of gauges speak of every scrape of a window: if one lacks the series there is no value.
// min and max pass over a written NaN unless there is nothing else; sum and avg do not.

// gauge gives value each window [lo, i] that is complete.
func (w *windows) gauge(p pick, out []float64, value func(k, lo, i int) float64) {
	ok := w.load(p, nil, false, true)
	var gaps []int32
	if ok {
		gaps = w.gaps()
	}
	for k, i := range w.idx {
		out[k] = timeline.Absent
		if ok && w.known(k) && i >= 0 && w.whole(k, gaps) {
			out[k] = value(k, int(w.lo[k]), int(i))
		}
	}
}

// gaps tells for each scrape the last one at or before it that lacks the series; the room of next is
// free for it.
func (w *windows) gaps() []int32 {
	last := int32(-1)
	for k, p := range w.prev {
		if p != int32(w.base+k) {
			last = int32(w.base + k)
		}
		w.next[k] = last
	}
	return w.next
}

func fillSum(w *windows, p pick, out []float64) {
	vals := p.series.Values
	w.gauge(p, out, func(_, lo, i int) float64 { return total(vals[lo : i+1]) })
}

func fillAvg(w *windows, p pick, out []float64) {
	vals := p.series.Values
	w.gauge(p, out, func(_, lo, i int) float64 { return total(vals[lo:i+1]) / float64(i+1-lo) })
}

// total adds anew for each window: a running sum would leave rounding errors of what left it.
func total(vals []float64) float64 {
	sum := 0.0
	for _, v := range vals {
		sum += v
	}
	return sum
}

func fillMin(w *windows, p pick, out []float64) {
	w.extreme(p, out, func(a, b float64) bool { return a <= b })
}

func fillMax(w *windows, p pick, out []float64) {
	w.extreme(p, out, func(a, b float64) bool { return a >= b })
}

// extreme keeps the scrapes of the window that may still become the extreme one, best first: each
// scrape enters and leaves once.
func (w *windows) extreme(p pick, out []float64, better func(a, b float64) bool) {
	vals := p.series.Values
	queue, head, seen := w.queue[:0], 0, 0
	w.gauge(p, out, func(_, lo, i int) float64 {
		for seen = max(seen, lo); seen <= i; seen++ {
			v := vals[seen]
			if math.IsNaN(v) {
				continue
			}
			for len(queue) > head && better(v, vals[queue[len(queue)-1]]) {
				queue = queue[:len(queue)-1]
			}
			queue = append(queue, int32(seen))
		}
		for head < len(queue) && int(queue[head]) < lo {
			head++
		}
		if head == len(queue) {
			return math.NaN()
		}
		return vals[queue[head]]
	})
	w.queue = queue
}

// fillDelta: the last value less the one before the window (of the same run, else the first inside).
func fillDelta(w *windows, p pick, out []float64) {
	vals := p.series.Values
	w.gauge(p, out, func(k, lo, i int) float64 {
		if b := lo - 1; b >= int(w.first[k]) {
			if timeline.IsAbsent(vals[b]) {
				return timeline.Absent
			}
			return vals[i] - vals[b]
		}
		return vals[i] - vals[lo]
	})
}

// fillFirst and fillLast need the one scrape that they speak of.
func fillFirst(w *windows, p pick, out []float64) {
	for k, i := range w.idx {
		out[k] = timeline.Absent
		if i >= 0 && w.known(k) {
			out[k] = p.series.Values[w.lo[k]]
		}
	}
}

func fillLast(w *windows, p pick, out []float64) {
	for k, i := range w.idx {
		out[k] = timeline.Absent
		if i >= 0 && w.known(k) {
			out[k] = p.series.Values[i]
		}
	}
}

// fillCount and fillPresent speak of the samples that are there.
func fillCount(w *windows, p pick, out []float64) {
	ok := w.load(p, func(_, _ float64) float64 { return 1 }, false, true)
	for k, i := range w.idx {
		out[k] = timeline.Absent
		if !ok || i < 0 || !w.known(k) {
			continue
		}
		if n := w.next[int(w.lo[k])-w.base]; n <= i {
			out[k] = w.sum[int(i)-w.base] - w.sum[int(n)-w.base] + 1
		}
	}
}

func fillPresent(w *windows, p pick, out []float64) {
	fillCount(w, p, out)
	for k, v := range out {
		if !timeline.IsAbsent(v) {
			out[k] = 1
		}
	}
}
