package expo

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"roomline/timeline"
)

// Stamps are believed between these: a scrape of before 2001 or after 2200 is a wrong unit.
var (
	earliest = timeline.FromStd(time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC))
	latest   = timeline.FromStd(time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC))
)

func plausible(t timeline.Time) bool { return t >= earliest && t < latest }

var (
	// RFC 3339; file names have - or _ for the colons. Without an offset it is UTC.
	rfc3339 = regexp.MustCompile(`(\d{4})-(\d\d)-(\d\d)[T_ -](\d\d)[:_-]?(\d\d)[:_-]?(\d\d)(?:[.,](\d{1,9}))?(?:Z|([+-])(\d\d)[:_-]?(\d\d))?`)
	compact = regexp.MustCompile(`(\d{4})(\d\d)(\d\d)[T_-]?(\d\d)(\d\d)(\d\d)(?:[.,](\d{1,9}))?(?:Z|([+-])(\d\d)[:_-]?(\d\d))?`)
	epoch   = regexp.MustCompile(`(\d{9,14})(?:\.(\d{1,9}))?`)
)

// stamp reads a time written for a scrape: RFC 3339, seconds or milliseconds since 1970.
func stamp(s string) (timeline.Time, bool) {
	if m := epoch.FindStringSubmatch(s); m != nil && m[0] == s {
		if t, ok := epochTime(m[1], m[2]); ok {
			return t, true
		}
	}
	for _, rx := range []*regexp.Regexp{rfc3339, compact} {
		if m := rx.FindStringSubmatch(s); m != nil && m[0] == s {
			return civil(m)
		}
	}
	return timeline.NoTime, false
}

// epochTime is seconds with up to 11 digits, milliseconds with more (and then without decimals).
func epochTime(digits, decimals string) (timeline.Time, bool) {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || len(digits) > 11 && decimals != "" {
		return timeline.NoTime, false
	}
	if len(digits) > 11 {
		if n > int64(latest)/1e6 {
			return timeline.NoTime, false
		}
		t := timeline.Time(n) * timeline.Time(time.Millisecond)
		return t, plausible(t)
	}
	if n > int64(latest/timeline.Second) {
		return timeline.NoTime, false
	}
	return timeline.Time(n)*timeline.Second + nanos(decimals), true
}

// nanos is a decimal fraction of a second.
func nanos(decimals string) timeline.Time {
	n, err := strconv.ParseInt((decimals + "000000000")[:9], 10, 64)
	if err != nil {
		return 0
	}
	return timeline.Time(n)
}

// civil is a date and a time of day: year to second, decimals, sign, hours and minutes of the offset.
func civil(m []string) (timeline.Time, bool) {
	var n [6]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[1+i])
	}
	t := time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC)
	if int(t.Month()) != n[1] || t.Day() != n[2] || n[3] > 23 || n[4] > 59 || n[5] > 60 {
		return timeline.NoTime, false
	}
	at := timeline.FromStd(t) + nanos(m[7])
	if m[8] != "" {
		h, _ := strconv.Atoi(m[9])
		min, _ := strconv.Atoi(m[10])
		off := timeline.Time(h*3600+min*60) * timeline.Second
		if m[8] == "+" {
			off = -off
		}
		at += off
	}
	return at, plausible(at)
}

// nameTime is the time that a file's name holds: all of it without the extension, else a part; and
// how it is written.
func nameTime(name string) (t timeline.Time, text string, ok bool) {
	name = name[strings.LastIndexAny(name, `/\!`)+1:]
	for _, s := range []string{name, strings.TrimSuffix(name, ".gz"), cutExt(name), cutExt(cutExt(name))} {
		if t, ok := stamp(s); ok {
			return t, s, true
		}
	}
	for _, rx := range []*regexp.Regexp{rfc3339, compact, epoch} {
		for _, loc := range rx.FindAllStringSubmatchIndex(name, -1) {
			if loc[0] > 0 && digit(name[loc[0]-1]) || loc[1] < len(name) && digit(name[loc[1]]) {
				continue // a piece of a longer number
			}
			if t, ok := partTime(name[loc[0]:loc[1]]); ok {
				return t, name[loc[0]:loc[1]], true
			}
		}
	}
	return timeline.NoTime, "", false
}

// zoned says whether a time as written leaves no doubt of its zone.
func zoned(s string) bool {
	if m := rfc3339.FindStringSubmatch(s); m != nil {
		return m[8] != "" || strings.HasSuffix(s, "Z")
	}
	return !compact.MatchString(s) || strings.HasSuffix(s, "Z") || len(s) == 10 || len(s) == 13 || compact.FindStringSubmatch(s)[8] != ""
}

// partTime is stricter than stamp: among other words a short number is no epoch.
func partTime(s string) (timeline.Time, bool) {
	s = strings.TrimRight(s, ".")
	if t, ok := stamp(s); ok && plausible(t) {
		return t, true
	}
	return timeline.NoTime, false
}

func cutExt(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[:i]
	}
	return name
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// dateLayouts are what `date` prints, with and without options.
var dateLayouts = []string{
	"Mon Jan _2 15:04:05 MST 2006", "Mon Jan _2 03:04:05 PM MST 2006", "Mon Jan _2 15:04:05 2006",
	"Mon _2 Jan 15:04:05 MST 2006", "Mon, 02 Jan 2006 15:04:05 -0700", "Mon, 02 Jan 2006 15:04:05 MST",
	"2006-01-02 15:04:05 MST", "2006-01-02 15:04:05 -0700",
}

// dateLine reads a line that a shell loop printed before a scrape: a date and nothing else but
// signs for decoration. Zone is its abbreviation where that says nothing sure (then UTC is taken).
func dateLine(line string) (t timeline.Time, zone string, ok bool) {
	s := strings.Trim(line, "=-*# \t[]<>|~_:")
	if len(s) < 10 || len(s) > 40 {
		return timeline.NoTime, "", false
	}
	if t, ok := partTime(s); ok {
		return t, "", true
	}
	for _, layout := range dateLayouts {
		d, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		if name, off := d.Zone(); off == 0 && name != "UTC" && name != "GMT" && name != "Z" && name != "" {
			zone = name
		}
		return timeline.FromStd(d), zone, plausible(timeline.FromStd(d))
	}
	return timeline.NoTime, "", false
}
