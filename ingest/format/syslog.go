package format

import (
	"bytes"
	"time"
)

// months are the names that syslog writes.
const months = "JanFebMarAprMayJunJulAugSepOctNovDec"

// syslog3164 reads "May 12 03:14:08 host program[pid]: ".
func syslog3164(line []byte) (Head, bool) {
	if len(line) < 17 || line[3] != ' ' || line[6] != ' ' || line[15] != ' ' {
		return Head{}, false
	}
	m := bytes.Index([]byte(months), line[:3])
	d, ok := int(line[5]-'0'), digit(line[5])
	if digit(line[4]) {
		d = two(line[4:], &ok)
	} else if line[4] != ' ' {
		ok = false
	}
	if m < 0 || m%3 != 0 || !ok {
		return Head{}, false
	}
	at, ok1 := noYear(m/3+1, d)
	c, ok2 := clock(line[7:])
	if !ok1 || !ok2 {
		return Head{}, false
	}
	h := Head{Name: "syslog", HasTime: true, At: at + c, Resolution: time.Second, Zone: NoYear, Body: 16}
	program(line, &h)
	return h, true
}

// program reads "host program[pid]: " from Body on.
func program(line []byte, h *Head) {
	host := bytes.IndexByte(line[h.Body:], ' ')
	if host <= 0 {
		return
	}
	i := h.Body + host + 1
	end := bytes.Index(line[i:], []byte(": "))
	if end <= 0 || end > 64 || bytes.IndexByte(line[i:i+end], ' ') >= 0 {
		return
	}
	h.Source = intern(line[i : i+end])
	h.Body = i + end + 2
}

// syslog5424 reads "<34>1 2026-05-12T03:14:08.123Z host app pid msgid [sd] " and "<34>May 12 ..".
func syslog5424(line []byte) (Head, bool) {
	end := bytes.IndexByte(line, '>')
	if end < 2 || end > 4 || !digit(line[1]) {
		return Head{}, false
	}
	i := end + 1
	if i+3 < len(line) && digit(line[i]) && line[i+1] == ' ' {
		s, ok := iso(line[i+2:])
		if !ok {
			return Head{}, false
		}
		h := head("syslog", s)
		h.Body = structured(line, i+2+s.n)
		return h, true
	}
	h, ok := syslog3164(line[i:])
	h.Body += i
	return h, ok
}

// structured is where the message begins behind host, app, pid, msgid and structured data.
func structured(line []byte, i int) int {
	for range 5 {
		i += blanks(line[i:])
		k := bytes.IndexByte(line[i:], ' ')
		if k < 0 {
			return i
		}
		i += k
	}
	i += blanks(line[i:])
	return i
}
