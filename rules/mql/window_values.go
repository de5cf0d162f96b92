package mql

// The rollup formulas in the files window_*.go follow those of VictoriaMetrics v1.151.0
// (app/vmselect/promql, Copyright VictoriaMetrics, Apache License 2.0) so that both give the same
// numbers; see THIRD_PARTY.md.

import (
	"math"
	"slices"

	"roomline/timeline"
)

var none = math.NaN()

// inside makes a function of the values in a window, none if there is no sample.
func inside(fn func(vals []float64) float64) func(*window) float64 {
	return func(w *window) float64 {
		if len(w.vals) == 0 {
			return none
		}
		return fn(w.vals)
	}
}

// against makes a function of the values in a window and a number.
func against(fn func(vals []float64, x float64) float64) func(*window) float64 {
	return func(w *window) float64 {
		if len(w.vals) == 0 {
			return none
		}
		return fn(w.vals, w.arg)
	}
}

func first(vals []float64) float64 { return vals[0] }
func last(vals []float64) float64  { return vals[len(vals)-1] }
func mean(vals []float64) float64  { return total(vals) / float64(len(vals)) }

func lowest(vals []float64) float64 {
	low := vals[0]
	for _, v := range vals {
		if v < low {
			low = v
		}
	}
	return low
}

func highest(vals []float64) float64 {
	high := vals[0]
	for _, v := range vals {
		if v > high {
			high = v
		}
	}
	return high
}

func squares(vals []float64) float64 {
	sum := 0.0
	for _, v := range vals {
		sum += v * v
	}
	return sum
}

func geomean(vals []float64) float64 {
	p := 1.0
	for _, v := range vals {
		p *= v
	}
	return math.Pow(p, 1/float64(len(vals)))
}

// variance is the one of the whole population.
func variance(vals []float64) float64 {
	avg, n, q := 0.0, 0.0, 0.0
	for _, v := range vals {
		n++
		next := avg + (v-avg)/n
		q += (v - avg) * (v - next)
		avg = next
	}
	return q / n
}

func deviation(vals []float64) float64 { return math.Sqrt(variance(vals)) }

func distinct(vals []float64) float64 {
	seen := make(map[float64]struct{}, len(vals))
	for _, v := range vals {
		seen[v] = struct{}{}
	}
	return float64(len(seen))
}

// quantileOf interpolates between the two samples around the rank; vals are sorted.
func quantileOf(phi float64, vals []float64) float64 {
	switch {
	case len(vals) == 0 || phi != phi:
		return none
	case phi < 0:
		return math.Inf(-1)
	case phi > 1:
		return math.Inf(1)
	}
	rank := phi * float64(len(vals)-1)
	low := math.Floor(rank)
	high := min(int(low)+1, len(vals)-1)
	weight := rank - low
	return vals[int(low)]*(1-weight) + vals[high]*weight
}

// sortedOf is a sorted copy without NaN.
func sortedOf(vals []float64) []float64 {
	out := slices.DeleteFunc(slices.Clone(vals), math.IsNaN)
	slices.Sort(out)
	return out
}

// spread is the median distance from the median.
func spread(vals []float64) float64 {
	median := quantileOf(0.5, sortedOf(vals))
	far := make([]float64, len(vals))
	for i, v := range vals {
		far[i] = math.Abs(v - median)
	}
	return quantileOf(0.5, sortedOf(far))
}

// mode is the value that stands most often. before is the sample before the window, NaN if there is
// none; it stands for the value of an empty window. vals are sorted.
//
// Of several values as frequent as each other VictoriaMetrics takes the lowest, unless that is the
// one before the window; then its run counts from where the others begin.
func mode(before float64, vals []float64) float64 {
	if len(vals) == 0 {
		return before
	}
	best, most, from, value := before, 0, -1, before
	for i, v := range vals {
		if v == value {
			continue
		}
		if n := i - from; n > most || best != best {
			most, best = n, value
		}
		from, value = i, v
	}
	if n := len(vals) - from; n > most || best != best {
		best = value
	}
	return best
}

func quantileOver(w *window) float64 { return quantileOf(w.arg, w.sorted()) }
func medianOver(w *window) float64   { return quantileOf(0.5, w.sorted()) }

func modeOver(w *window) float64 {
	before := w.prev
	if w.strict {
		before = none
	}
	return mode(before, w.sorted())
}

// counting counts the values of a window that are as they should be to a number; share is their part
// of all.
func counting(is func(v, x float64) bool) func(vals []float64, x float64) float64 {
	return func(vals []float64, x float64) float64 {
		n := 0
		for _, v := range vals {
			if is(v, x) {
				n++
			}
		}
		return float64(n)
	}
}

func share(is func(v, x float64) bool) func(vals []float64, x float64) float64 {
	count := counting(is)
	return func(vals []float64, x float64) float64 { return count(vals, x) / float64(len(vals)) }
}

func summing(is func(v, x float64) bool) func(vals []float64, x float64) float64 {
	return func(vals []float64, x float64) float64 {
		sum := 0.0
		for _, v := range vals {
			if is(v, x) {
				sum += v
			}
		}
		return sum
	}
}

func equal(v, x float64) bool   { return v == x }
func unequal(v, x float64) bool { return v != x }
func greater(v, x float64) bool { return v > x }
func atMost(v, x float64) bool  { return v <= x }

// line fits a straight line: its value at now and its slope per second.
func (w *window) line() (value, slope float64) { return fit(w.vals, w.at, w.now) }

func fit(vals []float64, at []timeline.Time, origin timeline.Time) (value, slope float64) {
	if len(vals) == 0 {
		return none, none
	}
	if !slices.ContainsFunc(vals, func(v float64) bool { return v != vals[0] }) {
		return vals[0], 0
	}
	var n, v, t, tv, tt float64
	for i, x := range vals {
		if x != x {
			continue
		}
		dt := seconds(at[i] - origin)
		n, v, t, tv, tt = n+1, v+x, t+dt, tv+dt*x, tt+dt*dt
	}
	if n == 0 {
		return none, none
	}
	if d := tt - t*t/n; math.Abs(d) >= 1e-6 {
		slope = (tv - t*v/n) / d
	}
	return v/n - slope*t/n, slope
}

func slopeOver(w *window) float64 {
	_, slope := w.line()
	return slope
}

func predict(w *window) float64 {
	value, slope := w.line()
	return value + slope*w.arg
}

func seconds(t timeline.Time) float64 { return float64(t) / 1e9 }
