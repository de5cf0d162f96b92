package mql

import (
	"github.com/VictoriaMetrics/metricsql/binaryop"

	"roomline/timeline"
)

// Rollups of counters, and what counts steps. A scrape inside the window that lacks the series is no
// gap for them, the scrape that is asked about must have it.
//
// Differences from VictoriaMetrics, all on purpose:
//   - Any drop is a reset (there, a drop by less than an eighth is taken for a hiccup of the reader).
//   - A counter that appears is not taken to have begun at 0, unless its _created says so.
//   - A window without a second sample has no rate, and one that crosses a gap has no value.

// dropped is what a reset adds to a counter: all that was counted before it.
func dropped(a, b float64) float64 {
	if b < a {
		return a
	}
	return 0
}

// fillIncrease: how much a counter grew from the sample before the window (of the same run, else the
// first inside) to the last one. Without a reset it is their exact difference.
func fillIncrease(w *windows, p pick, out []float64) {
	w.counter(p, out, func(k, from int, inc float64) float64 { return inc })
}

// fillRate: the increase per second between the two samples that it was taken from (as in
// VictoriaMetrics), not per second of the window: at scrapes 15 s apart a [1m] window holds four or
// five of them, and a rate must not jump by a quarter with their jitter.
func fillRate(w *windows, p pick, out []float64) {
	w.counter(p, out, func(k, from int, inc float64) float64 {
		begin := w.target.Scrapes[from].At
		if c, ok := w.born(k, p, from); ok {
			begin = c
		}
		return perSecond(inc, w.target.Scrapes[w.idx[k]].At-begin)
	})
}

func perSecond(inc float64, d timeline.Time) float64 {
	if d <= 0 {
		return timeline.Absent
	}
	return inc / (float64(d) / 1e9)
}

func (w *windows) counter(p pick, out []float64, value func(k, from int, inc float64) float64) {
	w.stepwise(p, out, w.load(p, dropped, true, false), func(k, from int, resets float64) float64 {
		start := p.series.Values[from]
		if _, ok := w.born(k, p, from); ok {
			start = 0
		}
		return value(k, from, p.series.Values[w.idx[k]]-start+resets)
	})
}

// stepwise gives value the sample that each window is measured from and the total of the steps from
// there to its end, as they were loaded.
func (w *windows) stepwise(p pick, out []float64, ok bool, value func(k, from int, sum float64) float64) {
	for k, i := range w.idx {
		out[k] = timeline.Absent
		if !ok || !w.known(k) || !w.shows(i) {
			continue
		}
		if from := w.before(k); from >= 0 {
			out[k] = value(k, from, w.sum[int(i)-w.base]-w.sum[from-w.base])
		}
	}
}

// fillIrate: the last step, per second.
func fillIrate(w *windows, p pick, out []float64) {
	vals := p.series.Values
	w.stepwise(p, out, w.load(p, nil, true, true), func(k, from int, _ float64) float64 {
		i := int(w.idx[k])
		if from == i {
			return timeline.Absent
		}
		q := w.prev[i-1-w.base]
		inc := vals[i] - vals[q] + dropped(vals[q], vals[i])
		return perSecond(inc, w.target.Scrapes[i].At-w.target.Scrapes[q].At)
	})
}

// fillChanges counts steps to another value; a written NaN equals a NaN.
func fillChanges(w *windows, p pick, out []float64) {
	ok := w.load(p, func(a, b float64) float64 { return toFloat(binaryop.Neq(a, b)) }, false, true)
	w.stepwise(p, out, ok, count)
}

// fillResets counts drops.
func fillResets(w *windows, p pick, out []float64) {
	w.stepwise(p, out, w.load(p, func(a, b float64) float64 { return toFloat(b < a) }, true, true), count)
}

func count(_, _ int, n float64) float64 { return n }

func toFloat(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
