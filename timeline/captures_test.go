package timeline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Captures are those that the table gives, whatever is asked for before and in between, in a table by ID
// and in a map; equal tuples share theirs.
func TestCapturesAreTheTables(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	tuples := &Tuples{}
	var ids []TupleID
	for range 3000 {
		caps, has := []string{fmt.Sprint(r.IntN(2000))}, uint32(1)
		switch r.IntN(6) {
		case 0:
			caps, has = []string{strings.Repeat("x", r.IntN(40)), "", "007"}, uint32(r.IntN(8))
		case 1:
			caps, has = []string{strings.Repeat("long ", r.IntN(8000))}, 1
		case 2:
			caps, has = nil, 0
		}
		for k := range caps {
			if has>>k&1 == 0 {
				caps[k] = ""
			}
		}
		ids = append(ids, tuples.AddStrings(caps, has))
	}
	for name, c := range map[string]*captures{"by ID": capturesOf(tuples, 1<<20), "few": capturesOf(tuples, 0)} {
		if (c.dense != nil) != (name == "by ID") {
			t.Fatal(name)
		}
		got := map[TupleID]captured{}
		for _, id := range ids {
			if id != 0 {
				got[id] = c.of(id)
			}
		}
		for id, have := range got {
			caps, has := tuples.Values(id)
			if has != have.has || !slices.Equal(caps, have.caps) || cap(have.caps) != len(have.caps) {
				t.Fatalf("%s, tuple %d: %q, %b instead of %q, %b", name, id, have.caps, have.has, caps, has)
			}
			if again := c.of(id); len(caps) > 0 && &again.caps[0] != &have.caps[0] {
				t.Fatalf("%s, tuple %d: it was made twice", name, id)
			}
		}
	}
}

// Logs that bring tables of their own get the captures of their own, though IDs are the same.
func TestCapturesOfEachTable(t *testing.T) {
	var streams []Stream
	for _, level := range []string{"debug", "info", "debug"} {
		tuples := &Tuples{}
		log := &HitLog{Tuples: tuples}
		log.NextFile(0, 0)
		h := hit(1, sigLevel)
		h.Tuple = tuples.AddText([]byte(level))
		log.Append(&h)
		streams = append(streams, Stream{Role: "prefill", Instance: level + fmt.Sprint(len(streams)), Captured: NoTime, Stamped: true, Log: log})
	}
	inc := build(streams...)
	for i := range inc.Streams {
		s := &inc.Streams[i]
		if got := s.Hits[0].Caps[0]; !strings.HasPrefix(s.Instance, got) {
			t.Errorf("%s captured %q", s.Instance, got)
		}
	}
}
