package format

import (
	"time"

	"roomline/timeline"
)

// stamp is a time as written at the begin of some bytes, and how many of them it took.
type stamp struct {
	at   timeline.Time
	res  time.Duration
	zone ZoneKind
	n    int
	sep  byte // between date and time of day
}

// digit says whether c is an ASCII digit.
func digit(c byte) bool { return c-'0' <= 9 }

// two reads two digits at the begin of b; ok is cleared if they are none.
func two(b []byte, ok *bool) int {
	if !digit(b[0]) || !digit(b[1]) {
		*ok = false
	}
	return int(b[0]-'0')*10 + int(b[1]-'0')
}

// daysBefore counts the days of a common year before each month.
var daysBefore = [13]int{0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334}

// daysIn is the length of each month; February has its longest.
var daysIn = [13]int{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

// leap says whether y has a 29 February.
func leap(y int) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

// days counts from 1970-01-01 to a date, which must be valid; years from 1970 on.
func days(y, m, d int) int {
	p := y - 1
	n := p*365 + p/4 - p/100 + p/400 + daysBefore[m] + d - 1
	if m > 2 && leap(y) {
		n++
	}
	return n - 719162
}

// date makes a time of a date, if there is such a date: of the years whose times are [timeline.Time]s
// that are known.
func date(y, m, d int) (timeline.Time, bool) {
	if y < 1970 || y > 2042 || m < 1 || m > 12 || d < 1 || d > daysIn[m] || m == 2 && d == 29 && !leap(y) {
		return 0, false
	}
	return timeline.Time(days(y, m, d)) * timeline.Time(24*time.Hour), true
}

// clock reads HH:MM:SS.
func clock(b []byte) (timeline.Time, bool) {
	if len(b) < 8 || b[2] != ':' || b[5] != ':' {
		return 0, false
	}
	ok := true
	h, m, s := two(b, &ok), two(b[3:], &ok), two(b[6:], &ok)
	if !ok || h > 23 || m > 59 || s > 60 {
		return 0, false
	}
	return timeline.Time((h*60+m)*60+s) * timeline.Second, true
}

// day reads YYYY-MM-DD, with sep between the parts.
func day(b []byte, sep byte) (timeline.Time, bool) {
	if len(b) < 10 || b[4] != sep || b[7] != sep {
		return 0, false
	}
	ok := true
	y, m, d := two(b, &ok)*100+two(b[2:], &ok), two(b[5:], &ok), two(b[8:], &ok)
	if !ok {
		return 0, false
	}
	return date(y, m, d)
}

// second reads "YYYY-MM-DD HH:MM:SS", with a blank, a T or a dash in the middle: 19 bytes.
func second(b []byte) (timeline.Time, bool) {
	if len(b) < 19 || b[10] != ' ' && b[10] != 'T' && b[10] != '-' && b[10] != '_' {
		return 0, false
	}
	d, ok1 := day(b, '-')
	c, ok2 := clock(b[11:])
	return d + c, ok1 && ok2
}

// pow10 are the powers of ten that an int64 of nanoseconds needs.
var pow10 = [...]int64{1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

// fraction reads [.,] and digits: the nanoseconds, the resolution, the bytes taken (0 if none).
func fraction(b []byte) (timeline.Time, time.Duration, int) {
	if len(b) < 2 || b[0] != '.' && b[0] != ',' || !digit(b[1]) {
		return 0, time.Second, 0
	}
	v, k, i := int64(0), 0, 1
	for ; i < len(b) && digit(b[i]); i++ {
		if k < 9 {
			v, k = v*10+int64(b[i]-'0'), k+1
		}
	}
	return timeline.Time(v * pow10[9-k]), time.Duration(pow10[9-k]), i
}

// offset reads Z, +08:00, +0800 or " UTC"; n is 0 if there is none.
func offset(b []byte) (d time.Duration, n int) {
	if len(b) == 0 {
		return 0, 0
	}
	if b[0] == 'Z' {
		return 0, 1
	}
	if len(b) < 5 || b[0] != '+' && b[0] != '-' {
		return 0, 0
	}
	i, ok := 3, true
	if b[3] == ':' {
		i = 4
	}
	if len(b) < i+2 {
		return 0, 0
	}
	h, m := two(b[1:], &ok), two(b[i:], &ok)
	if !ok || h > 15 || m > 59 {
		return 0, 0
	}
	d = time.Duration(h*60+m) * time.Minute
	if b[0] == '-' {
		d = -d
	}
	return d, i + 2
}

// iso reads a date with a time of day, an optional fraction and an optional zone.
func iso(b []byte) (stamp, bool) {
	at, ok := second(b)
	if !ok {
		return stamp{}, false
	}
	f, res, k := fraction(b[19:])
	s := stamp{at: at + f, res: res, zone: Naive, n: 19 + k, sep: b[10]}
	if d, n := offset(b[s.n:]); n > 0 {
		s.at, s.zone, s.n = s.at-timeline.Time(d), Absolute, s.n+n
	}
	return s, true
}

// epoch reads seconds, or milli-, micro- or nanoseconds, since 1970: 10, 13, 16 or 19 digits, the
// first with an optional fraction. Only times from 2001 on are told from other numbers.
func epoch(b []byte) (stamp, bool) {
	i, v := 0, int64(0)
	for i < len(b) && i < 19 && digit(b[i]) {
		v, i = v*10+int64(b[i]-'0'), i+1
	}
	if i < len(b) && digit(b[i]) || len(b) == 0 || b[0] == '0' {
		return stamp{}, false
	}
	s := stamp{zone: Absolute, n: i}
	switch i {
	case 10:
		f, res, k := fraction(b[i:])
		s.at, s.res, s.n = timeline.Time(v)*timeline.Second+f, res, i+k
	case 13, 16, 19:
		s.res = time.Duration(pow10[19-i])
		s.at = timeline.Time(v * pow10[19-i])
	default:
		return stamp{}, false
	}
	return s, s.at.Known()
}

// noYear makes a time of a month and a day: in 1970, but 29 February in 1972.
func noYear(month, d int) (timeline.Time, bool) {
	if month == 2 && d == 29 {
		return date(1972, 2, 29)
	}
	return date(1970, month, d)
}

// YearIn completes a NoYear stamp: the same date and time of day in the year in which it is nearest
// to a known time. Where nothing is known it stays as it is.
func YearIn(t, near timeline.Time) timeline.Time {
	if !near.Known() {
		return t
	}
	std, best := t.Std(), t
	year := near.Std().Year()
	for y := year - 8; y <= year+8; y++ {
		d, ok := date(y, int(std.Month()), std.Day())
		if !ok {
			continue
		}
		d += t - t.Floor(timeline.Time(24*time.Hour))
		if best == t || distance(d, near) < distance(best, near) {
			best = d
		}
	}
	return best
}

// distance is the absolute difference of two known times.
func distance(a, b timeline.Time) timeline.Time { return max(a-b, b-a) }
