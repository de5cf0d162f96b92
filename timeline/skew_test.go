package timeline

import (
	"fmt"
	"testing"
	"time"
)

// pairs are rooms that both sides received, decode so many seconds after prefill.
func pairs(base string, distances ...float64) (p, d Stream) {
	var ps, ds []Hit
	for i, dist := range distances {
		id := fmt.Sprint(base, i)
		ps = append(ps, hit(float64(10*i), sigReceived, id))
		ds = append(ds, hit(float64(10*i)+dist, sigDecReceived, id))
	}
	return prefill(ps...), log(base, ds...)
}

func TestSkew(t *testing.T) {
	for _, c := range []struct {
		name      string
		distances []float64
		want      string
	}{
		{"decode is ahead", []float64{3, 3, 3, 3, 3}, "3s 1s 5"},
		{"decode is behind", []float64{-3, -3, -3, -3, -3}, "-3s 1s 5"},
		{"one clock", []float64{0, 0, 0, 0, 0, 0}, "0s 1s 6"},
		{"a straggler is no skew", []float64{1, 1, 200, 1, 1}, "1s 1s 5"},
		{"half the spread of the middle half", []float64{0, 4, 8, 12, 16, 20, 24, 28}, "16s 8s 8"},
		{"too few pairs", []float64{3, 3, 3, 3}, ""},
		{"no pair", nil, ""},
	} {
		got := ""
		for _, s := range build(pairs("decode@n2", c.distances...)).Skews {
			equal(t, c.name, s.A+" "+s.B, "prefill@n1 decode@n2")
			got = fmt.Sprint(s.By, " ", s.Within, " ", s.Pairs)
		}
		equal(t, c.name, got, c.want)
	}
}

// TestSkewOfPairsOfProcesses: rooms of two decode processes say nothing of one another's clock.
func TestSkewOfPairsOfProcesses(t *testing.T) {
	p2, d2 := pairs("decode@n2", 2, 2, 2, 2, 2)
	p3, d3 := pairs("decode@n3", 7, 7, 7, 7, 7)
	p4, d4 := pairs("decode@n4", 9, 9)
	inc := build(d3, d4, p3, p4, p2, d2)
	equal(t, "skews", len(inc.Skews), 2)
	equal(t, "sorted", inc.Skews[0].B+" "+inc.Skews[1].B, "decode@n2 decode@n3")
	equal(t, "n2", inc.Skews[0].By, 2*time.Second)
	equal(t, "n3", inc.Skews[1].By, 7*time.Second)
}

// TestSkewOfOneSide: rooms that one side alone shows, or that a router shows too, give no pair.
func TestSkewOfOneSide(t *testing.T) {
	p, _ := pairs("decode@n2", 3, 3, 3, 3, 3)
	_, r := pairs("router@n2", 3, 3, 3, 3, 3)
	equal(t, "skews", len(build(p, r).Skews), 0)
}

// TestSkewOfUnlikeLines: prefill shows what it received, decode only what failed minutes later. That
// is how long the rooms hung, not how far the clocks are apart.
func TestSkewOfUnlikeLines(t *testing.T) {
	var ps, ds []Hit
	for i := range 5 {
		ps = append(ps, hit(float64(i), sigReceived, fmt.Sprint(i)))
		ds = append(ds, hit(float64(300+i), sigTimeout, fmt.Sprint(i), "300"))
	}
	equal(t, "skews", len(build(prefill(ps...), decode(ds...)).Skews), 0)
}
