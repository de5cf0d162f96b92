package wrap

import (
	"bytes"
	"encoding/json"
)

// member is a member of a JSON object: the key without its quotes, the value as written.
type member struct{ key, raw []byte }

// fields are the members of a JSON object, undecoded; they refer to the line.
type fields []member

// object reads a line that is a JSON object. It checks no more than where its members end.
func object(line []byte) (fields, bool) {
	b := bytes.TrimSpace(line)
	if len(b) < 2 || b[0] != '{' || b[len(b)-1] != '}' {
		return nil, false
	}
	out := make(fields, 0, 16)
	for i := 1; ; {
		i += spaces(b[i:])
		if b[i] == '}' && i == len(b)-1 {
			return out, true
		}
		key := literal(b[i:])
		if b[i] != '"' || key == 0 {
			return nil, false
		}
		name := b[i+1 : i+key-1]
		i += key
		i += spaces(b[i:])
		if b[i] != ':' {
			return nil, false
		}
		i++
		i += spaces(b[i:])
		n := literal(b[i:])
		if n == 0 {
			return nil, false
		}
		out = append(out, member{name, b[i : i+n]})
		i += n
		i += spaces(b[i:])
		if b[i] == ',' {
			i++
		} else if b[i] != '}' {
			return nil, false
		}
	}
}

// spaces is the number of blanks at the begin of b, less than its length.
func spaces(b []byte) int {
	n := 0
	for n < len(b)-1 && (b[n] == ' ' || b[n] == '\t' || b[n] == '\r') {
		n++
	}
	return n
}

// literal is the length of the value at the begin of b, which ends before the end of b; 0 if there is
// none.
func literal(b []byte) int {
	n, depth := 0, 0
	for n < len(b)-1 {
		switch c := b[n]; {
		case c == '"':
			k := quoted(b[n:])
			if k == 0 || n+k >= len(b) {
				return 0
			}
			n += k - 1
			if depth == 0 {
				return n + 1
			}
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth == 0 {
				return n
			}
			if depth--; depth == 0 {
				return n + 1
			}
		case depth == 0 && (c == ',' || c == ' ' || c == ':'):
			return n
		}
		n++
	}
	if depth > 0 {
		return 0
	}
	return n
}

// quoted is the length of the string at the begin of b, with its quotes; 0 if it does not end.
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

// raw is a member as written, nil if there is none. Of two with one name the last counts.
func (o fields) raw(key string) []byte {
	for i := len(o) - 1; i >= 0; i-- {
		if string(o[i].key) == key {
			return o[i].raw
		}
	}
	return nil
}

// text is a member that is a string. It may refer to the line.
func (o fields) text(key string) ([]byte, bool) {
	raw := o.raw(key)
	if len(raw) < 2 || raw[0] != '"' {
		return nil, false
	}
	raw = raw[1 : len(raw)-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw, true
	}
	return unescape(raw), true
}

// bytes is a member that is a string, or an array of bytes as journald writes what is no UTF-8, or
// null, which is no text at all.
func (o fields) bytes(key string) ([]byte, bool) {
	raw := o.raw(key)
	if len(raw) == 0 || raw[0] != '[' {
		return o.text(key)
	}
	out := make([]byte, 0, len(raw)/3)
	for i := 1; i < len(raw); i++ {
		n := digits(raw[i:])
		if n == 0 {
			continue
		}
		out = append(out, byte(atoi(raw[i:], min(n, 3))))
		i += n
	}
	return out, true
}

// labels is a member that is an object of strings.
func (o fields) labels(key string) (m map[string]string, ok bool) {
	raw := o.raw(key)
	return m, raw != nil && json.Unmarshal(raw, &m) == nil
}
