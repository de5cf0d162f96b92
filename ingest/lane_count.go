package ingest

import (
	"roomline/ingest/format"
	"roomline/timeline"
)

// class is what a message is; its format is noted when it first comes.
func (s *scanner) class(h format.QuickHead, body []byte) format.Class {
	if h.Access() {
		s.access()
	} else {
		s.engine()
	}
	if c, known := h.Known(); known {
		return c
	}
	return s.quick.Class(body)
}

// access counts an access line.
func (s *scanner) access() {
	if s.accesses++; !s.named[1] {
		s.named[1] = true
		s.out.name("uvicorn", 0)
	}
}

// engine notes that there is a line of the engine's.
func (s *scanner) engine() {
	if !s.named[0] {
		s.named[0] = true
		s.out.name("sglang", 0)
	}
}

// count adds up what went through the lane.
func (s *scanner) count() {
	n, p := s.passed, s.out
	p.lines, p.records, p.naive = p.lines+n, p.records+n, p.naive+n
	p.repeats.of += n - s.templated
	if n > s.accesses {
		p.name("sglang", n-s.accesses)
	}
	if s.accesses > 0 {
		p.name("uvicorn", s.accesses)
	}
	s.passed, s.accesses, s.templated = 0, 0, 0
}

// quick is span for a header of the lane.
func (c *clock) quick(h format.QuickHead) timeline.Interval {
	at, width := h.At-c.offsetAt(h.At)+timeline.Time(c.shift), timeline.Second
	if h.Milli() {
		width = timeline.Second / 1000
	}
	return timeline.Interval{Lo: at, Hi: at + width}
}

// head is the header as the assembler would have it.
func (s *scanner) head(h format.QuickHead) *format.Head {
	out := &format.Head{Name: "sglang", HasTime: true, At: h.At, Rank: s.quick.RankOf(h.Rank), Body: int(h.Body)}
	if h.Access() {
		out.Name, out.Level = "uvicorn", timeline.LevelInfo
	}
	return out
}

// rank notes a rank and gives its place in the part.
func (s *scanner) rank(number uint16) uint16 {
	if int(number) < len(s.ranks) && s.ranks[number] > 0 {
		return s.ranks[number]
	}
	return s.newRank(number)
}

// newRank notes a rank that was not noted yet.
func (s *scanner) newRank(number uint16) uint16 {
	if number == 0 {
		return 0
	}
	for int(number) >= len(s.ranks) {
		s.ranks = append(s.ranks, 0)
	}
	s.ranks[number] = s.out.rank(s.quick.RankOf(number))
	return s.ranks[number]
}

// cellOf is the cell of the second that a stamp lies in.
func (s *scanner) cellOf(at timeline.Time) *cell {
	if at < s.second || at >= s.second+timeline.Second {
		s.second = at.Floor(timeline.Second)
		s.cell = s.out.cells.get(s.second, true)
	}
	return &s.out.cells.list[s.cell]
}
