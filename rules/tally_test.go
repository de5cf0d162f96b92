package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"roomline/timeline"
)

// TestTallyNames: what the hits of a set name is that of a set made anew, although what was told is told again as long as
// it is the same; and what was told before stays as it was.
func TestTallyNames(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := &counter{c: &ctx{facts: &facts{indexes: &indexes{}}}, op: &Op{Distinct: "room"}, ranked: []string{"TP0", "TP1", "TP2"}, named: []string{"5", "6", "7"}}
		for range 8 {
			n.known = append(n.known, counted{hit: &timeline.Hit{N: 1}, key: -1})
			n.ranks, n.rooms = append(n.ranks, int32(r.IntN(4)-1)), append(n.rooms, int32(r.IntN(4)-1))
		}
		set, in := newTally(n), make([]bool, len(n.known))
		var before total
		var was namedBy
		for range 40 {
			i := r.IntN(len(in))
			if in[i] = !in[i]; in[i] {
				set.add(i)
			} else {
				set.drop(i)
			}
			anew := newTally(n)
			for i := range in {
				if in[i] {
					anew.add(i)
				}
			}
			got, want := set.total(false), anew.total(false)
			if !sameNames(got.by(), want.by()) {
				t.Fatalf("seed %d: of %v it names %v, anew %v", seed, in, got.by(), want.by())
			}
			if !sameNames(before.by(), was) {
				t.Fatalf("seed %d: what was told is %v and was %v", seed, before.by(), was)
			}
			before, was = got, namedBy{ranks: slices.Clone(got.by().ranks), rooms: slices.Clone(got.by().rooms)}
		}
	}
}

// sameNames compares ranks as they stand and rooms in whatever order.
func sameNames(a, b namedBy) bool {
	return slices.Equal(a.ranks, b.ranks) && slices.Equal(slices.Sorted(slices.Values(a.rooms)), slices.Sorted(slices.Values(b.rooms)))
}

// TestTotalAcrossHoles: of a log whose holes may hide a restart only the hits that decide are counted, the latest first, and
// their ranks and rooms are told, no others.
func TestTotalAcrossHoles(t *testing.T) {
	stream := &timeline.Stream{ID: 1}
	n := &counter{c: &ctx{facts: &facts{indexes: &indexes{}}}, op: &Op{Distinct: "room", Min: 3}, want: 3, width: 60 * timeline.Second,
		ranked: []string{"TP0", "TP1", "TP2"}, named: []string{"5", "6", "7", "8", "9"}, keys: 5,
		split: []*holeIn{{stream, &timeline.Hole{Interval: timeline.Interval{Lo: 900 * timeline.Second, Hi: 901 * timeline.Second}, Pos: 900}}}}
	for i := range int32(5) {
		at := timeline.Time(i+100) * timeline.Second
		n.known = append(n.known, counted{hit: &timeline.Hit{N: 1, Stream: 1, Pos: timeline.Pos(i), Stamped: true, Interval: timeline.Interval{Lo: at, Hi: at + timeline.Second}}, in: timeline.T, key: i})
		n.ranks, n.rooms = append(n.ranks, i/2), append(n.rooms, i)
	}
	got := n.total(4, nil, false)
	by := got.by()
	if got.sure != 3 || !slices.Equal(by.took, []int{2, 3, 4}) || !sameNames(by, namedBy{ranks: []string{"TP1", "TP2"}, rooms: []string{"7", "8", "9"}}) {
		t.Errorf("it counts %d, %v, which name %v", got.sure, by.took, by)
	}
	if two := n.total(1, nil, false); two.sure != 2 || len(two.by().ranks)+len(two.by().rooms) > 0 || !slices.Equal(two.by().took, []int{0, 1}) {
		t.Errorf("of two, which decide nothing, it counts %d and names %v", two.sure, two.by())
	}
}
