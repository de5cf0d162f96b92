package format

import (
	"bytes"
	"time"

	"roomline/timeline"
)

// sglang reads the engine's own header, [YYYY-MM-DD HH:MM:SS(.mmm)( RANKTAG)*], and what builds and
// forks put behind it: [file.py:424][INFO]: , -LEVEL-[file:line:f()] , a level of uvicorn's.
func sglang(line []byte) (Head, bool) {
	at, res, rank, n := engineHeader(line)
	if n == 0 {
		return Head{}, false
	}
	h := Head{Name: "sglang", HasTime: true, At: at, Resolution: res, Rank: intern(rank), Body: n}
	behind(line, &h)
	return h, true
}

// engineHeader reads the header that begins with '[' at the begin of b. n counts it with the one
// blank behind it; 0 is none.
func engineHeader(b []byte) (at timeline.Time, res time.Duration, rank []byte, n int) {
	if len(b) < 21 || b[0] != '[' || b[11] != ' ' {
		return
	}
	at, ok := second(b[1:])
	if !ok {
		return
	}
	i := 20
	res = time.Second
	if c := b[i]; (c == '.' || c == ',') && len(b) > 24 && digit(b[21]) && digit(b[22]) && digit(b[23]) {
		ms := int64(b[21]-'0')*100 + int64(b[22]-'0')*10 + int64(b[23]-'0')
		at, res, i = at+timeline.Time(ms*1e6), time.Millisecond, 24
	}
	end := rankTags(b[i:])
	if end < 0 {
		return
	}
	rank = bytes.TrimLeft(b[i:i+end], " ")
	n = i + end + 1
	if n < len(b) && b[n] == ' ' {
		n++
	}
	return at, res, rank, n
}

// rankTags is the length of the rank tags, each with a blank before it, up to the ']' that ends the
// header; -1 if something else stands there.
func rankTags(b []byte) int {
	i := 0
	for i < len(b) && b[i] == ' ' {
		j := i + 1
		for j < len(b) && (b[j]-'A' < 26 || b[j] == '_') {
			j++
		}
		k := j
		for k < len(b) && digit(b[k]) {
			k++
		}
		if j == i+1 || k == j {
			return -1
		}
		i = k
	}
	if i >= len(b) || b[i] != ']' {
		return -1
	}
	return i
}

// behind reads what may stand between the header and the message, and moves Body.
func behind(line []byte, h *Head) {
	rest := line[h.Body:]
	if len(rest) < 4 {
		return
	}
	switch c := rest[0]; {
	case c == '[' && line[h.Body-1] == ']':
		bracketed(line, h)
	case c == '-' && line[h.Body-1] == ']':
		dashed(line, h)
	case c-'A' < 26 && upper(rest[1]) && upper(rest[2]):
		levelled(line, h)
	}
}

// upper says whether c is an ASCII capital.
func upper(c byte) bool { return c-'A' < 26 }

// bracketed reads "[file.py:424][INFO]: ", a format that a logging configuration asks for.
func bracketed(line []byte, h *Head) {
	i := h.Body
	for i < len(line) && line[i] == '[' {
		end := bytes.IndexByte(line[i:], ']')
		if end < 0 || end > 80 {
			return
		}
		if in := line[i+1 : i+end]; level(in) != timeline.LevelUnknown {
			h.Level = level(in)
		} else if h.Source == "" {
			h.Source = intern(in)
		}
		i += end + 1
	}
	if h.Level == timeline.LevelUnknown {
		h.Source = ""
		return
	}
	if i < len(line) && line[i] == ':' {
		i++
	}
	h.Body = i + blanks(line[i:])
}

// dashed reads "-LEVEL-[file:line:f()] ".
func dashed(line []byte, h *Head) {
	i := h.Body + 1
	n := word(line[i:])
	lvl := level(line[i : i+n])
	i += n
	if lvl == timeline.LevelUnknown || i+1 >= len(line) || line[i] != '-' || line[i+1] != '[' {
		return
	}
	end := bytes.IndexByte(line[i:], ']')
	if end < 0 {
		return
	}
	h.Level, h.Source = lvl, intern(line[i+2:i+end])
	i += end + 1
	h.Body = i + blanks(line[i:])
}

// levelled reads "INFO:     " as uvicorn pads it, and "WARNING file.py:814: ".
func levelled(line []byte, h *Head) {
	i := h.Body
	n := word(line[i:])
	lvl := level(line[i : i+n])
	if lvl == timeline.LevelUnknown || i+n >= len(line) {
		return
	}
	if line[i+n] == ':' {
		i += n + 1
		h.Level, h.Body = lvl, i+blanks(line[i:])
		if access(line[h.Body:]) {
			h.Name = "uvicorn"
		}
		return
	}
	i += n + blanks(line[i+n:])
	if end := fileLine(line[i:]); end > 0 && i > h.Body+n {
		h.Level, h.Source = lvl, intern(line[i:i+end])
		i += end
		if i < len(line) && line[i] == ':' {
			i++
		}
		h.Body = i + blanks(line[i:])
	}
}

// fileLine is the length of "file.ext:123" at the begin of b, 0 if there is none.
func fileLine(b []byte) int {
	i, dot := 0, false
	for i < len(b) && i < 96 && b[i] > ' ' && b[i] != ':' && b[i] != ']' {
		dot = dot || b[i] == '.'
		i++
	}
	if !dot || i+1 >= len(b) || b[i] != ':' || !digit(b[i+1]) {
		return 0
	}
	for i++; i < len(b) && digit(b[i]); i++ {
	}
	return i
}

// lostBracket reads the header of a paste that lost its first '['.
func lostBracket(line []byte, s stamp) (Head, bool) {
	if s.sep != ' ' || s.zone != Naive || s.n != 19 && s.n != 23 {
		return Head{}, false
	}
	end := rankTags(line[s.n:])
	if end < 0 {
		return Head{}, false
	}
	h := head("sglang", s)
	h.Rank = intern(bytes.TrimLeft(line[s.n:s.n+end], " "))
	h.Body = s.n + end + 1
	if h.Body < len(line) && line[h.Body] == ' ' {
		h.Body++
	}
	behind(line, &h)
	return h, true
}
