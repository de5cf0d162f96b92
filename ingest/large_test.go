package ingest

import (
	"math"
	"testing"

	"roomline/timeline"
)

// Counts of more records than a row stands for add up over several rows.
func TestFoldedSumsDoNotWrap(t *testing.T) {
	for _, misfit := range []bool{true, false} {
		role := map[bool]string{true: "prefill", false: "decode"}[misfit]
		f := &folder{max: 1, role: "decode", countsOnly: func(timeline.SignalID) bool { return true }, signalRole: func(timeline.SignalID) string { return role }, log: &timeline.HitLog{Tuples: &timeline.Tuples{}}}
		f.log.NextFile(0, 0)
		want := int64(0)
		for i := range 40 {
			const many = math.MaxInt32/4 + 1
			want += many
			f.push(&timeline.RawHit{Interval: timeline.Interval{Lo: timeline.Second, Hi: 2 * timeline.Second}, Pos: timeline.Pos(i), N: many, Stamped: true})
		}
		got, rows := int64(0), 0
		for _, h := range f.list().All() {
			got, rows = got+int64(h.N), rows+1
		}
		if got != want || rows >= 40 {
			t.Errorf("misfit %v: %d records in %d rows, want %d in fewer than 40", misfit, got, rows, want)
		}
	}
}

func TestCountsOfASecondSaturate(t *testing.T) {
	var c cells
	if n := c.sum(math.MaxUint32-1, 1); n != math.MaxUint32 || c.full {
		t.Errorf("%d, full %v", n, c.full)
	}
	if n := c.sum(math.MaxUint32-1, 5); n != math.MaxUint32 || !c.full {
		t.Errorf("%d, full %v", n, c.full)
	}
	g := newGather(Options{}.withDefaults(), &timeline.Tuples{})
	g.nextFile(0, false)
	for range 2 {
		p := &part{}
		p.cells.list = []cell{{at: timeline.Second, stamped: true, count: [timeline.Levels]uint32{math.MaxUint32 - 3}}}
		g.merge(p)
	}
	if a := g.stream(timeline.NoTime).Activity; a[0].Count[0] != math.MaxUint32 || !g.cells.full {
		t.Errorf("%+v, full %v", a, g.cells.full)
	}
}
