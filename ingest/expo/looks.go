package expo

import (
	"bytes"
	"strconv"
)

// Looks says whether the beginning of a file (a few KiB) is of scrapes rather than of a log: most
// of its lines are samples, comments of an exposition, marks, an HTTP header or curl's words.
func Looks(sample []byte) bool {
	if jsonReader(sample) != nil {
		return true
	}
	segs := segments(sample, func(string, ...any) {})
	good, strong, other := 0, 0, 0
	for _, s := range segs {
		if s.fault != "" || s.mark == marked || s.eof || s.om {
			strong++
		}
		g, st, o := vote(sample[s.body:s.stop], s.stop == len(sample))
		good, strong, other = good+g, strong+st, other+o
		if s.code > 0 && good+other == 0 {
			strong++ // a header, and nothing behind it
		}
	}
	if strong > 0 {
		return good+strong >= other
	}
	return good > 0 && good > 4*other
}

// vote counts sample lines, lines that only an exposition has, and others. A line that the sample
// cuts says nothing.
func vote(b []byte, last bool) (good, strong, other int) {
	for len(b) > 0 {
		end := lineEnd(b, 0)
		l := bytes.TrimSpace(b[:end])
		cut := last && end == len(b) && b[end-1] != '\n' && good+strong+other > 0
		b = b[end:]
		switch {
		case len(l) == 0 || cut || noise(l):
		case l[0] == '#':
			if f := bytes.Fields(l); len(f) > 2 && (string(f[1]) == "HELP" || string(f[1]) == "TYPE") {
				strong++
			}
		case isSample(l):
			good++
		default:
			other++
		}
	}
	return good, strong, other
}

// isSample: name, labels in braces, a number, perhaps a stamp. Logs hardly ever look so.
func isSample(l []byte) bool {
	n := 0
	for n < len(l) && (l[n] == '_' || l[n] == ':' || 'a' <= l[n]|0x20 && l[n]|0x20 <= 'z' || n > 0 && digit(l[n])) {
		n++
	}
	if n == 0 && l[0] != '{' {
		return false
	}
	rest := l[n:]
	if i := bytes.LastIndexByte(rest, '}'); i >= 0 && len(rest) > 0 && rest[0] == '{' {
		rest = rest[i+1:]
	}
	f := bytes.Fields(rest)
	if len(f) == 0 || len(f) > 2 {
		return false
	}
	for _, x := range f {
		if _, err := strconv.ParseFloat(string(x), 64); err != nil {
			return false
		}
	}
	return true
}
