package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"roomline/timeline"
)

// TestHitListFindsByTime: what a list gives near a window is what a walk finds there, whether its hits are indexed, walked
// over, or packed.
func TestHitListFindsByTime(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	for range 200 {
		seed := r.Uint64()
		schema := &timeline.Schema{Signals: []timeline.SignalDef{{Sparse: true}}}
		hits := timeline.Build(listedHits(seed), schema).Hits[0]
		packed := timeline.BuildWith(listedHits(seed), schema, timeline.InTurn, nil)
		indexed := (&indexes{}).newHitList(hits)
		lists := map[string]*hitList{"indexed": &indexed, "walked": {hits: hits}, "packed": {sparse: packed.SparseHits(0, func(int) {})}}
		for range 20 {
			lo := timeline.Time(r.IntN(24)-2) * timeline.Second / 2
			hi := lo + timeline.Time(r.IntN(12))*timeline.Second/2
			from := slices.IndexFunc(hits, func(h *timeline.Hit) bool { return h.Reach() > lo })
			to := sort.Search(len(hits), func(i int) bool { return hits[i].Lo > hi })
			want := ""
			if from >= 0 && from < to {
				want = placesOf(hits[from:to])
			}
			begun := sort.Search(len(hits), func(i int) bool { return hits[i].Lo >= lo })
			for name, l := range lists {
				if got := placesOf(l.near(lo, hi)); got != want {
					t.Fatalf("%s: near [%d, %d] of %s: %q, want %q", name, lo, hi, placesOf(hits), got, want)
				}
				if got := l.before(lo); got != begun {
					t.Fatalf("%s: %d of %s begin before %d, want %d", name, got, placesOf(hits), lo, begun)
				}
			}
		}
	}
}

// listedHits are some hits of one log, at half seconds, of which some reach further than others.
func listedHits(seed uint64) *timeline.Facts {
	r := rand.New(rand.NewPCG(seed, 0))
	s := timeline.Stream{Name: "n1", Instance: "n1", Sources: []timeline.SourceID{0}, Captured: timeline.NoTime}
	for i := range r.IntN(12) {
		at := timeline.Time(r.IntN(20)) * timeline.Second / 2
		span := timeline.Interval{Lo: at, Hi: at + timeline.Time(1+r.IntN(3)*r.IntN(3))*timeline.Second/2}
		s.Hits = append(s.Hits, timeline.Hit{Interval: span, Pos: timeline.Pos(10 * i), N: 1, Stamped: true})
	}
	return &timeline.Facts{Sources: []timeline.Source{{Path: "n1", Records: 12, Target: -1}}, Streams: []timeline.Stream{s}, CapturedAt: timeline.NoTime}
}

// placesOf tells hits of one stream by where they stand.
func placesOf(hits []*timeline.Hit) (text string) {
	for _, h := range hits {
		text += fmt.Sprintf("%d@%s ", h.Pos, h.Lo)
	}
	return text
}
