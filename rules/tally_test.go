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
