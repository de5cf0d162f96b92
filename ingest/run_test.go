package ingest

import (
	"math/rand/v2"
	"testing"
	"time"

	"roomline/ingest/format"
	"roomline/timeline"
)

// A run holds records of one true second alone, whatever was added to their stamps, and wherever the zone changes its
// offset; without a zone it holds all of that second.
func TestRunIsOfOneSecond(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	var around []timeline.Time // naive times at which the offset may change
	for _, day := range []time.Time{time.Date(2026, 3, 29, 0, 0, 0, 0, time.UTC), time.Date(2026, 10, 25, 0, 0, 0, 0, time.UTC)} {
		around = append(around, timeline.FromStd(day.Add(2*time.Hour)), timeline.FromStd(day.Add(3*time.Hour)))
	}
	r := rand.New(rand.NewPCG(5, 3))
	ms := func(n int) timeline.Time { return timeline.Time(r.IntN(2*n)-n) * timeline.Second / 1000 }
	for range 20_000 {
		loc := []*time.Location{nil, berlin}[r.IntN(2)]
		s := &scanner{}
		s.clock, s.out = newClock(loc, time.Duration(ms(1500)), 0), &part{}
		first := around[r.IntN(len(around))] + ms(1500)
		s.beginRun(format.QuickHead{At: first}, 0)
		other := first + ms(1500)
		second := func(at timeline.Time) timeline.Time {
			return s.clock.quick(format.QuickHead{At: at}).Lo.Floor(timeline.Second)
		}
		one := second(first) == second(other)
		switch got := s.run.has(other); {
		case got && !one:
			t.Fatalf("a run from %s on takes %s, of another second (%v, shift %s)", first, other, loc, s.clock.shift)
		case !got && one && loc == nil:
			t.Fatalf("a run from %s on leaves %s, of its second (shift %s)", first, other, s.clock.shift)
		}
	}
}
