package ingest

import (
	"math"

	"roomline/ingest/format"
	"roomline/ingest/lines"
	"roomline/timeline"
)

// lane takes the records that nearly all of a log are past the assembler: one line with the engine's
// own header, that no line without a header can go on with. It finds what the assembler would find.
type lane struct {
	index lines.Index
	ranks []uint16 // by Quick's number: place in the part, 0 where not noted yet
	named [2]bool  // whether sglang and uvicorn were named in the part
	// Records that went through since they were counted last: all, access lines, those with a template.
	passed, accesses, templated int64
	second                      timeline.Time
	cell                        int32             // of that second, in the part
	heads                       []format.LineHead // of the lines of the block, from the first that was not taken on
	odd, marker, ahead          int               // next of index.Odd, of marks and of needles (indexes)
	oddAt, markAt               int               // where the first two stand; far behind the block if there is none
	calm                        int               // up to here lines hold neither a second header nor a needle
	run                         run
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
	ends := lineEnds(s.index.Ends, raw, final)
	s.index.Ends = ends
	s.lines, s.odd, s.marker, s.ahead = s.lines[:0], 0, 0, 0
	for i := range s.taken {
		s.line(ends, i, base)
	}
	s.load(raw, s.lines, nil)
	s.findMarkers(raw)
	s.heads = s.quick.Heads(s.heads[:0], raw, ends, min(s.taken, len(ends)))
	plain := s.plainForms()
	mute, telling := s.mute(plain), s.batchForms(plain)
	from := begins(ends, s.taken)
	s.calm = s.until(from)
	for k := range s.heads {
		i := s.taken + k
		to, h := int(ends[i]), &s.heads[k]
		record := to <= s.oddAt && h.OK() && k+1 < len(s.heads) && s.heads[k+1].OK() && int(ends[i+1]) <= s.markAt // as nearly all are
		if record && to <= s.calm && (h.In(mute) || h.In(plain) && s.holds(h, raw[from:to])) {
			s.join(h, base+int64(from))
		} else if record && h.In(telling) && s.known(raw, k, from, to, base) {
			s.calm = s.until(to + 1)
		} else {
			if !record || !s.pass(h.QuickHead, raw, from, to, base, s.at.number+int64(i)) {
				s.alone(raw, ends, k, from, to, base)
			}
			s.calm = s.until(to + 1)
		}
		from = to + 1
	}
	s.endRun()
	s.releaseAll()
	s.out.hashPending()
	return s.ended(ends, raw)
}

// alone reads a line that could not be passed at once: what may go on with it, or stands in it, decides whether it
// may be passed after all or is for the assembler.
func (s *scanner) alone(raw []byte, ends []uint32, k, from, to int, base int64) {
	i := s.taken + k
	last := k+1 == len(s.heads)
	marked := s.marked(from, to)
	if h := &s.heads[k]; h.OK() && !last && !s.isOdd(from, to) && !marked && !s.marked(to, int(ends[i+1])) &&
		(s.heads[k+1].OK() || !goesOn(raw[from:to], raw[to+1:ends[i+1]])) && s.pass(h.QuickHead, raw, from, to, base, s.at.number+int64(i)) {
		return
	}
	s.endRun()
	s.line(ends, i, base)
	s.assembler.lines, s.assembler.markers = s.lines, marked
	s.take(len(s.lines) - 1)
}

// until is how far from a place on nothing lies in a line but its header and message: no needle, no
// second header. It notes where the next second header and the next marker may stand.
func (s *scanner) until(from int) int {
	for s.odd < len(s.index.Odd) && int(s.index.Odd[s.odd]) < from {
		s.odd++
	}
	for s.ahead < len(s.needles) && s.needles[s.ahead].Off < from {
		s.ahead++
	}
	for s.marker < len(s.marks) && s.marks[s.marker] < from {
		s.marker++
	}
	s.oddAt, s.markAt = math.MaxInt, math.MaxInt
	if s.odd < len(s.index.Odd) {
		s.oddAt = int(s.index.Odd[s.odd])
	}
	calm := s.oddAt
	if s.ahead < len(s.needles) {
		calm = min(calm, s.needles[s.ahead].Off)
	}
	if s.marker < len(s.marks) {
		s.markAt = s.marks[s.marker]
	}
	return calm
}

// goesOn says whether a record may not end with its line: a line without a header follows, which holds no
// marker. A blank one may hide that lines are missing behind it.
func goesOn(line, next []byte) bool {
	return blank(next) || !format.BareAccess(next) && format.OpensBlock(line)
}

// ended notes how far the lines of a block went.
func (s *scanner) ended(ends []uint32, raw []byte) (took int) {
	s.count()
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

// pass takes one record; false if it lies outside of the time that was asked for.
func (s *scanner) pass(h format.QuickHead, raw []byte, from, to int, base, number int64) bool {
	text, pos := raw[from:to], timeline.Pos(base+int64(from))
	span := s.clock.quick(h)
	if s.scan.isOutside(span) {
		return false
	}
	rank := s.rank(h.Rank)
	body := text[h.Body:]
	class := s.class(h, body)
	s.note(h, pos, class.Level)
	s.followed = 0
	counted := class.Batch && s.gaugesOf(h.Rank, span.Lo, body)
	if s.scan.wantRole && s.out.role == "" {
		s.out.role, s.out.why = roleOf(s.head(h), body)
	}
	if !class.Routine && !counted && !blank(body) {
		s.message("", body, number, span.Lo)
		s.out.repeats.lineOf(s.followed)
		s.templated++
	}
	if within := s.needlesIn(from, to); len(within) > 0 {
		s.matchLine(text, within, span, rank, pos, number)
	}
	return true
}
