package format

import (
	"bytes"
	"time"

	"roomline/timeline"
)

// vllm reads "INFO 03-14 21:18:02 [loggers.py:123] ", and "file.py:404] " of version 0.
func vllm(line []byte) (Head, bool) {
	n := word(line)
	if n < 4 || n > 8 || len(line) < n+16 || line[n] != ' ' {
		return Head{}, false
	}
	lvl := level(line[:n])
	i := n + 1
	if lvl == timeline.LevelUnknown || line[i+2] != '-' || line[i+5] != ' ' {
		return Head{}, false
	}
	ok := true
	at, ok1 := noYear(two(line[i:], &ok), two(line[i+3:], &ok))
	c, ok2 := clock(line[i+6:])
	if !ok || !ok1 || !ok2 {
		return Head{}, false
	}
	h := Head{Name: "vllm", HasTime: true, At: at + c, Resolution: time.Second, Zone: NoYear, Level: lvl}
	f, res, m := fraction(line[i+14:])
	h.At, h.Resolution = h.At+f, res
	i += 14 + m
	i += blanks(line[i:])
	h.Body = i
	vllmSource(line, i, &h)
	return h, true
}

// vllmSource reads "[file:line] " or "file:line] ".
func vllmSource(line []byte, i int, h *Head) {
	end := bytes.IndexByte(line[i:], ']')
	if end <= 0 || end > 120 {
		return
	}
	in := line[i : i+end]
	if in[0] == '[' {
		in = in[1:]
	} else if fileLine(line[i:]) != end {
		return
	}
	h.Source = intern(in)
	h.Body = i + end + 1
	if h.Body < len(line) && line[h.Body] == ' ' {
		h.Body++
	}
}
