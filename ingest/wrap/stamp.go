package wrap

import (
	"bytes"
	"time"

	"roomline/timeline"
)

func digit(c byte) bool { return c-'0' <= 9 }

// digits is the number of digits at the begin of b.
func digits(b []byte) int {
	n := 0
	for n < len(b) && digit(b[n]) {
		n++
	}
	return n
}

// atoi reads n digits at the begin of b, -1 if they are none.
func atoi(b []byte, n int) int {
	if len(b) < n {
		return -1
	}
	v := 0
	for _, c := range b[:n] {
		if !digit(c) {
			return -1
		}
		v = v*10 + int(c-'0')
	}
	return v
}

// uint64Of reads a whole number; ok is false for anything else.
func uint64Of(b []byte) (v int64, ok bool) {
	if len(b) == 0 || len(b) > 19 {
		return 0, false
	}
	for _, c := range b {
		if !digit(c) {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	return v, v >= 0
}

// spell is a stamp of an envelope: its interval, its bytes, the digits of its fraction.
type spell struct {
	at    timeline.Interval
	n     int
	fine  int
	zoned bool
}

// rfc3339 reads YYYY-MM-DDTHH:MM:SS(.fff)(Z|+08:00|+0800) at the begin of b.
func rfc3339(b []byte) (spell, bool) {
	if len(b) < 19 || b[4] != '-' || b[7] != '-' || b[10] != 'T' || b[13] != ':' || b[16] != ':' {
		return spell{}, false
	}
	y, mo, d, h, mi, s := atoi(b, 4), atoi(b[5:], 2), atoi(b[8:], 2), atoi(b[11:], 2), atoi(b[14:], 2), atoi(b[17:], 2)
	if y < 1970 || y > 2200 || mo < 1 || mo > 12 || d < 1 || d > 31 || h < 0 || h > 23 || mi < 0 || mi > 59 || s < 0 || s > 60 {
		return spell{}, false
	}
	out := spell{n: 19}
	at := timeline.Time(time.Date(y, time.Month(mo), d, h, mi, s, 0, time.UTC).Unix()) * timeline.Second
	step := timeline.Second
	if len(b) > 20 && (b[19] == '.' || b[19] == ',') && digit(b[20]) {
		out.fine = min(digits(b[20:]), 9)
		out.n = 20 + digits(b[20:])
		for i := range out.fine {
			step /= 10
			at += timeline.Time(b[20+i]-'0') * step
		}
	}
	shift, n := offset(b[out.n:])
	out.zoned = n > 0
	out.n += n
	at -= timeline.Time(shift)
	out.at = timeline.Interval{Lo: at, Hi: at + step}
	return out, true
}

// offset reads Z or an offset from UTC at the begin of b; n is 0 if there is none.
func offset(b []byte) (time.Duration, int) {
	if len(b) > 0 && b[0] == 'Z' {
		return 0, 1
	}
	if len(b) < 5 || b[0] != '+' && b[0] != '-' {
		return 0, 0
	}
	i := 3
	if b[3] == ':' {
		i = 4
	}
	h, m := atoi(b[1:], 2), atoi(b[min(i, len(b)):], 2)
	if h < 0 || h > 15 || m < 0 || m > 59 {
		return 0, 0
	}
	d := time.Duration(h*60+m) * time.Minute
	if b[0] == '-' {
		d = -d
	}
	return d, i + 2
}

// stamped sets the outer time of an entry.
func (s spell) stamped(e *Entry) {
	e.HasTime, e.At, e.Naive = true, s.at, !s.zoned
}

// epochOf sets the outer time from a number of units since 1970.
func epochOf(e *Entry, v int64, unit timeline.Time) {
	if v < 0 || v > int64(timeline.MaxTime/2/unit) {
		return
	}
	at := timeline.Time(v) * unit
	e.HasTime, e.At = true, timeline.Interval{Lo: at, Hi: at + unit}
}

// months are the names that syslog writes.
var months = []byte("JanFebMarAprMayJunJulAugSepOctNovDec")

// syslogTime reads "May 12 03:14:08(.ffffff)", in 1970, 29 February in 1972.
func syslogTime(b []byte) (spell, bool) {
	if len(b) < 15 || b[3] != ' ' || b[6] != ' ' || b[9] != ':' || b[12] != ':' {
		return spell{}, false
	}
	m := bytes.Index(months, b[:3])
	d := atoi(b[4:], 2)
	if b[4] == ' ' {
		d = atoi(b[5:], 1)
	}
	h, mi, s := atoi(b[7:], 2), atoi(b[10:], 2), atoi(b[13:], 2)
	if m < 0 || m%3 != 0 || d < 1 || d > 31 || h < 0 || h > 23 || mi < 0 || mi > 59 || s < 0 || s > 60 {
		return spell{}, false
	}
	year := 1970
	if m == 3 && d == 29 {
		year = 1972
	}
	at := timeline.Time(time.Date(year, time.Month(m/3+1), d, h, mi, s, 0, time.UTC).Unix()) * timeline.Second
	step, n := timeline.Second, 15
	if len(b) > 16 && b[15] == '.' && digit(b[16]) {
		for n = 16; n < len(b) && digit(b[n]); n++ {
			if step > 1 {
				step /= 10
				at += timeline.Time(b[n]-'0') * step
			}
		}
	}
	return spell{at: timeline.Interval{Lo: at, Hi: at + step}, n: n}, true
}

// sgr is the length of the colour sequences at the begin of b, also of those that lost their ESC in a
// paste: " [36m".
func sgr(b []byte) int {
	n := 0
	for n < len(b) {
		i := n
		switch {
		case b[i] == 0x1B:
			i++
		case b[i] == ' ' && i+1 < len(b) && b[i+1] == '[':
			i++
		case b[i] != '[' || n == 0:
			return n
		}
		if i >= len(b) || b[i] != '[' {
			return n
		}
		for i++; i < len(b) && (digit(b[i]) || b[i] == ';'); i++ {
		}
		if i >= len(b) || b[i] != 'm' && b[i] != 'K' {
			return n
		}
		n = i + 1
	}
	return n
}
