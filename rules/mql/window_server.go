package mql

import "roomline/timeline"

// removeResets makes a counter one that never falls. As in VictoriaMetrics a drop by less than an
// eighth is a hiccup of the reader and no reset.
func removeResets(vals []float64) []float64 {
	out := make([]float64, len(vals))
	offset, prev := 0.0, 0.0
	for i, v := range vals {
		if d := v - prev; i > 0 && d < 0 {
			if -d*8 < prev {
				offset += prev - v
			} else {
				offset += prev
			}
		}
		prev, out[i] = v, v+offset
		if i > 0 && out[i] < out[i-1] {
			out[i] = out[i-1]
		}
	}
	return out
}

// maxPrevious is how far before a window a server still takes a sample for the one before it: the
// usual step of the samples and some more, the smaller the step.
func maxPrevious(interval timeline.Time) timeline.Time {
	ms := interval / 1e6 // as a server counts
	switch {
	case ms <= 2000:
		ms *= 5
	case ms <= 4000:
		ms *= 3
	case ms <= 8000:
		ms *= 2
	case ms <= 16000:
		ms += ms / 2
	case ms <= 32000:
		ms += ms / 4
	default:
		ms += ms / 8
	}
	return ms * 1e6
}

// usualStep is what a server takes for the interval of a series: the 0.6 quantile of its last twenty
// steps, in whole milliseconds.
func usualStep(at []timeline.Time, otherwise timeline.Time) timeline.Time {
	if len(at) < 2 {
		return otherwise
	}
	at = at[max(0, len(at)-21):]
	gaps := make([]float64, len(at)-1)
	for i := range gaps {
		gaps[i] = float64((at[i+1] - at[i]) / 1e6)
	}
	step := timeline.Time(quantileOf(0.6, sortedOf(gaps))) * 1e6
	if step <= 0 {
		return otherwise
	}
	return step
}
