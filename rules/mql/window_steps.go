package mql

import "math"

// What follows looks at the steps from sample to sample, the one before the window included. The
// guesses are a server's: that a series began at 0, that nothing changed where no sample is. With
// strict there are none.

// noise says whether two values differ by no more than rounding.
func noise(a, b float64) bool { return math.Abs(a-b) < 1e-12*math.Abs(a) }

// before is the sample that the first step starts from, and what is left of the values; false if there
// is none.
func (w *window) before() (float64, []float64, bool) {
	switch {
	case w.prev == w.prev:
		return w.prev, w.vals, true
	case len(w.vals) == 0:
		return 0, nil, false
	}
	return w.vals[0], w.vals[1:], true
}

func deltaOver(w *window) float64 {
	vals, prev := w.vals, w.prev
	if prev != prev {
		switch {
		case len(vals) == 0:
			return none
		case w.knownPrev == w.knownPrev:
			return last(vals) - w.knownPrev // nothing changed in the gap
		case w.strict:
			return last(vals) - vals[0]
		}
		step := 0.0
		if len(vals) > 1 {
			step = vals[1] - vals[0]
		} else if w.knownNext == w.knownNext {
			step = w.knownNext - vals[0]
		}
		if math.Abs(vals[0]) < 10*(math.Abs(step)+1) {
			prev = 0 // it began in the window
		} else if prev, vals = vals[0], vals[1:]; len(vals) == 0 {
			return 0
		}
	}
	if len(vals) == 0 {
		return 0
	}
	return last(vals) - prev
}

func increasePure(w *window) float64 {
	prev := w.prev
	if prev != prev {
		if len(w.vals) == 0 {
			return none
		}
		if prev = w.knownPrev; w.strict && prev != prev {
			prev = w.vals[0]
		} else if prev != prev {
			prev = 0 // it began in the window
		}
	}
	if len(w.vals) == 0 {
		return 0
	}
	return last(w.vals) - prev
}

// deltaInside takes no sample from outside the window, as Prometheus (without its extrapolation).
func deltaInside(w *window) float64 {
	if len(w.vals) < 2 {
		return none
	}
	return last(w.vals) - w.vals[0]
}

func rateInside(w *window) float64 { return deltaInside(w) / seconds(w.width) }

func rateOver(w *window) float64 {
	prev, at := w.prev, w.prevAt
	switch {
	case prev == prev && len(w.vals) == 0:
		return 0
	case prev == prev:
	case len(w.vals) < 2:
		return none
	default:
		prev, at = w.vals[0], w.at[0]
	}
	return (last(w.vals) - prev) / seconds(w.at[len(w.at)-1]-at)
}

func ideltaOver(w *window) float64 {
	n := len(w.vals)
	switch {
	case n == 0 && w.prev != w.prev:
		return none
	case n == 0:
		return 0
	case n > 1:
		return w.vals[n-1] - w.vals[n-2]
	case w.prev == w.prev:
		return w.vals[0] - w.prev
	case w.strict:
		return none
	}
	return w.vals[0]
}

func iderivOver(w *window) float64 {
	n := len(w.vals)
	switch {
	case n == 0 || n == 1 && w.prev != w.prev:
		return none
	case n == 1:
		return (w.vals[0] - w.prev) / seconds(w.at[0]-w.prevAt)
	}
	return (w.vals[n-1] - w.vals[n-2]) / seconds(w.at[n-1]-w.at[n-2])
}

// stepsThat counts the steps that are as they should be.
func stepsThat(is func(from, to float64) bool) func(*window) float64 {
	return func(w *window) float64 {
		prev, vals, ok := w.before()
		if !ok {
			return none
		}
		n := 0
		for _, v := range vals {
			if is(prev, v) {
				if noise(v, prev) {
					continue
				}
				n++
			}
			prev = v
		}
		return float64(n)
	}
}

func up(from, to float64) bool   { return to > from }
func down(from, to float64) bool { return to < from }

func changesOver(w *window) float64 {
	prev, vals, n := w.prev, w.vals, 0
	if prev != prev {
		switch {
		case len(vals) == 0:
			return none
		case w.knownPrev == w.knownPrev:
			prev = w.knownPrev
		default: // that it appears is a change, for a server
			prev, vals = vals[0], vals[1:]
			if !w.strict {
				n = 1
			}
		}
	}
	return float64(n + changesOf(prev, vals))
}

func changesOf(prev float64, vals []float64) int {
	n := 0
	for _, v := range vals {
		if v != prev && !noise(v, prev) {
			n++
			prev = v
		}
	}
	return n
}

func changesInside(w *window) float64 {
	if len(w.vals) == 0 {
		return none
	}
	return float64(changesOf(w.vals[0], w.vals[1:]))
}

// climb adds the steps in one direction.
func climb(sign float64) func(*window) float64 {
	return func(w *window) float64 {
		prev, vals, ok := w.before()
		if !ok {
			return none
		}
		sum := 0.0
		for _, v := range vals {
			if d := sign * (v - prev); d > 0 {
				sum += d
			}
			prev = v
		}
		return sum
	}
}

// integral is the area under the values, each standing until the next.
func integral(w *window) float64 {
	prev, at, vals, times := w.prev, w.now-w.width, w.vals, w.at
	if prev != prev {
		if len(vals) == 0 {
			return none
		}
		prev, at, vals, times = vals[0], times[0], vals[1:], times[1:]
	}
	sum := 0.0
	for i, v := range vals {
		sum += prev * seconds(times[i]-at)
		prev, at = v, times[i]
	}
	if w.knownNext == w.knownNext {
		sum += prev * seconds(w.now-at)
	}
	return sum
}
