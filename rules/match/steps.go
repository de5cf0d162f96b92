package match

import (
	"bytes"
	"regexp/syntax"
	"unicode/utf8"
)

// stepper runs steps over a text.
type stepper struct {
	text  []byte
	known *reader // nil: nothing is known of the text
	group [2]int
	lost  bool // the text is a bad one: it was given up
}

// run gives where a match ends that begins at pos.
func (m *stepper) run(steps []step, pos int) (end int, ok bool) {
	for i := range steps {
		s := &steps[i]
		switch s.kind {
		case stepLiteral:
			if !bytes.HasPrefix(m.text[pos:], s.literal) {
				return 0, false
			}
			pos += len(s.literal)
		case stepClass:
			if pos, ok = s.repeat(m.text, pos); !ok {
				return 0, false
			}
		case stepLine:
			if n := bytes.IndexByte(m.text[pos:], '\n'); n >= 0 {
				pos += n
			} else {
				pos = len(m.text)
			}
		case stepWays, stepOption:
			if pos, ok = m.way(s, pos); !ok {
				return 0, false
			}
		case stepString:
			q := quotes{text: m.text}
			end := q.end(s.quote, pos)
			if end < 0 {
				return 0, false
			}
			pos = end - 1
		case stepBoundary:
			if !boundary(m.text, pos) {
				return 0, false
			}
		case stepBegin:
			m.group[0] = pos
		case stepEnd:
			m.group[1] = pos
		case stepQuoted:
			return m.quoted(s, steps[i+1:], pos)
		case stepUntil:
			return m.until(s, steps[i+1:], pos)
		}
	}
	return pos, true
}

// way takes the one of several ways that matches.
func (m *stepper) way(s *step, pos int) (end int, ok bool) {
	for _, w := range s.ways {
		if to, ok := m.run(w, pos); ok {
			return to, true
		}
	}
	return pos, s.kind == stepOption
}

// until passes text of the line up to a literal behind which the rest matches.
func (m *stepper) until(s *step, rest []step, pos int) (end int, ok bool) {
	for range tries {
		next := s.finder.Index(m.text[pos:])
		if next < 0 || bytes.IndexByte(m.text[pos:pos+next], '\n') >= 0 {
			return 0, false
		}
		if end, ok := m.run(rest, pos+next+len(s.literal)); ok || m.lost {
			return end, ok
		}
		pos += next + 1
	}
	m.lost = true
	return 0, false
}

// repeat takes runes of the class, as many as can be.
func (s *step) repeat(text []byte, pos int) (end int, ok bool) {
	n := 0
	for ; n != s.max && pos < len(text) && s.class[text[pos]]; n++ {
		if text[pos] < utf8.RuneSelf {
			pos++
			continue
		}
		_, width := utf8.DecodeRune(text[pos:])
		pos += width
	}
	return pos, n >= s.min
}

func boundary(text []byte, pos int) bool {
	return wordAt(text, pos-1) != wordAt(text, pos)
}

func wordAt(text []byte, i int) bool {
	return 0 <= i && i < len(text) && text[i] < utf8.RuneSelf && syntax.IsWordChar(rune(text[i]))
}
