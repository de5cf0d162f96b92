package ingest

import (
	"fmt"
	"testing"

	"roomline/timeline"
)

// However many hits there are, they are all counted; the first, the last, and the ends of each second
// and of each key are kept one by one.
func TestHitsFold(t *testing.T) {
	const total = 20_000
	f := newGather(Options{MaxHits: 10}.withDefaults(), &timeline.Tuples{}).fold
	f.log.NextFile(0, 0)
	for i := range total {
		at := timeline.Time(i/1000) * timeline.Second
		f.push(&timeline.RawHit{Signal: 3, Interval: timeline.At(at), Pos: timeline.Pos(i), Stamped: true, N: 1, Tuple: f.log.Tuples.AddStrings([]string{fmt.Sprint(i % 4)}, 1)})
	}
	hits := f.list().All()
	sum, seconds := int32(0), map[timeline.Time][2]timeline.Pos{}
	for i, h := range hits {
		sum += h.N
		if i > 0 && hits[i-1].Pos >= h.Pos {
			t.Fatalf("hit %d at %d stands behind one at %d", i, h.Pos, hits[i-1].Pos)
		}
		ends, ok := seconds[h.Lo]
		if !ok {
			ends[0] = h.Pos
		}
		ends[1] = h.Pos
		seconds[h.Lo] = ends
	}
	if sum != total {
		t.Errorf("%d hits counted, want %d", sum, total)
	}
	for at, ends := range seconds {
		from := timeline.Pos(at / timeline.Second * 1000)
		if ends[0] != from || ends[1] != from+999 {
			t.Errorf("second %v keeps %v", at, ends)
		}
	}
	if n := len(hits); n > 10+lastHits+2*20+8 || hits[9].Pos != 9 || hits[n-lastHits].Pos != total-lastHits {
		t.Errorf("%d hits are kept, the last ones from %d", n, hits[max(0, n-lastHits)].Pos)
	}
}
