package timeline

import (
	"math"
	"testing"
)

// TestAbsent: a NaN that was written is a value, and the mark survives a copy.
func TestAbsent(t *testing.T) {
	copied := append([]float64(nil), Absent)[0]
	for _, c := range []struct {
		name string
		v    float64
		want bool
	}{{"absent", Absent, true}, {"a copy", copied, true}, {"NaN", math.NaN(), false}, {"0", 0, false}, {"Inf", math.Inf(1), false}} {
		equal(t, c.name, IsAbsent(c.v), c.want)
	}
	equal(t, "absent is a NaN", math.IsNaN(Absent), true)
}

func TestNames(t *testing.T) {
	p := Process{Role: "prefill", Instance: "n1"}
	for life, want := range map[int]string{0: "prefill@n1", 1: "prefill@n1", 2: "prefill@n1/2", 11: "prefill@n1/11"} {
		equal(t, "life", p.Name(life), want)
	}
	equal(t, "target", (&Target{Role: "decode", Instance: "n2"}).Base(), "decode@n2")
	equal(t, "stream", (&Stream{Role: "decode", Instance: "n2"}).Base(), "decode@n2")
}

func TestLabel(t *testing.T) {
	s := Series{Labels: []Label{{"rank", "TP0"}, {"role", "prefill"}}}
	equal(t, "there", s.Label("role"), "prefill")
	equal(t, "not there", s.Label("group"), "")
}

// TestCap: a capture may be empty and yet there; what did not take part is not there.
func TestCap(t *testing.T) {
	h := Hit{Caps: []string{"", "x", "y"}, Has: 0b011}
	for _, c := range []struct {
		i    int
		text string
		ok   bool
	}{{0, "", true}, {1, "x", true}, {2, "", false}, {3, "", false}, {-1, "", false}} {
		text, ok := h.Cap(c.i)
		equal(t, "text", text, c.text)
		equal(t, "there", ok, c.ok)
	}
}

// TestHitMoment: only a record without a header may be the tail of a lost one; a stamped record that
// touches a hole keeps its place.
func TestHitMoment(t *testing.T) {
	h := Hit{Interval: span(1), Pos: 7, Stream: 2, Clock: 3, Stamped: true, Cut: true}
	equal(t, "stamped", h.Moment(), Moment{Interval: span(1), Pos: 7, Stream: 2, Clock: 3, Stamped: true})
	h.Stamped = false
	equal(t, "without a header", h.Moment(), Moment{Interval: span(1), Pos: 7, Stream: 2, Clock: 3, Cut: true})
}
