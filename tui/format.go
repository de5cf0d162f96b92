package tui

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"roomline/timeline"
)

// span writes a duration in at most two units: 12m59s, 6.9s, 40ms.
func span(d time.Duration) string {
	switch {
	case d < 0:
		return "-" + span(-d)
	case d < time.Millisecond:
		return fmt.Sprintf("%dµs", d.Microseconds())
	case d < time.Second:
		return fmt.Sprintf("%dms", d.Milliseconds())
	case d < 10*time.Second:
		return fmt.Sprintf("%.1fs", math.Floor(d.Seconds()*10)/10)
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%dd%02dh", int(d.Hours())/24, int(d.Hours())%24)
}

// spanOf is span of what is known to within a resolution: less than that is said to be less, and what
// stamps of whole seconds cannot tell is not written.
func spanOf(d time.Duration, grain int64) string {
	switch g := time.Duration(grain); {
	case g <= time.Microsecond || d < 0:
		return span(d)
	case d < g:
		return "<" + width(grain)
	case g >= time.Second && d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	}
	return span(d)
}

// width writes the width of a column, which is always one rung of the ladder: 15s, 2min, 500ms.
func width(ns int64) string {
	d := time.Duration(ns)
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"}, {time.Millisecond, "ms"}} {
		if d >= u.unit {
			return strconv.FormatInt(int64(d/u.unit), 10) + u.name
		}
	}
	return strconv.FormatInt(int64(d/time.Microsecond), 10) + "µs"
}

// clock writes a time of day to the millisecond, to the second if it is a whole one.
func clock(t int64) string {
	at := timeline.Time(t)
	switch {
	case at <= timeline.MinTime/2:
		return "before"
	case at >= timeline.MaxTime/2:
		return "open"
	case t%int64(time.Second) == 0:
		return at.Std().Format("15:04:05")
	}
	return at.Std().Format("15:04:05.000")
}

// dates writes a window: its day once, and the second day only if it is another one.
func dates(lo, hi int64) string {
	a, b := timeline.Time(lo).Std(), timeline.Time(hi).Std()
	day := "2006-01-02 "
	if a.Format(day) == b.Format(day) {
		day = ""
	}
	return a.Format("2006-01-02 15:04:05") + "–" + b.Format(day+"15:04:05") + " UTC"
}

// count writes a whole number in four characters or a few more: 14, 9999, 48k, 2.16M.
func count(n int64) string {
	switch {
	case n < 10_000:
		return strconv.FormatInt(n, 10)
	case n < 1_000_000:
		return strconv.FormatInt(n/1000, 10) + "k"
	case n < 1_000_000_000:
		return fmt.Sprintf("%.2fM", float64(n)/1e6)
	}
	return fmt.Sprintf("%.2fG", float64(n)/1e9)
}

// number writes a sample value.
func number(v float64) string {
	switch a := math.Abs(v); {
	case v == math.Trunc(v) && a < 10_000:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case a < 100:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case a < 10_000:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case a < 1e6:
		return fmt.Sprintf("%.0fk", v/1e3)
	case a < 1e9:
		return fmt.Sprintf("%.1fM", v/1e6)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// size writes a number of bytes.
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

// plural writes "1 room", "2 rooms".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return count(int64(n)) + " " + word + "s"
}

// join puts the parts that are not empty together.
func join(sep string, parts ...string) string {
	kept := parts[:0:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}

// stampZ is a time as flags take it.
func stampZ(t int64) string { return timeline.Time(t).String() }
