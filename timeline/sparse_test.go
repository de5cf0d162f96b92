package timeline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// TestSparseHits: hits that stay packed until somebody looks are those that are unpacked otherwise, in the same order and
// found by the same times, whoever of them is asked for.
func TestSparseHits(t *testing.T) {
	schema := testSchema()
	sparse := []SignalID{sigReceived, sigDecReceived, sigSeen}
	for _, id := range sparse {
		schema.Signals[id].Sparse = true
	}
	for seed := range uint64(200) {
		read := func() *Facts {
			r := rand.New(rand.NewPCG(seed, 1))
			return facts(sparseLog(r, "prefill@n1"), sparseLog(r, "decode@n2"), sparseLog(r, "@n3"))
		}
		whole, inc := Build(read(), schema), BuildWith(read(), schema, InTurn, nil)
		if n := inc.HitsRead(); n == 0 || n != whole.HitsRead() {
			t.Fatalf("seed %d: %d hits are read, unpacked %d", seed, n, whole.HitsRead())
		}
		r := rand.New(rand.NewPCG(seed, 2))
		for _, id := range sparse {
			all := whole.Hits[id]
			if len(inc.Hits[id]) > 0 || inc.SomeHits(id) != (len(all) > 0) {
				t.Fatalf("seed %d: signal %d: unpacked, or not known to be there", seed, id)
			}
			sameHits(t, r, inc.SparseHits(id, paceless), all)
			for p := range inc.Processes {
				own := only(all, func(h *Hit) bool { return h.Process == ProcessID(p) })
				sameHits(t, r, inc.SparseHitsOf(id, ProcessID(p), paceless), own)
			}
			lacking := only(all, func(h *Hit) bool { _, ok := h.Cap(0); return !ok })
			sameHits(t, r, inc.SparseHitsLacking(id, 0, paceless), lacking)
			if t.Failed() {
				t.Fatalf("seed %d: signal %d", seed, id)
			}
		}
	}
}

func paceless(int) {}

// sparseLog is a log of few signals whose stamps go back, are unsure or lacking, with records folded into some.
func sparseLog(r *rand.Rand, base string) Stream {
	signals := []SignalID{sigReceived, sigDecReceived, sigSeen, sigStart}
	hits := []Hit{hit(1, sigLevel)}
	for range 2 + r.IntN(30) {
		h := hit(1+float64(r.IntN(40))/2, signals[r.IntN(len(signals))], []string{"", strconv.Itoa(r.IntN(3))}[r.IntN(2)])
		h.Hi += Time(r.IntN(3)*r.IntN(3)) * Second
		h.Stamped, h.N = r.IntN(5) > 0, int32(1+r.IntN(3)/2*r.IntN(5))
		hits = append(hits, h)
	}
	return log(base, hits...)
}

func only(hits []*Hit, want func(*Hit) bool) (out []*Hit) {
	for _, h := range hits {
		if want(h) {
			out = append(out, h)
		}
	}
	return out
}

// sameHits holds that packed hits are as others.
func sameHits(t *testing.T, r *rand.Rand, l *SparseHits, want []*Hit) {
	t.Helper()
	if l.Len() != len(want) {
		t.Fatalf("%d hits, want %d", l.Len(), len(want))
	}
	first, top := map[int]*Hit{}, MinTime
	for range len(want) { // some places before others, some twice
		from := r.IntN(len(want))
		for i, h := range l.Hits(from, from+r.IntN(len(want)-from)) {
			if at := from + i; first[at] == nil {
				first[at] = h
			} else if first[at] != h {
				t.Errorf("hit %d is another one when it is looked at again", at)
			}
		}
	}
	for i, h := range l.Hits(0, len(want)) {
		top = max(top, want[i].Reach())
		if l.Lo(i) != h.Lo || l.Reach(i) != top || fmt.Sprint(h) != fmt.Sprint(want[i]) {
			t.Errorf("hit %d: %+v at %s, by then until %s; want %+v, until %s", i, h, l.Lo(i), l.Reach(i), want[i], top)
		}
	}
	loose := only(l.Hits(0, len(want)), func(h *Hit) bool { return !h.Stamped })
	if got := l.Loose(); !slices.Equal(got, loose) {
		t.Errorf("%d hits without a stamp, want %d", len(got), len(loose))
	}
}
