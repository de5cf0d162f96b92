package mql

import "roomline/timeline"

// Rollups that speak of the times of samples, in seconds (since 1970 where they name a moment).

func tFirst(w *window) float64 {
	if len(w.at) == 0 {
		return none
	}
	return seconds(w.at[0])
}

func tLast(w *window) float64 {
	if len(w.at) == 0 {
		return none
	}
	return seconds(w.at[len(w.at)-1])
}

// tExtreme is when the extreme value was there last.
func tExtreme(better func(v, x float64) bool) func(*window) float64 {
	return func(w *window) float64 {
		if len(w.vals) == 0 {
			return none
		}
		best := 0
		for i, v := range w.vals {
			if better(v, w.vals[best]) {
				best = i
			}
		}
		return seconds(w.at[best])
	}
}

func atLeast(v, x float64) bool { return v >= x }

// tLastChange is when the value that is there now came; none where it did not change inside.
func tLastChange(w *window) float64 {
	n := len(w.vals)
	if n == 0 {
		return none
	}
	for i := n - 2; i >= 0; i-- {
		if w.vals[i] != w.vals[n-1] {
			return seconds(w.at[i+1])
		}
	}
	if w.strict && w.prev != w.prev || w.prev == w.vals[n-1] {
		return none
	}
	return seconds(w.at[0])
}

// begin is the time that a span of samples is measured from, and how many steps there are.
func (w *window) begin() (at timeline.Time, n int) {
	switch {
	case len(w.at) == 0:
		return 0, 0
	case w.prev == w.prev:
		return w.prevAt, len(w.at)
	}
	return w.at[0], len(w.at) - 1
}

func lifetime(w *window) float64 {
	at, n := w.begin()
	if n == 0 {
		return none
	}
	return seconds(w.at[len(w.at)-1] - at)
}

func scrapeInterval(w *window) float64 {
	_, n := w.begin()
	return lifetime(w) / float64(max(n, 1))
}

func lag(w *window) float64 {
	switch {
	case len(w.at) > 0:
		return seconds(w.now - w.at[len(w.at)-1])
	case w.prev == w.prev:
		return seconds(w.now - w.prevAt)
	}
	return none
}

// durationOver adds the steps that are no longer than the number, in seconds.
func durationOver(w *window) float64 {
	if len(w.at) == 0 {
		return none
	}
	most, sum := timeline.Time(w.arg*1e3)*1e6, timeline.Time(0)
	for i := 1; i < len(w.at); i++ {
		if d := w.at[i] - w.at[i-1]; d <= most {
			sum += d
		}
	}
	return seconds(sum)
}

func rateOverSum(w *window) float64 {
	if len(w.vals) == 0 {
		return none
	}
	return total(w.vals) / seconds(w.width)
}
