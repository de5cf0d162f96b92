package ingest

import (
	"roomline/ingest/format"
	"roomline/timeline"
)

// run is the records of one second that went through the lane since they were counted last. They are
// counted together: when the second ends, or the lane.
type run struct {
	n           int64
	second      timeline.Time // begin of the second
	first, last timeline.Beat
	low, high   timeline.Interval // earliest and latest stamp
	count       [timeline.Levels]uint32
}

// plainForms are the forms of lines that join a run without a look at their message.
func (s *scanner) plainForms() format.Forms {
	if s.bounded() || s.scan.wantRole && s.out.role == "" {
		return 0
	}
	return format.Routines | format.Batches
}

// plainly says whether a line of these forms may go into a run: of a batch line with numbers that are
// asked for, they were held back or read.
func (s *scanner) plainly(h *format.LineHead, line []byte) bool {
	if !h.In(format.Batches) || !s.asks() {
		return true
	}
	numbers, ok := s.hold(h.Rank, s.clock.quick(h.QuickHead).Lo, line[h.Body:])
	return numbers && ok
}

// bounded says whether a part of the time was asked for.
func (s *scanner) bounded() bool { return s.scan.since.Known() || s.scan.until.Known() }

// join notes a line of these forms.
func (s *scanner) join(h *format.LineHead, at int64) {
	if h.Rank > 0 {
		s.rank(h.Rank)
	}
	if h.Access() {
		s.access()
	} else {
		s.engine()
	}
	s.note(s.clock.quick(h.QuickHead), timeline.Pos(at), timeline.LevelInfo)
}

// note adds a record to the run, or begins another one with it.
func (s *scanner) note(span timeline.Interval, pos timeline.Pos, level timeline.Level) {
	r := &s.run
	if r.n == 0 || span.Lo < r.second || span.Lo >= r.second+timeline.Second {
		s.endRun()
		s.beginRun(span, pos)
	}
	r.n++
	r.count[level]++
	r.last.Interval, r.last.Pos = span, pos
	if span.Lo < r.low.Lo {
		r.low = span
	}
	if span.Lo > r.high.Lo {
		r.high = span
	}
}

// beginRun begins a run with a record that is not counted yet. The record of the assembler ends here.
func (s *scanner) beginRun(span timeline.Interval, pos timeline.Pos) {
	if s.rec.state != noRecord {
		s.close()
		s.rec = record{}
	}
	s.afterHole, s.outside, s.followed = false, false, 0
	s.out.stamp(span, pos)
	b := timeline.Beat{Interval: span, Pos: pos, Stamped: true}
	s.run = run{second: span.Lo.Floor(timeline.Second), first: b, last: b, low: span, high: span}
}

// endRun counts the records of the run: before the assembler takes one, and before anybody asks.
func (s *scanner) endRun() {
	r := &s.run
	if r.n == 0 {
		return
	}
	s.passed, s.records = s.passed+r.n, s.records+r.n
	s.out.stamps.add(r.low, r.first.Pos)
	s.out.stamps.add(r.high, r.first.Pos)
	s.out.stamps.end = r.last.Interval
	c := s.cellOf(r.first.Lo)
	c.add(r.first, false)
	c.add(r.last, false)
	for level, n := range r.count {
		c.count[level] = s.out.cells.sum(c.count[level], n)
	}
	s.out.tail = tailRecord{known: true, pos: r.last.Pos, any: true}
	r.n = 0
}
