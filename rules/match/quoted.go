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
		panic(err) // the exprs above are ours
	}
	return re
}

// quoted passes quoted text up to the first literal behind which the rest matches.
func (m *stepper) quoted(s *step, rest []step, pos int) (end int, ok bool) {
	q := quotes{text: m.text, pos: pos}
	for range tries {
		next := s.finder.Index(m.text[pos:])
		if next < 0 || q.broken {
			return 0, false
		}
		pos += next
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

// quotes passes quoted strings.
type quotes struct {
	text   []byte
	pos    int  // outside of strings; what lies before is passed
	broken bool // no way leads on
	next   [5]int
}

// The bytes that count.
const (
	single = iota
	double
	backslash
	lineBreak
)

var special = [...]byte{single: '\'', double: '"', backslash: '\\', lineBreak: '\n'}

// reach says whether a place lies outside of strings. Places come in ascending order.
func (q *quotes) reach(at int) bool {
	for !q.broken && q.pos < at {
		open := single
		if q.find(double, q.pos) < q.find(single, q.pos) {
			open = double
		}
		begin := q.find(open, q.pos)
		switch {
		case q.find(lineBreak, q.pos) < min(begin, at):
			q.broken = true
		case begin >= at:
			q.pos = at
		default:
			q.close(open, begin+1)
		}
	}
	return !q.broken && q.pos == at
}

// close passes the string that has begun before pos.
func (q *quotes) close(kind, pos int) {
	for {
		end, escape := q.find(kind, pos), q.find(backslash, pos)
		if stop := min(end, escape); stop == len(q.text) || q.find(lineBreak, pos) < stop {
			break
		}
		if end < escape {
			q.pos = end + 1
			return
		}
		if escape+1 >= len(q.text) || q.text[escape+1] == '\n' {
			break
		}
		pos = escape + 2
	}
	q.broken = true
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
