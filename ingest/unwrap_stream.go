package ingest

import (
	"slices"

	"roomline/ingest/format"
	"roomline/ingest/wrap"
	"roomline/timeline"
)

// unwrapped is one stream of such a file.
type unwrapped struct {
	assembler
	name    string
	text    []byte
	lines   []line
	outer   []timeline.Interval
	next    int   // the first line that was not taken
	at      int64 // where text begins in the stream
	partial bool  // the last line goes on
	buf     []byte
	gather  *gather
}

func (s *unwrapped) add(text []byte, e *wrap.Entry, flags lineFlags, u *unwrapper) {
	l := line{text: len(s.text), off: e.Offset, size: int32(e.Length), number: e.Line, flags: flags}
	s.text = append(s.text, text...)
	l.end = len(s.text)
	s.text = append(s.text, '\n')
	if e.HasTime {
		s.outer = append(s.outer, s.clock.outerSpan(e.At, e.Naive, e.NoYear))
		l.outer = int32(len(s.outer))
	}
	s.lines = append(s.lines, l)
}

// join puts a partial line behind the one that it goes on with.
func (s *unwrapped) join(e *wrap.Entry) {
	l := &s.lines[len(s.lines)-1]
	if l.end-l.text < maxLineBytes {
		s.buf = s.buf[:0]
		s.text = append(s.text[:l.end], format.CleanLine(s.buf, e.Text)...)
		l.end = len(s.text)
		s.text = append(s.text, '\n')
	}
	from, to := min(l.off, e.Offset), max(l.off+int64(l.size), e.Offset+int64(e.Length))
	l.off, l.size = from, int32(to-from)
}

// process takes all lines but the last, which may go on, unless final; then it drops what no open
// record needs.
func (s *unwrapped) process(final bool) {
	take := len(s.lines)
	if !final && take > s.next {
		take--
	}
	s.textPos = s.at
	lines := s.lines[:take]
	text := s.text
	if take < len(s.lines) {
		text = text[:s.lines[take].text]
	}
	s.load(text, lines, s.outer)
	s.markers = mayMark(text)
	counted := s.out.lines
	for i := s.next; i < take; i++ {
		s.take(i)
	}
	s.out.lines = counted // physical lines were counted as they came
	s.next = take
	if final {
		s.end()
	}
	s.drop()
	s.gather.merge(s.out)
	s.out.reset()
}

// drop forgets the lines that are done with.
func (s *unwrapped) drop() {
	from := s.next
	if s.rec.state == openRecord {
		from = s.rec.first
	}
	cut := len(s.text)
	if from < len(s.lines) {
		cut = s.lines[from].text
	}
	held := slices.Clone(s.lines[from:])
	var outer []timeline.Interval
	for i := range held {
		l := &held[i]
		l.text, l.end = l.text-cut, l.end-cut
		if l.outer > 0 {
			outer = append(outer, s.outer[l.outer-1])
			l.outer = int32(len(outer))
		}
	}
	s.outer = append(s.outer[:0], outer...)
	s.text = append(s.text[:0], s.text[cut:]...)
	s.lines = append(s.lines[:0], held...)
	s.next -= from
	s.at += int64(cut)
	if s.rec.state == openRecord {
		r := &s.rec
		r.first, r.start, r.end, r.firstEnd = 0, r.start-cut, r.end-cut, r.firstEnd-cut
		s.assembler.lines = slices.Clone(s.lines[:s.next])
	}
}
