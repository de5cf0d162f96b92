package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"roomline/timeline"
)

// Duration writes a length of time in at most two units: 12m59s, 6.9s, 40ms.
func Duration(d time.Duration) string {
	switch {
	case d < 0:
		return "-" + Duration(-d)
	case d == 0:
		return "0s"
	case d < time.Millisecond:
		return fmt.Sprintf("%dµs", d.Microseconds())
	case d < time.Second:
		return fmt.Sprintf("%dms", d.Milliseconds())
	case d < 10*time.Second && d%time.Second != 0:
		return fmt.Sprintf("%.1fs", math.Floor(d.Seconds()*10)/10)
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour && d%time.Minute < time.Second:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	case d < 48*time.Hour && d%time.Hour < time.Minute:
		return fmt.Sprintf("%dh", int(d.Hours()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%dd%02dh", int(d.Hours())/24, int(d.Hours())%24)
}

// Number writes a sample value as short as it can be read back.
func Number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Plural writes "1 room", "2 rooms".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return Grouped(int64(n)) + " " + word + "s"
}

// Grouped writes a number with a comma between thousands: 2,160,000.
func Grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Share writes a part of a whole in percent; what is not nothing is never shown as 0%.
func Share(part, whole int64) string {
	switch {
	case part == 0 || whole == 0:
		return "0%"
	case part*1000 < whole:
		return "<0.1%"
	case part*10 < whole:
		return fmt.Sprintf("%.1f%%", 100*float64(part)/float64(whole))
	}
	return fmt.Sprintf("%d%%", part*100/whole)
}

func size(n int64) string {
	switch {
	case n < 1<<10:
		return strconv.FormatInt(n, 10) + " B"
	case n < 1<<20:
		return fmt.Sprintf("%.0f kB", float64(n)/1e3)
	case n < 1<<30:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// join puts the parts that are not empty together.
func join(sep string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}

// Clock writes times of one report: the day is left out of those on the one day of its window.
type Clock struct {
	zone *time.Location
	day  string // "" if each time says its day
}

// NewClock shows times in a style's zone; the day is said unless the window lies within one and they do.
func NewClock(s Style, window timeline.Interval) Clock {
	c := Clock{zone: s.zone()}
	if window.Lo.Known() && window.Hi.Known() && window.Hi > window.Lo && c.date(window.Lo) == c.date(window.Hi) {
		c.day = c.date(window.Lo)
	}
	return c
}

func (c Clock) date(t timeline.Time) string { return t.Std().In(c.zone).Format(time.DateOnly) }

// ZoneName names the zone of the times.
func (c Clock) ZoneName() string { return c.zone.String() }

// At is a time of day to the millisecond, to the second if it is a whole one; JSON has it exactly.
func (c Clock) At(t timeline.Time) string {
	switch {
	case t <= timeline.MinTime/2:
		return "before"
	case t >= timeline.MaxTime/2:
		return "open"
	}
	layout := "15:04:05"
	if t.Floor(timeline.Time(time.Millisecond))%timeline.Second != 0 {
		layout += ".000"
	}
	if c.date(t) != c.day {
		layout = "2006-01-02 " + layout
	}
	return t.Std().In(c.zone).Format(layout)
}

// Window writes a span with its day and zone: 2026-05-12 03:14:00–03:20:00 UTC (6m); about when, of one without a length.
func (c Clock) Window(i timeline.Interval) string {
	long := Clock{zone: c.zone}
	switch {
	case !i.Lo.Known() || !i.Hi.Known() || i.Hi == i.Lo:
		return "no time"
	case i.Hi < i.Lo: // stamps of one second surely cover nothing, but say when
		return "about " + long.At(i.Hi) + " " + c.ZoneName()
	}
	return fmt.Sprintf("%s–%s %s (%s)", long.At(i.Lo), c.At(i.Hi), c.ZoneName(), Duration(i.Hi.Sub(i.Lo)))
}

// Instant writes when something happened: a time, or the interval [lo, hi) that it lies in.
func (c Clock) Instant(i timeline.Interval) string {
	switch {
	case !i.Lo.Known() && !i.Hi.Known():
		return "at a time that is not known"
	case !i.Lo.Known():
		return "before " + c.At(i.Hi)
	case !i.Hi.Known():
		return "after " + c.At(i.Lo)
	case i.Hi <= i.Lo+1:
		return "at " + c.At(i.Lo)
	}
	return fmt.Sprintf("in [%s, %s)", c.At(i.Lo), c.At(i.Hi))
}

// signed writes a shift with its sign: +0.8s.
func signed(d time.Duration) string { return fmt.Sprintf("%+gs", d.Seconds()) }
