package ingest

import (
	"bytes"
	"slices"

	"roomline/ingest/format"
	"roomline/ingest/lines"
	"roomline/timeline"
)

// lane takes the records that nearly all of a log are past the assembler: one line with the engine's
// own header, that no line without a header can go on with. It finds what the assembler would find.
type lane struct {
	index  lines.Index
	heads  format.Quick
	ranks  []uint64 // whether each was noted in the part, by RankOf
	named  [2]bool  // whether sglang and uvicorn were
	second timeline.Time
	cell   int32 // of that second, in the part
	odd    int   // next of the index's
	marker int   // next of marks
	// marks are where what may be a suppression marker stands.
	marks []int
}

// fresh makes a lane ready for another part.
func (q *lane) fresh() {
	clear(q.ranks)
	q.named, q.second = [2]bool{}, timeline.MaxTime
}

// open says whether lines may go through the lane at all: it knows nothing of envelopes, scrapes and
// colour, and not of lines in several pieces.
func (s *scanner) open(raw []byte, base int64) bool {
	return !s.index.Dirty && len(raw) <= maxLineBytes && !s.at.inLine && s.scan.each == nil && !s.scan.mixed && !s.scan.always && (base > 0 || !hasBOM(raw))
}

// feedLane reads the lines of a block. Its last line may go on behind it, and is for the assembler.
func (s *scanner) feedLane(raw []byte, base int64, final bool) (took int) {
	ends := s.index.Ends
	if final && len(raw) > 0 && raw[len(raw)-1] != '\n' {
		ends = append(ends, uint32(len(raw)))
		s.index.Ends = ends
	}
	s.lines, s.odd, s.marker = s.lines[:0], 0, 0
	for i := range s.taken {
		s.line(ends, i, base)
	}
	s.load(raw, s.lines, nil)
	s.findMarkers(raw)
	if s.taken >= len(ends) {
		return s.ended(ends, raw)
	}
	from := begins(ends, s.taken)
	head, ok := s.heads.Parse(raw[from:ends[s.taken]])
	for i := s.taken; i < len(ends); i++ {
		to, last := int(ends[i]), i+1 == len(ends)
		after, next, nextOK := to, format.QuickHead{}, false
		if !last {
			after = int(ends[i+1])
			next, nextOK = s.heads.Parse(raw[to+1 : after])
		}
		marked := s.marked(from, to)
		if !ok || last || s.isOdd(from, to) || marked || s.marked(to, after) || !nextOK && goesOn(raw[from:to], raw[to+1:after]) || !s.pass(&head, raw, from, to, base, s.at.number+int64(i)) {
			s.line(ends, i, base)
			s.assembler.lines, s.assembler.markers = s.lines, marked
			s.take(len(s.lines) - 1)
		}
		from, head, ok = to+1, next, nextOK
	}
	return s.ended(ends, raw)
}

// goesOn says whether a record may not end with its line: a line without a header follows. A blank one
// may hide that lines are missing behind it.
func goesOn(line, next []byte) bool { return blank(next) || format.OpensBlock(line) }

// ended notes how far the lines of a block went.
func (s *scanner) ended(ends []uint32, raw []byte) (took int) {
	s.split = splitter{number: s.at.number + int64(len(ends))}
	return min(begins(ends, len(ends)), len(raw))
}

// begins is where line i begins.
func begins(ends []uint32, i int) int {
	if i == 0 {
		return 0
	}
	return int(ends[i-1]) + 1
}

// line appends line i to those of the assembler.
func (s *scanner) line(ends []uint32, i int, base int64) {
	from, to := begins(ends, i), int(ends[i])
	s.lines = append(s.lines, line{text: from, end: to, off: base + int64(from), size: int32(to - from), number: s.at.number + int64(i)})
}

// isOdd says whether another header may begin inside a line.
func (s *scanner) isOdd(from, to int) bool {
	for s.odd < len(s.index.Odd) && int(s.index.Odd[s.odd]) < from {
		s.odd++
	}
	return s.odd < len(s.index.Odd) && int(s.index.Odd[s.odd]) < to
}

// marked says whether a marker may stand in [from, to).
func (s *scanner) marked(from, to int) bool {
	k := s.marker
	for k < len(s.marks) && s.marks[k] < from {
		k++
	}
	s.marker = k
	return k < len(s.marks) && s.marks[k] < to
}

