package format

import (
	"bytes"

	"roomline/timeline"
)

// plain reads what is left of a line that begins with a time: a level where one stands next, in the
// manner of Python's logging ("- INFO - x: ", " - x - INFO - "), of Ray ("WARNING worker.py:2074 -- ")
// and of AccLink ("error 33677 pid[2441] ").
func plain(line []byte, s stamp) (Head, bool) {
	h := head("plain", s)
	i := s.n
	if c := line[i]; c == ':' || c == ',' || c == '|' {
		i++
	}
	i += blanks(line[i:])
	h.Body = i
	if bytes.HasPrefix(line[i:], []byte("- ")) {
		dashes(line, i+2, &h)
		return h, true
	}
	open := i < len(line) && (line[i] == '[' || line[i] == '|')
	if open {
		i++
		i += blanks(line[i:])
	}
	n := word(line[i:])
	lvl := level(line[i : i+n])
	if lvl == timeline.LevelUnknown {
		return h, true
	}
	h.Level = lvl
	i += n
	for i < len(line) && (line[i] == ']' || line[i] == ':' || line[i] == ' ' || line[i] == '|' || line[i] == '\t') {
		i++
	}
	h.Body = i
	if k := fileLine(line[i:]); k > 0 && bytes.HasPrefix(line[i+k:], []byte(" -- ")) {
		h.Source = intern(line[i : i+k])
		h.Body += k + 4
	}
	return h, true
}

// dashes reads "LEVEL - logger: message" and "logger - LEVEL - message".
func dashes(line []byte, i int, h *Head) {
	h.Body = i
	for range 3 {
		end := bytes.Index(line[i:], []byte(" - "))
		if end < 0 || end > 80 {
			break
		}
		in := bytes.TrimRight(line[i:i+end], " ")
		if lvl := level(in); lvl != timeline.LevelUnknown {
			h.Level, h.Body = lvl, i+end+3
			break
		}
		if h.Source == "" {
			h.Source = intern(in)
		}
		i += end + 3
	}
	if h.Level == timeline.LevelUnknown {
		h.Source = ""
	}
}

// otherTime reads an epoch at the begin of a line, and the date of Go's log, 2026/05/12.
func otherTime(line []byte) (Head, bool) {
	if len(line) > 19 && line[4] == '/' && line[10] == ' ' {
		d, ok1 := day(line, '/')
		c, ok2 := clock(line[11:])
		if !ok1 || !ok2 {
			return Head{}, false
		}
		f, res, n := fraction(line[19:])
		return plain(line, stamp{at: d + c + f, res: res, n: 19 + n, sep: ' '})
	}
	s, ok := epoch(line)
	if !ok || s.n >= len(line) || s.n == 10 || line[s.n] != ' ' && line[s.n] != '\t' && line[s.n] != ':' {
		return Head{}, false
	}
	return plain(line, s)
}

// timeOfDay reads "21:48:09.402 ": a header whose date nothing tells.
func timeOfDay(line []byte) (Head, bool) {
	c, ok := clock(line)
	if !ok {
		return Head{}, false
	}
	f, res, n := fraction(line[8:])
	n += 8
	if n < len(line) && line[n] != ' ' && line[n] != '\t' && line[n] != ':' {
		return Head{}, false
	}
	return Head{Name: "plain", At: c + f, Resolution: res, Zone: NoDate, Body: n + blanks(line[n:])}, true
}
