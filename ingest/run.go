package ingest

import (
	"roomline/ingest/format"
	"roomline/timeline"
)

// run is the records of one second that went through the lane since they were counted last. They are
// counted together: when the second ends, or the lane. Until then their stamps stay as they were written.
type run struct {
	n                int64
	from             timeline.Time // first written stamp of the second
	width            timeline.Time // how far on it goes; 0: there is no run
	first, last      format.QuickHead
	firstPos         timeline.Pos
	lastPos          timeline.Pos
	earliest, latest format.QuickHead
	count            [timeline.Levels]uint32
}

// has says whether a record belongs to the run, by its stamp as it was written.
func (r *run) has(at timeline.Time) bool { return uint64(at-r.from) < uint64(r.width) }

// join notes a line of these forms.
func (s *scanner) join(h *format.LineHead, at int64) {
	if int(h.Rank) >= len(s.ranks) || s.ranks[h.Rank] == 0 {
		s.newRank(h.Rank)
	}
	if h.Access() {
		s.access()
	} else {
		s.engine()
	}
	s.note(h.QuickHead, timeline.Pos(at), timeline.LevelInfo)
}

// note adds a record to the run, or begins another one with it.
func (s *scanner) note(h format.QuickHead, pos timeline.Pos, level timeline.Level) {
	r := &s.run
	if !r.has(h.At) {
		s.endRun()
		s.beginRun(h, pos)
	}
	r.n++
	r.count[level]++
	r.last, r.lastPos = h, pos
	if h.At < r.earliest.At {
		r.earliest = h
	}
	if h.At > r.latest.At {
		r.latest = h
	}
}

// beginRun begins a run with a record that is not counted yet. The record of the assembler ends here.
func (s *scanner) beginRun(h format.QuickHead, pos timeline.Pos) {
	if s.rec.state != noRecord {
		s.close()
		s.rec = record{}
	}
	s.afterHole, s.outside, s.followed = false, false, 0
	span := s.clock.quick(h)
	s.out.stamp(span, pos)
	// The true second may begin at any written stamp if the log is shifted, and ends where the zone changes its offset.
	begin := h.At - (span.Lo - span.Lo.Floor(timeline.Second))
	from, to := s.clock.alike(h.At)
	from, to = max(from, begin), min(to, begin+timeline.Second)
	s.run = run{from: from, width: to - from, first: h, firstPos: pos, last: h, lastPos: pos, earliest: h, latest: h}
}

// endRun counts the records of the run: before the assembler takes one, and before anybody asks.
func (s *scanner) endRun() {
	r := &s.run
	if r.n == 0 {
		return
	}
	first := timeline.Beat{Interval: s.clock.quick(r.first), Pos: r.firstPos, Stamped: true}
	last := timeline.Beat{Interval: s.clock.quick(r.last), Pos: r.lastPos, Stamped: true}
	s.passed, s.records = s.passed+r.n, s.records+r.n
	s.out.stamps.add(s.clock.quick(r.earliest), r.firstPos)
	s.out.stamps.add(s.clock.quick(r.latest), r.firstPos)
	s.out.stamps.end = last.Interval
	c := s.cellOf(first.Lo)
	c.add(first, false)
	c.add(last, false)
	for level, n := range r.count {
		c.count[level] = s.out.cells.sum(c.count[level], n)
	}
	s.out.tail = tailRecord{known: true, pos: r.lastPos, any: true}
	r.n, r.width = 0, 0
}
