package wrap

import (
	"bytes"
)

// peelSyslog takes off what syslog daemons write: "<34>1 2026-05-12T03:14:08.123Z host app pid msgid
// [data] " (RFC 5424) and "<34>May 12 03:14:08 host app[pid]: " (RFC 3164).
func peelSyslog(line []byte, e *Entry) bool {
	end := bytes.IndexByte(line, '>')
	if len(line) < 24 || line[0] != '<' || end < 2 || end > 4 || digits(line[1:]) != end-1 {
		return false
	}
	rest := line[end+1:]
	if rest[0] != '1' || rest[1] != ' ' {
		ok := peelJournal(rest, e)
		e.Hole = ok && hole(e.Text) && !e.quotes()
		return ok
	}
	s, ok := rfc3339(rest[2:])
	if !ok {
		return false
	}
	parts := bytes.SplitN(bytes.TrimLeft(rest[2+s.n:], " "), []byte(" "), 5)
	if len(parts) < 5 {
		return false
	}
	s.stamped(e)
	named(e, parts[1])
	e.Text = bytes.TrimPrefix(data(parts[4]), []byte("\xEF\xBB\xBF"))
	e.Hole = hole(e.Text) && !e.quotes()
	return true
}

// data is what follows the structured data of RFC 5424.
func data(b []byte) []byte {
	if len(b) == 0 || b[0] != '[' {
		_, after, _ := bytes.Cut(b, []byte(" "))
		return after
	}
	quoted := false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == ']' && !quoted && (i+1 == len(b) || b[i+1] != '['):
			return cutBlank(b[i+1:])
		}
	}
	return b
}
