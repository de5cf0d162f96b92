package format

import (
	"bytes"
)

// nixl reads "2026-04-30 18:32:58 NIXL INFO  _api.py:361 ".
func nixl(line []byte, s stamp) (Head, bool) {
	i := s.n + blanks(line[s.n:])
	if !bytes.HasPrefix(line[i:], []byte("NIXL ")) {
		return Head{}, false
	}
	i += 5
	h := head("nixl", s)
	n := word(line[i:])
	h.Level = level(line[i : i+n])
	i += n + blanks(line[i+n:])
	if k := fileLine(line[i:]); k > 0 {
		h.Source = intern(line[i : i+k])
		i += k + blanks(line[i+k:])
	}
	h.Body = i
	return h, true
}
