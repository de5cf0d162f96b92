package format

import (
	"bytes"

	"roomline/timeline"
)

// nccl reads the header of PyTorch's C++ side: "[rank5]:[W801 12:22:06.316694049 TCPStore.cpp:125] ",
// also without the rank and, of old builds, without a time. The date is the month unpadded and the day.
func nccl(line []byte) (Head, bool) {
	i := rankPrefix(line)
	if i > 0 && i < len(line) && line[i] != '[' {
		h, ok := glog(line[i:])
		h.Body += i
		return h, ok
	}
	if len(line) < i+8 || letter(line[i+1]) == timeline.LevelUnknown {
		return Head{}, false
	}
	h := Head{Name: "nccl", Level: letter(line[i+1])}
	i += 2
	if line[i] == ' ' {
		return h, closeSource(line, i+1, &h)
	}
	n := 0
	for i+n < len(line) && digit(line[i+n]) {
		n++
	}
	if n != 3 && n != 4 || i+n+9 >= len(line) || line[i+n] != ' ' {
		return Head{}, false
	}
	ok := true
	month, d := int(line[i]-'0'), two(line[i+n-2:], &ok)
	if n == 4 {
		month = two(line[i:], &ok)
	}
	return clocked(line, i+n+1, month, d, h)
}

// rankPrefix is the length of "[rank5]:", with the blank behind it if there is one, that PyTorch puts
// before a line; 0 if there is none.
func rankPrefix(line []byte) int {
	if !bytes.HasPrefix(line, []byte("[rank")) {
		return 0
	}
	i := 5
	for i < len(line) && digit(line[i]) {
		i++
	}
	if i == 5 || !bytes.HasPrefix(line[i:], []byte("]:")) {
		return 0
	}
	i += 2
	if i < len(line) && line[i] == ' ' {
		i++
	}
	return i
}

// clocked ends a header that gives month and day, then "HH:MM:SS.ffffff file:line] ".
func clocked(line []byte, i, month, d int, h Head) (Head, bool) {
	i, ok := h.setClock(line, i, month, d)
	if !ok {
		return Head{}, false
	}
	return h, closeSource(line, i, &h)
}

// setClock takes the time of a header from its month and day and "HH:MM:SS.ffffff", and gives where that and the
// blanks behind it end.
func (h *Head) setClock(line []byte, i, month, d int) (end int, ok bool) {
	at, ok1 := noYear(month, d)
	c, ok2 := clock(line[i:])
	if !ok1 || !ok2 {
		return 0, false
	}
	f, res, n := fraction(line[i+8:])
	h.HasTime, h.Zone, h.At, h.Resolution = true, NoYear, at+c+f, res
	i += 8 + n
	return i + blanks(line[i:]), true
}

// closeSource reads "file:line] " and sets the message behind it.
func closeSource(line []byte, i int, h *Head) bool {
	if i >= len(line) {
		return false
	}
	n := fileLine(line[i:])
	if n == 0 || i+n >= len(line) || line[i+n] != ']' {
		return false
	}
	h.Source = intern(line[i : i+n])
	h.Body = i + n + 1
	h.Body += blanks(line[h.Body:])
	return true
}
