package ingest

import (
	"roomline/ingest/format"
	"roomline/timeline"
)

// isOutside says whether a stamp lies outside of what was asked for.
func (c *scanContext) isOutside(span timeline.Interval) bool {
	return c.since.Known() && span.Hi <= c.since || c.until.Known() && span.Lo > c.until
}

// passOver takes a block that holds nothing but records outside of the time that was asked for, at the
// speed of looking at its headers: no needle is searched, no record assembled. What it counts is what
// the assembler would. False if there is anything else in the block, or may be; then nothing was taken.
func (s *scanner) passOver(raw []byte, base int64, b *block) bool {
	whole := len(s.keep) == 0 && s.at.number == 1 && (b.end || b.final)
	if !whole || !s.scan.since.Known() && !s.scan.until.Known() || !s.open(raw, base) {
		return false
	}
	ends := lineEnds(s.index.Ends, raw, b.final)
	s.odd, s.unknown = 0, s.unknown[:0]
	known := false // the line lies behind a header whose stamp is outside
	for i := range ends {
		from := begins(ends, i)
		if text := raw[from:ends[i]]; !s.lies(text, from, &known) {
			return false
		}
	}
	s.out.lines += int64(len(ends))
	for _, i := range s.unknown {
		s.out.unread(raw[i.from:i.to])
	}
	if known {
		s.out.tail = tailRecord{known: true} // as behind any record that is left out
	}
	return true
}

// stretchOf is where a line lies in a block.
type stretchOf struct{ from, to int }

// lineEnds are the ends of all lines, the last of which has no line feed at the end of the content.
func lineEnds(ends []uint32, raw []byte, final bool) []uint32 {
	if final && len(raw) > 0 && raw[len(raw)-1] != '\n' {
		ends = append(ends, uint32(len(raw)))
	}
	return ends
}

// lies says whether a line is surely left out, and notes what a line with a stamp makes known.
func (s *scanner) lies(text []byte, from int, known *bool) bool {
	if s.isOdd(from, from+len(text)) {
		if s.offs = format.Split(s.offs[:0], text); len(s.offs) > 0 {
			return false
		}
	}
	h, ok := s.quick.Parse(text)
	if !ok {
		return s.liesBare(text, from, known)
	}
	if !s.scan.isOutside(s.clock.quick(h)) || !*known && format.Hole(text[h.Body:]) {
		return false
	}
	*known = true
	return true
}

// liesBare is lies for a line without the engine's own header.
func (s *scanner) liesBare(text []byte, from int, known *bool) bool {
	if blank(text) {
		return true
	}
	h, ok := format.Parse(text)
	switch {
	case ok && format.Hole(text[h.Body:]):
		return *known
	case ok && h.HasTime && h.Zone != format.NoDate:
		*known = true
		return s.scan.isOutside(s.clock.span(&h))
	case !ok && *known && format.Classify(text) == format.Unknown:
		s.unknown = append(s.unknown, stretchOf{from, from + len(text)})
	}
	return *known
}
