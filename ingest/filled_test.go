package ingest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"roomline/timeline"
)

// Hits that are folded while parts are scanned, by what was known of the stream then, end up as those that
// are all handed on one by one.
func TestFilledFoldsTheSame(t *testing.T) {
	folded := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		hits := randomHits(r, 300+r.IntN(400))
		opt := Options{MaxHits: 1 + r.IntN(30), CountsOnly: func(id timeline.SignalID) bool { return id == 3 }}.withDefaults()
		want, got := newGather(opt, &timeline.Tuples{}), newGather(opt, &timeline.Tuples{})
		for _, g := range []*gather{want, got} {
			g.fold.log.NextFile(0, 0)
			for i := range 5 {
				g.fold.log.Tuples.AddStrings([]string{fmt.Sprint("t", i)}, 1)
			}
		}
		for i := range hits {
			want.fold.push(&hits[i])
		}
		known, p := got.fold.filled.of(), newPart()
		for rest := hits; len(rest) > 0; {
			n := min(len(rest), 1+r.IntN(120))
			p.reset()
			p.early.full = known
			for i := range n {
				p.addHit(&rest[i], opt.CountsOnly)
			}
			if r.IntN(2) == 0 { // the next part is scanned before this one is gathered
				known = got.fold.filled.of()
			}
			p.inOrder()
			folded += n - len(p.hits)
			for i := range p.hits {
				got.fold.push(&p.hits[i])
			}
			if r.IntN(3) == 0 {
				got.fold.foldAll()
			}
			rest = rest[n:]
		}
		if a, b := want.fold.list().All(), got.fold.list().All(); !reflect.DeepEqual(a, b) {
			t.Fatalf("seed %d: %d hits, want %d\n%v\n%v", seed, len(b), len(a), placesOf(b), placesOf(a))
		}
	}
	if folded < 10_000 {
		t.Errorf("only %d hits were folded early", folded)
	}
}

// randomHits are of four signals, some of which capture something at times; several share a record.
func randomHits(r *rand.Rand, n int) (hits []timeline.RawHit) {
	at := timeline.Time(0)
	for i := range n {
		if r.IntN(20) == 0 {
			at += timeline.Time(r.IntN(3)-r.IntN(2)) * timeline.Second
		}
		signals := slices.DeleteFunc([]timeline.SignalID{1, 2, 3, 4}, func(timeline.SignalID) bool { return r.IntN(2) == 0 })
		for _, id := range signals {
			h := timeline.RawHit{Signal: id, Interval: timeline.At(at), Pos: timeline.Pos(i), Offset: int64(i), Line: int64(i), Stamped: true, N: 1, Cut: r.IntN(60) == 0}
			if id == 4 || id == 2 && r.IntN(5) == 0 {
				h.Tuple = timeline.TupleID(r.IntN(6))
			}
			hits = append(hits, h)
		}
	}
	return hits
}

func placesOf(hits []timeline.Hit) (out []string) {
	for i := range hits {
		out = append(out, fmt.Sprintf("%d@%d x%d", hits[i].Signal, hits[i].Pos, hits[i].N))
	}
	return out
}
