package format

import (
	"bytes"
	"time"

	"roomline/timeline"
)

// plog reads Ascend's "[ERROR] HCCL(66120,):2026-06-15-06:31:27.110.552 [file.cc:23] [71601]".
func plog(line []byte) (Head, bool) {
	n := word(line[1:])
	lvl := level(line[1 : 1+n])
	if lvl == timeline.LevelUnknown || n+3 >= len(line) || line[1+n] != ']' || line[2+n] != ' ' {
		return Head{}, false
	}
	k := bytes.Index(line[:min(len(line), 64)], []byte("):"))
	if k < 0 {
		return Head{}, false
	}
	at, ok := second(line[k+2:])
	if !ok {
		return Head{}, false
	}
	h := Head{Name: "plain", HasTime: true, At: at, Resolution: time.Second, Level: lvl, Body: k + 21}
	if f, _, m := fraction(line[h.Body:]); m == 4 {
		g, _, m2 := fraction(line[h.Body+m:])
		h.At, h.Resolution = h.At+f+g/1000, time.Millisecond
		if m2 == 4 {
			h.Resolution = time.Microsecond
		}
		h.Body += m + m2
	}
	h.Body += blanks(line[h.Body:])
	if end := bytes.IndexByte(line[h.Body:], ']'); end > 0 && line[h.Body] == '[' {
		h.Source = intern(line[h.Body+1 : h.Body+end])
		h.Body += end + 1
		h.Body += blanks(line[h.Body:])
	}
	return h, true
}
