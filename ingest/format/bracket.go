package format

import (
	"bytes"

	"roomline/timeline"
)

// bracket reads what begins with '['.
func bracket(line []byte) (Head, bool) {
	if digit(line[1]) {
		if h, ok := sglang(line); ok {
			return h, true
		}
		return bracketTime(line)
	}
	if h, ok := nccl(line); ok {
		return h, true
	}
	return plog(line)
}

// bracketTime reads other headers that begin with a time in brackets: UCX's epoch, the core of Ray
// ([2026-02-22 14:02:10,903 E 84410 84410] file:line: ), and [TIME] TEXT of anything.
func bracketTime(line []byte) (Head, bool) {
	if h, ok := ucx(line); ok {
		return h, true
	}
	s, ok := iso(line[1:])
	if !ok || 1+s.n >= len(line) {
		return Head{}, false
	}
	h := head("plain", s)
	i := 1 + s.n + blanks(line[1+s.n:])
	end := bytes.IndexByte(line[i:], ']')
	if end < 0 || end > 40 {
		return Head{}, false
	}
	in := line[i : i+end]
	if len(in) > 0 {
		if d, n := offset(in); n == len(in) {
			h.At, h.Zone = h.At-timeline.Time(d), Absolute
		} else if len(in) > 1 && in[1] == ' ' {
			h.Level = letter(in[0])
		} else {
			h.Level = level(in[:word(in)])
		}
	}
	i += end + 1
	h.Body = i + blanks(line[i:])
	if n := fileLine(line[h.Body:]); n > 0 && h.Body+n < len(line) && line[h.Body+n] == ':' {
		h.Source = intern(line[h.Body : h.Body+n])
		h.Body += n + 1
		h.Body += blanks(line[h.Body:])
	}
	return h, true
}
