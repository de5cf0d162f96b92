package format

import (
	"bytes"

	"roomline/timeline"
)

// dated reads what stands behind a stamp with a date at the begin of a line.
func dated(line []byte, s stamp) (Head, bool) {
	if h, ok := lostBracket(line, s); ok {
		return h, true
	}
	if s.n == len(line) {
		return head("plain", s), true
	}
	if c := line[s.n]; c != ' ' && c != '\t' && c != ':' && c != ',' && c != '[' && c != '|' {
		return Head{}, false
	}
	if h, ok := nixl(line, s); ok {
		return h, true
	}
	if h, ok := tracing(line, s); ok {
		return h, true
	}
	return plain(line, s)
}

// tracing reads what Rust's tracing prints, "TIME LEVEL span{..}: target: file:line: ": the gateway
// (UTC, without saying so) and Dynamo.
func tracing(line []byte, s stamp) (Head, bool) {
	i := s.n + blanks(line[s.n:])
	n := word(line[i:])
	lvl := level(line[i : i+n])
	if lvl == timeline.LevelUnknown || i+n >= len(line) || line[i+n] != ' ' || !upper(line[i]) {
		return Head{}, false
	}
	h := head("", s)
	h.Level = lvl
	h.Body = i + n + blanks(line[i+n:])
	i = h.Body + spans(line[h.Body:])
	end := target(line[i:])
	if end == 0 {
		return Head{}, false
	}
	t := line[i : i+end]
	switch {
	case gatewayTarget(t):
		h.Name, h.Zone = "gateway", Absolute
	case s.sep == 'T' && s.zone == Absolute:
		h.Name = "dynamo"
	case s.sep == ' ' && bytes.Contains(t, []byte("::")):
		h.Name, h.Zone = "gateway", Absolute
	default:
		return Head{}, false
	}
	h.Source = intern(t)
	h.Body = i + end + 2
	if k := fileLine(line[h.Body:]); k > 0 && bytes.HasPrefix(line[h.Body+k:], []byte(": ")) {
		h.Body += k + 2
	}
	return h, true
}

// spans is the length of "name{k=v ..}:name{..}: " at the begin of b.
func spans(b []byte) int {
	i := 0
	for i < len(b) {
		j := i
		for j < len(b) && (wordByte(b[j]) || b[j] == '-' || b[j] == '.') {
			j++
		}
		if j == i || j >= len(b) || b[j] != '{' {
			break
		}
		end := braces(b[j:])
		if end == 0 || j+end >= len(b) || b[j+end] != ':' {
			break
		}
		i = j + end + 1
		if i < len(b) && b[i] == ' ' {
			i++
		}
	}
	return i
}

// braces is the length of a balanced {..} at the begin of b, quotes respected; 0 if it does not end.
func braces(b []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// target is the length of a module path or logger that ": " follows; 0 if there is none.
func target(b []byte) int {
	i := 0
	for i < len(b) && (wordByte(b[i]) || b[i] == '.' || b[i] == '-' || b[i] == ':' && i+1 < len(b) && (b[i+1] == ':' || i > 0 && b[i-1] == ':')) {
		i++
	}
	if i == 0 || i > 120 || i+1 >= len(b) || b[i] != ':' || b[i+1] != ' ' {
		return 0
	}
	return i
}
