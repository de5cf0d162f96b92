package timeline

import "testing"

// TestSetBack: stamps that go back matter to what bytes order, which are records without a header.
func TestSetBack(t *testing.T) {
	beat := func(at Time, pos Pos) Beat {
		return Beat{Interval: Interval{Lo: at * Second, Hi: (at + 1) * Second}, Pos: pos, Stamped: true}
	}
	s := Stream{Beats: []Beat{beat(10, 0), beat(40, 1), beat(15, 2), beat(41, 3)}, Hits: []Hit{{Stamped: true}}}
	if got := s.setBack(); got != 0 {
		t.Errorf("%d where all hits have headers", got)
	}
	s.Hits = append(s.Hits, Hit{})
	if got := s.setBack(); got != 25*Second {
		t.Errorf("%d, want 25 seconds", got)
	}
	s.Hits, s.Log = nil, &HitLog{Tuples: &Tuples{}}
	s.Log.Append(&Hit{Stamped: true})
	if got := s.setBack(); got != 0 {
		t.Errorf("%d where all rows have headers", got)
	}
	s.Log.Append(&Hit{})
	if got := s.setBack(); got != 25*Second {
		t.Errorf("%d, want 25 seconds of a log", got)
	}
}