// findMarkers looks for what may be a suppression marker.
func (s *scanner) findMarkers(raw []byte) {
	s.marks = s.marks[:0]
	for _, m := range markerTexts {
		for at := 0; ; {
			k := bytes.Index(raw[at:], m)
			if k < 0 {
				break
			}
			s.marks = append(s.marks, at+k)
			at += k + len(m)
		}
	}
	slices.Sort(s.marks)
}

// pass takes one record; false if it lies outside of the time that was asked for.
func (s *scanner) pass(h *format.QuickHead, raw []byte, from, to int, base, number int64) bool {
	text, pos := raw[from:to], base+int64(from)
	span := s.clock.quick(h)
	if s.scan.isOutside(span) {
		return false
	}
	s.close()
	s.rec, s.afterHole, s.outside = record{}, false, false
	s.out.lines++
	s.out.records++
	s.records++
	s.out.naive++
	s.name(h)
	s.out.stamp(span, timeline.Pos(pos))
	body := text[h.Body:]
	class := s.heads.Class(body)
	if h.Access {
		class.Level = timeline.LevelInfo
	}
	rank := s.rank(h)
	counted := class.Batch && s.gauges(rank, span.Lo, body)
	if s.scan.wantRole && s.out.role == "" {
		s.out.role, s.out.why = roleOf(s.head(h), body)
	}
	s.followed = 0
	if !class.Routine && !counted && !blank(body) {
		s.message("", body, number, span.Lo)
	}
	s.out.repeats.lineOf(s.followed)
	s.beat(span, timeline.Pos(pos), class.Level)
	if within := s.needlesIn(from, to); len(within) > 0 {
		s.matchLine(text, within, span, rank, pos, number)
	}
	return true
}

// quick is span for a header of the lane.
func (c *clock) quick(h *format.QuickHead) timeline.Interval {
	at, width := h.At-c.offsetAt(h.At)+timeline.Time(c.shift), timeline.Second
	if h.Milli {
		width = timeline.Second / 1000
	}
	return timeline.Interval{Lo: at, Hi: at + width}
}

// name counts a format.
func (s *scanner) name(h *format.QuickHead) {
	if h.Access {
		s.out.name("uvicorn", 1)
	} else {
		s.out.name("sglang", 1)
	}
}

// head is the header as the assembler would have it.
func (s *scanner) head(h *format.QuickHead) *format.Head {
	out := &format.Head{Name: "sglang", HasTime: true, At: h.At, Rank: s.heads.RankOf(h.Rank), Body: int(h.Body)}
	if h.Access {
		out.Name, out.Level = "uvicorn", timeline.LevelInfo
	}
	return out
}

// rank notes a rank, once in a part.
func (s *scanner) rank(h *format.QuickHead) string {
	if h.Rank == 0 {
		return ""
	}
	name := s.heads.RankOf(h.Rank)
	for int(h.Rank>>6) >= len(s.ranks) {
		s.ranks = append(s.ranks, 0)
	}
	if word := &s.ranks[h.Rank>>6]; *word>>(h.Rank&63)&1 == 0 {
		*word |= 1 << (h.Rank & 63)
		s.out.rank(name)
	}
	return name
}

// beat notes when the process printed something.
func (s *scanner) beat(span timeline.Interval, pos timeline.Pos, level timeline.Level) {
	if span.Lo < s.second || span.Lo >= s.second+timeline.Second {
		s.second = span.Lo.Floor(timeline.Second)
		s.cell = s.out.cells.get(s.second, true)
	}
	c := &s.out.cells.list[s.cell]
	c.add(timeline.Beat{Interval: span, Pos: pos, Stamped: true}, false)
	c.count[level]++
	s.out.tail = tailRecord{known: true, pos: pos, any: true}
}

// matchLine asks which signals a line is.
func (s *scanner) matchLine(text []byte, within []timeline.Needle, span timeline.Interval, rank string, pos, number int64) {
	s.matches.Reset()
	if s.scan.matcher.Match(&s.matches, text, within); len(s.matches.List) == 0 {
		return
	}
	ref := timeline.Ref{Offset: pos, Line: number, Length: int32(len(text)), Hash: hashOf(text)}
	for i := range s.matches.List {
		m := &s.matches.List[i]
		s.out.addHit(&timeline.Hit{Signal: m.Signal, Interval: span, Pos: timeline.Pos(pos), Stamped: true, N: 1, Rank: rank, Tuple: s.out.tuples.Add(text, m.Caps, m.Has), Ref: ref}, s.scan.countsOnly)
	}
}
