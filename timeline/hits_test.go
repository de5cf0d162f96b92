package timeline

import "testing"

func TestMisfits(t *testing.T) {
	for _, c := range []struct {
		role   string
		sig    SignalID
		counts bool
	}{
		{"prefill", sigReceived, true},
		{"decode", sigReceived, false},
		{"router", sigReceived, false},
		{"unknown", sigReceived, true}, // a wrong guess must not switch rules off
		{"", sigReceived, true},
		{"decode", sigSeen, true},
	} {
		inc := build(log(c.role+"@n1", hit(1, c.sig, "7")))
		equal(t, c.role+" hits", len(inc.Hits[c.sig]), map[bool]int{true: 1}[c.counts])
		equal(t, c.role+" misfits", len(inc.Misfits[c.sig]), map[bool]int{false: 1}[c.counts])
		equal(t, c.role+" makes a room", inc.Rooms.Len() == 1, c.counts)
	}
}

// TestHitsAreSorted: by time, then stream, then bytes; a stamp that runs back is put in its place.
func TestHitsAreSorted(t *testing.T) {
	inc := build(log("prefill@n1", hit(5, sigSeen), hit(3, sigSeen), hit(5, sigSeen)), log("decode@n2", hit(4, sigSeen), hit(5, sigSeen)))
	want := []struct {
		at     float64
		stream StreamID
		pos    Pos
	}{{3, 1, 20}, {4, 2, 10}, {5, 1, 10}, {5, 1, 30}, {5, 2, 20}}
	for i, h := range inc.Hits[sigSeen] {
		w := want[i]
		if h.Lo != sec(w.at) || h.Stream != w.stream || h.Pos != w.pos {
			t.Errorf("hit %d is at %s of stream %d, byte %d, not %v", i, rel(h.Lo), h.Stream, h.Pos, w)
		}
	}
	equal(t, "hits", len(inc.Hits[sigSeen]), len(want))
	equal(t, "clock", inc.Hits[sigSeen][1].Clock, inc.Streams[1].Clock)
}

// TestSure: of a record that is cut only what it lacks is unsure.
func TestSure(t *testing.T) {
	torn := func(sig SignalID) Hit { h := hit(1, sig); h.Cut = true; return h }
	inc := build(log("prefill@n1", torn(sigNot), torn(sigSeen), hit(2, sigNot)))
	equal(t, "cut, with a not", inc.Hits[sigNot][0].Sure, false)
	equal(t, "cut, without a not", inc.Hits[sigSeen][0].Sure, true)
	equal(t, "whole", inc.Hits[sigNot][1].Sure, true)
}

// TestRest: folded records lie behind the hit, before the next one of that signal, in its second.
func TestRest(t *testing.T) {
	folded := hit(1.25, sigSeen)
	folded.N, folded.Hi = 3, folded.Lo+1
	inc := build(log("prefill@n1", folded, hit(1.5, sigDebug), hit(1.75, sigSeen), hit(3, sigSeen)), log("prefill@n2", folded))
	for _, c := range []struct {
		name string
		h    *Hit
		last Pos
		ok   bool
	}{
		{"up to the next of its signal", &inc.Streams[0].Hits[0], 29, true},
		{"up to the end", &inc.Streams[1].Hits[0], MaxPos, true},
		{"a single record has none", &inc.Streams[0].Hits[2], 0, false},
	} {
		first, last, ok := c.h.Rest()
		equal(t, c.name, ok, c.ok)
		if !ok {
			equal(t, "bound of a single record", c.h.RestUntil, 0)
			continue
		}
		equal(t, c.name+": first byte", first.Pos, 11)
		equal(t, c.name+": last byte", last.Pos, c.last)
		equal(t, c.name+": span", first.Interval, Interval{sec(1.25), sec(2)})
		equal(t, c.name+": span of the last", last.Interval, first.Interval)
	}
}

// TestRestHeaderless: between two headers nothing more is known of the folded ones than of the hit.
func TestRestHeaderless(t *testing.T) {
	h := hit(1, sigSeen)
	h.Stamped, h.N, h.Interval = false, 2, Interval{sec(0.5), sec(0.75)}
	first, last, ok := h.Rest()
	if !ok || first.Interval != h.Interval || last.Interval != h.Interval || first.Stamped {
		t.Errorf("rest is %v %v %v", first, last, ok)
	}
}

func TestExcerpts(t *testing.T) {
	full := func() Stream {
		return log("prefill@n1", hit(1, sigSeen, "a"), hit(2, sigSeen, "bb"), hit(3, sigSeen, "ccc"))
	}
	grep := func() Stream { return log("prefill@n1", hit(2, sigSeen, "bb")) }
	for _, c := range []struct {
		name    string
		other   Stream
		excerpt bool
		change  func(s *Stream)
	}{
		{"a grep beside the full log", grep(), true, nil},
		{"two equal files", full(), true, nil},
		{"a misfit is not asked for", log("prefill@n1", hit(2, sigSeen, "bb"), hit(9, sigDecFailed, "1")), true, nil},
		{"one line is not in the full log", log("prefill@n1", hit(2, sigSeen, "bb"), hit(3, sigSeen, "dddd")), false, nil},
		{"same text at another time", log("prefill@n1", hit(4, sigSeen, "bb")), false, nil},
		{"another signal", log("prefill@n1", hit(2, sigDebug, "bb")), false, nil},
		{"another process", log("prefill@n2", hit(2, sigSeen, "bb")), false, nil},
		{"no hit at all", log("prefill@n1"), false, nil},
		{"misfits alone show nothing", log("prefill@n1", hit(9, sigDecFailed, "1")), false, nil},
		{"missing", grep(), false, func(s *Stream) { s.Missing = true }},
	} {
		if c.change != nil {
			c.change(&c.other)
		}
		inc := build(full(), c.other)
		equal(t, c.name, inc.Streams[1].ExcerptOf == 1, c.excerpt)
		equal(t, c.name+": the full log is none", inc.Streams[0].ExcerptOf, 0)
		if c.excerpt {
			equal(t, c.name+": counted once", len(inc.Hits[sigSeen]), 3)
		}
	}
}

// TestExcerptOfMoreRecords: the file with more records is the full one, even if it holds no hit more.
func TestExcerptOfMoreRecords(t *testing.T) {
	f := facts(log("prefill@n1", hit(2, sigSeen, "bb")), log("prefill@n1", hit(2, sigSeen, "bb")))
	f.Sources[1].Records = 1000
	inc := Build(f, testSchema())
	equal(t, "the short one", inc.Streams[0].ExcerptOf, 2)
	equal(t, "the long one", inc.Streams[1].ExcerptOf, 0)
	equal(t, "counted once", len(inc.Hits[sigSeen]), 1)
}

// TestExcerptHeaderless: a line without a header has no stamp to compare, only its text.
func TestExcerptHeaderless(t *testing.T) {
	bare := func(at float64) Hit { h := hit(at, sigSeen, "bb"); h.Stamped = false; return h }
	inc := build(log("prefill@n1", hit(1, sigSeen, "a"), bare(2)), log("prefill@n1", bare(7)))
	equal(t, "excerpt", inc.Streams[1].ExcerptOf, 1)
}
