package format

import (
	"bytes"

	"roomline/timeline"
)

// logfmt reads time=.. level=.. msg=.. in any order, if the line begins with one of them.
func logfmt(line []byte) (Head, bool) {
	h := Head{Name: "logfmt"}
	for i := 0; i < len(line); {
		k := bytes.IndexByte(line[i:], '=')
		if k <= 0 || k > 40 || bytes.IndexByte(line[i:i+k], ' ') >= 0 || i+k+1 >= len(line) {
			break
		}
		key, at := line[i:i+k], i+k+1
		n := logfmtValue(line[at:])
		val := bytes.Trim(line[at:at+n], `"`)
		if !logfmtKey(string(key), val, at, &h) && i == 0 {
			return Head{}, false
		}
		if line[at] == '"' && h.Body == at {
			h.Body++
		}
		i = at + n
		i += blanks(line[i:])
	}
	return h, h.HasTime && (h.Body > 0 || h.Level != timeline.LevelUnknown)
}

// logfmtKey takes one pair; it is false for a key that says nothing of the header.
func logfmtKey(key string, val []byte, at int, h *Head) bool {
	switch key {
	case "time", "ts", "t", "timestamp":
		jsonTime(val, h)
	case "level", "lvl", "severity":
		h.Level = level(val)
	case "msg", "message":
		h.Body = at
	case "caller", "logger", "source":
		h.Source = intern(val)
	default:
		return false
	}
	return true
}

// logfmtValue is the length of a value: up to a blank, or a quoted string.
func logfmtValue(b []byte) int {
	if len(b) > 0 && b[0] == '"' {
		if n := quoted(b); n > 0 {
			return n
		}
	}
	if k := bytes.IndexByte(b, ' '); k >= 0 {
		return k
	}
	return len(b)
}
