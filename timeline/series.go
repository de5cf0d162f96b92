package timeline

import (
	"math"
	"strconv"
)

const absentBits = 0x7ff8_0000_0000_1d1e

func absent() float64 { return math.Float64frombits(absentBits) }

// IsAbsent says whether a value is "this scrape lacks the series", which a written NaN is not.
func IsAbsent(v float64) bool { return math.Float64bits(v) == absentBits }

// Label is the value of a label, "" if there is none.
func (s *Series) Label(name string) string {
	for _, l := range s.Labels {
		if l.Name == name {
			return l.Value
		}
	}
	return ""
}

// Base is the name of the target's process, without a life: prefill@n1.
func (t *Target) Base() string { return t.Role + "@" + t.Instance }

// Base is the name of the stream's process, without a life: prefill@n1.
func (s *Stream) Base() string { return s.Role + "@" + s.Instance }

// LifeName writes a life of a process: prefill@n1, later ones prefill@n1/2.
func LifeName(base string, life int) string {
	if life <= 1 {
		return base
	}
	return base + "/" + strconv.Itoa(life)
}

// Moment is the hit's moment.
func (h *Hit) Moment() Moment {
	return Moment{Interval: h.Interval, Clock: h.Clock, Stream: h.Stream, Pos: h.Pos, Stamped: h.Stamped, Cut: h.Cut && !h.Stamped}
}

// Cap is a captured value by its index in SignalDef.Captures.
func (h *Hit) Cap(i int) (string, bool) {
	if i < 0 || i >= len(h.Caps) || h.Has&(1<<i) == 0 {
		return "", false
	}
	return h.Caps[i], true
}
