package format

import (
	"bytes"
)

// ucx reads "[1754062805.042276] [host:1049 :0]     ucp_context.c:2339 UCX  INFO  ".
func ucx(line []byte) (Head, bool) {
	s, ok := epoch(line[1:])
	if !ok || 2+s.n >= len(line) || line[1+s.n] != ']' {
		return Head{}, false
	}
	h := head("plain", s)
	i := 2 + s.n
	i += blanks(line[i:])
	h.Body = i
	k := bytes.Index(line[i:min(len(line), i+160)], []byte(" UCX "))
	end := bytes.IndexByte(line[i:], ']')
	if k < 0 || line[i] != '[' || end < 0 || end > k {
		return h, true
	}
	from := i + end + 1
	from += blanks(line[from:])
	h.Name = "ucx"
	if from < i+k {
		h.Source = intern(line[from : i+k])
	}
	i += k + 5
	i += blanks(line[i:])
	n := word(line[i:])
	h.Level = level(line[i : i+n])
	h.Body = i + n + blanks(line[i+n:])
	return h, true
}
