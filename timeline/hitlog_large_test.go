package timeline

import (
	"math"
	"testing"
)

// A rotation of many files is one stream: positions go beyond what a row holds.
func TestHitLogFarPositions(t *testing.T) {
	l := &HitLog{Tuples: &Tuples{}}
	l.NextFile(0, 0)
	far := Pos(10 << 40)
	for _, pos := range []Pos{far + 5, 7, 1<<40 + 3, far} {
		l.Append(&Hit{Interval: Interval{Second, 2 * Second}, Pos: pos, Signal: 3, N: 1, Stamped: true, Ref: Ref{Offset: int64(pos), Line: 1 << 33, Length: 9, Hash: 5}})
	}
	l.Sort()
	for i, want := range []Pos{7, 1<<40 + 3, far, far + 5} {
		var h Hit
		l.Hit(i, &h)
		if l.Pos(i) != want || h.Pos != want || h.Ref.Offset != int64(want) || h.Ref.Line != 1<<33 || l.Signal(i) != 3 {
			t.Errorf("hit %d at %d (row says %d), line %d; want %d", i, h.Pos, l.Pos(i), h.Ref.Line, want)
		}
	}
}

// A row that stands for as many records as it can takes no more, and never fewer than none.
func TestHitLogCountsDoNotWrap(t *testing.T) {
	l := &HitLog{Tuples: &Tuples{}}
	l.NextFile(0, 0)
	l.Append(&Hit{Interval: Interval{Second, 2 * Second}, N: 1, Stamped: true})
	if !l.AddN(0, math.MaxInt32-1) || l.N(0) != math.MaxInt32 {
		t.Errorf("stands for %d", l.N(0))
	}
	if l.AddN(0, 1) || l.N(0) != math.MaxInt32 {
		t.Errorf("one too many: stands for %d", l.N(0))
	}
}
