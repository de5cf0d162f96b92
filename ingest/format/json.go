package format

import (
	"bytes"
)

// members walks over the members of a JSON object, without an allocation and without checking more
// than it needs: strings with their escapes, nesting. Broken text ends the walk.
type members struct {
	b   []byte
	i   int
	key []byte // raw, without the quotes
	val []byte // raw; of a string without the quotes
	at  int    // offset of val
	str bool
}

// next moves to the next member of the object.
func (m *members) next() bool {
	m.skip(" \t\r\n,{")
	if m.i >= len(m.b) || m.b[m.i] != '"' {
		return false
	}
	end := quoted(m.b[m.i:])
	if end == 0 {
		return false
	}
	m.key = m.b[m.i+1 : m.i+end-1]
	m.i += end
	m.skip(" \t\r\n:")
	return m.value()
}

// skip moves over any of some bytes.
func (m *members) skip(set string) {
	for m.i < len(m.b) && bytes.IndexByte([]byte(set), m.b[m.i]) >= 0 {
		m.i++
	}
}

// value reads the value at the current place.
func (m *members) value() bool {
	if m.i >= len(m.b) {
		return false
	}
	b, n := m.b[m.i:], 0
	m.at, m.str = m.i, b[0] == '"'
	switch b[0] {
	case '"':
		if n = quoted(b); n == 0 {
			return false
		}
		m.val, m.at = b[1:n-1], m.i+1
	case '{', '[':
		if n = nested(b); n == 0 {
			return false
		}
		m.val = b[:n]
	default:
		for n < len(b) && b[n] != ',' && b[n] != '}' && b[n] != ']' && b[n] > ' ' {
			n++
		}
		m.val = b[:n]
	}
	m.i += n
	return n > 0
}

// quoted is the length of the JSON string at the begin of b, quotes included; 0 if it does not end.
func quoted(b []byte) int {
	for i := 1; i < len(b); {
		k := bytes.IndexByte(b[i:], '"')
		if k < 0 {
			return 0
		}
		i += k
		esc := 0
		for esc < i-1 && b[i-1-esc] == '\\' {
			esc++
		}
		i++
		if esc%2 == 0 {
			return i
		}
	}
	return 0
}

// nested is the length of the object or array at the begin of b; 0 if it does not end.
func nested(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			n := quoted(b[i:])
			if n == 0 {
				return 0
			}
			i += n - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// jsonLine reads one JSON object a line: the gateway's and Dynamo's, the engine's request log, and
// any other that has a time.
func jsonLine(line []byte) (Head, bool) {
	h := Head{Name: "json"}
	for m := (members{b: line, i: 1}); m.next(); {
		switch string(m.key) {
		case "timestamp", "time", "ts", "@timestamp", "asctime":
			jsonTime(m.val, &h)
		case "level", "severity", "levelname", "lvl", "log.level":
			h.Level = level(m.val)
		case "message", "msg":
			if m.str {
				h.Body = m.at
			}
		case "target", "log.target", "logger", "name":
			if m.str {
				h.Source = intern(m.val)
			}
		case "event":
			if h.Body == 0 && m.str {
				h.Body = m.at
			}
		}
	}
	if !h.HasTime {
		return Head{}, false
	}
	jsonName(line, &h)
	return h, true
}

// jsonTime reads a time as a string or a number.
func jsonTime(val []byte, h *Head) {
	s, ok := iso(val)
	if !ok {
		s, ok = epoch(val)
	}
	if ok && !h.HasTime {
		h.HasTime, h.At, h.Resolution, h.Zone = true, s.at, s.res, s.zone
	}
}

// jsonName tells whose object it is, and looks into a message that has the engine's own header.
func jsonName(line []byte, h *Head) {
	switch {
	case gatewayTarget([]byte(h.Source)):
		h.Name = "gateway"
		if h.Zone == Naive {
			h.Zone = Absolute
		}
	case bytes.HasPrefix([]byte(h.Source), []byte("dynamo")), bytes.Contains(line, []byte(`"log.target"`)):
		h.Name = "dynamo"
	case h.Body > 0 && line[h.Body] == '[':
		if _, _, rank, n := engineHeader(line[h.Body:]); n > 0 {
			h.Rank = intern(rank)
			h.Body += n
		}
	}
}
