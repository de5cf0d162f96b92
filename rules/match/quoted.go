package match

import (
	"bytes"
	"regexp/syntax"
)

// quoted is text with quoted strings in it, as short as can be. A quotation mark only matches as the
// begin of a string, a string ends at the first mark of its kind that no backslash stands before: so
// there is one way to pass a text.
var quoted = mustParse(quotedSource)

const quotedSource = `(?:[^'"\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")*?`

func mustParse(expr string) *syntax.Regexp {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic(err) // it is one of ours, or was parsed before
	}
	return re
}

// quoted passes quoted text up to the first literal behind which the rest matches.
func (m *stepper) quoted(s *step, rest []step, pos int) (end int, ok bool) {
	q := m.quotes(pos)
	for range tries {
		next := s.finder.Index(m.text[pos:])
		if next < 0 {
			return 0, false
		}
		if pos += next; q.broken && pos > q.pos {
			return 0, false
		}
		if q.reach(pos) && (!s.word || boundary(m.text, pos)) {
			if s.tail != nil {
				end, ok = pos, s.tail.start(m.text[pos:], true) >= 0
			} else {
				end, ok = m.run(rest, pos+len(s.literal))
			}
			if ok || m.lost {
				return end, ok
			}
		}
		pos++
	}
	m.lost = true
	return 0, false
}

// quotes is what is known of the strings from a place on.
func (m *stepper) quotes(from int) *quotes {
	if m.known == nil {
		return &quotes{text: m.text, from: from, pos: from}
	}
	q := &m.known.quotes
	if q.round != m.known.round || q.from != from {
		q.begin(m.text, from)
		q.round = m.known.round
	}
	return q
}

// quotes passes quoted strings, and keeps where they lie: several signals ask about the same text.
type quotes struct {
	text    []byte
	from    int
	round   uint32 // of the record that is text
	pos     int    // outside of strings; what lies before is passed
	broken  bool   // no way leads on from pos
	strings [][2]int32
	next    [4]int
}

// begin makes q ready to pass a text from a place on.
func (q *quotes) begin(text []byte, from int) {
	*q = quotes{text: text, from: from, pos: from, strings: q.strings[:0]}
}

// The bytes that count.
const (
	single = iota
	double
	backslash
	lineBreak
)

var special = [...]byte{single: '\'', double: '"', backslash: '\\', lineBreak: '\n'}

// reach says whether a place lies outside of strings, and a way leads there.
func (q *quotes) reach(at int) bool {
	for !q.broken && q.pos < at {
		open := single
		if q.find(double, q.pos) < q.find(single, q.pos) {
			open = double
		}
		begin := q.find(open, q.pos)
		switch line := q.find(lineBreak, q.pos); {
		case line < min(begin, at):
			q.pos, q.broken = line, true
		case begin >= at:
			return true
		default:
			end := q.end(open, begin+1)
			if q.pos, q.broken = end, end < 0; q.broken {
				q.pos = begin
				break
			}
			q.strings = append(q.strings, [2]int32{int32(begin), int32(end)})
		}
	}
	return at <= q.pos && !q.inside(at)
}

// inside says whether a place lies within a string that was passed.
func (q *quotes) inside(at int) bool {
	for i := len(q.strings) - 1; i >= 0; i-- {
		if s := q.strings[i]; int(s[0]) < at {
			return at < int(s[1])
		}
	}
	return false
}

// end is where the string ends that has begun before pos, behind its mark; -1 if it does not.
func (q *quotes) end(kind, pos int) int {
	for {
		end, escape := q.find(kind, pos), q.find(backslash, pos)
		if stop := min(end, escape); stop == len(q.text) || q.find(lineBreak, pos) < stop {
			return -1
		}
		if end < escape {
			return end + 1
		}
		if escape+1 >= len(q.text) || q.text[escape+1] == '\n' {
			return -1
		}
		pos = escape + 2
	}
}

// find is where a byte that counts stands first from pos on, the length of the text if nowhere.
func (q *quotes) find(kind, pos int) int {
	if at := q.next[kind]; at > pos {
		return at - 1
	}
	at := bytes.IndexByte(q.text[pos:], special[kind])
	if at < 0 {
		at = len(q.text) - pos
	}
	q.next[kind] = pos + at + 1
	return pos + at
}
