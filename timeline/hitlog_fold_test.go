package timeline

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFoldIsSlowFold: what is left of a log, whatever its rows are, is what plain words say of it.
func TestFoldIsSlowFold(t *testing.T) {
	folded := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 11))
		l := &HitLog{Tuples: &Tuples{}}
		l.NextFile(0, 0)
		rules := []FoldRule{{Limit: 3, Keyed: true}, {Limit: 5}, {Limit: 1 << 20, Keyed: true}, {Limit: 1, Keyed: true}}
		var want []Hit
		marked := map[[2]uint32]bool{}
		for i := range 1 + r.IntN(3*chunkRows) {
			h := randomHit(r, Pos(10*i), l.Tuples)
			h.Signal, h.N = SignalID(r.IntN(len(rules))), 1+r.Int32N(3)*r.Int32N(150)
			h.Lo = Time(1_700_000_000+i/40) * Second
			h.Hi = h.Lo + Second
			if h.Tuple = 0; r.IntN(4) > 0 {
				h.Tuple = l.Tuples.number(uint64(r.IntN(2 + i/10)))
			}
			l.Append(&h)
			key := [2]uint32{uint32(h.Signal), uint32(h.Tuple)}
			l.Mark(int32(i), !marked[key])
			marked[key] = true
			rules[h.Signal].Hits++
			want = append(want, h)
		}
		before := len(want)
		want = slowFold(want, rules, 8)
		gone := 0
		for _, n := range l.Fold(rules, 8) {
			gone += n
		}
		l.Compact()
		got := l.All()
		if len(got) != len(want) || gone != before-len(want) {
			t.Fatalf("seed %d: %d rows are left of %d and %d said to be gone, want %d", seed, len(got), before, gone, len(want))
		}
		for i := range want {
			if got[i].Pos != want[i].Pos || got[i].N != want[i].N || got[i].Ref != want[i].Ref {
				t.Fatalf("seed %d: row %d is %+v, want %+v", seed, i, got[i], want[i])
			}
		}
		folded += gone
	}
	if folded < 10_000 {
		t.Errorf("only %d rows were folded", folded)
	}
}

// slowFold says of each hit whether it stays, signal after signal.
func slowFold(hits []Hit, rules []FoldRule, last int) []Hit {
	for sig, rule := range rules {
		var own []int
		ends := map[TupleID][2]int{}
		for i := range hits {
			if int(hits[i].Signal) == sig {
				e, ok := ends[hits[i].Tuple]
				if !ok {
					e[0] = i
				}
				e[1] = i
				ends[hits[i].Tuple] = e
				own = append(own, i)
			}
		}
		slowFoldOne(hits, own, func(k int) bool {
			e := ends[hits[own[k]].Tuple]
			return k < rule.Limit || k >= len(own)-last || rule.Keyed && hits[own[k]].Tuple != 0 && slices.Contains(e[:], own[k])
		})
	}
	return slices.DeleteFunc(hits, func(h Hit) bool { return h.N == 0 })
}

// slowFoldOne lets the hits of one signal that do not stay count for what is left before them, if that and the next one lie in
// the same second and are alike.
func slowFoldOne(hits []Hit, own []int, stays func(int) bool) {
	alike := func(a, b *Hit) bool {
		return a.Lo.Floor(Second) == b.Lo.Floor(Second) && a.Stamped == b.Stamped && a.Cut == b.Cut
	}
	left := -1
	for k, i := range own {
		if !stays(k) && left >= 0 && k+1 < len(own) && alike(&hits[left], &hits[i]) && alike(&hits[i], &hits[own[k+1]]) {
			hits[left].N += hits[i].N
			hits[i].N = 0
			continue
		}
		left = i
	}
}
