package format

import (
	"bytes"

	"roomline/timeline"
)

// glog reads "E1120 11:10:27.133715 203020 file.cpp:305] ", also with a year before the month
// (E20260615), and klog, which prints the same and names Go files.
func glog(line []byte) (Head, bool) {
	if len(line) == 0 {
		return Head{}, false
	}
	lvl := letter(line[0])
	n := 1
	for n < len(line) && digit(line[n]) {
		n++
	}
	if lvl == timeline.LevelUnknown || len(line) < n+20 || line[n] != ' ' {
		return Head{}, false
	}
	h := Head{Name: "glog", Level: lvl}
	ok := true
	switch n {
	case 5:
		h, ok = clockedThread(line, n+1, two(line[1:], &ok), two(line[3:], &ok), h)
	case 9:
		h, ok = clockedThread(line, n+1, two(line[5:], &ok), two(line[7:], &ok), h)
		at, valid := date(two(line[1:], &ok)*100+two(line[3:], &ok), two(line[5:], &ok), two(line[7:], &ok))
		h.At, h.Zone = at+h.At-h.At.Floor(day24), Naive
		ok = ok && valid
	default:
		ok = false
	}
	if bytes.HasSuffix(source(line, h), []byte(".go")) {
		h.Name = "klog"
	}
	return h, ok
}

// day24 is the length of a day.
const day24 = 24 * 3600 * timeline.Second

// source is the file that stands before the last colon of a source.
func source(line []byte, h Head) []byte {
	if i := len(h.Source); i > 0 && h.Body > i {
		b := line[:h.Body]
		if k := bytes.LastIndexByte(b, ':'); k >= 0 {
			return b[:k]
		}
	}
	return nil
}

// clockedThread is clocked with a thread id before the file.
func clockedThread(line []byte, i, month, d int, h Head) (Head, bool) {
	i, ok := h.setClock(line, i, month, d)
	if !ok {
		return Head{}, false
	}
	k := i
	for k < len(line) && digit(line[k]) {
		k++
	}
	if k == i {
		return Head{}, false
	}
	return h, closeSource(line, k+blanks(line[k:]), &h)
}
