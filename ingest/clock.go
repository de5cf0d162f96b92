package ingest

import (
	"time"

	"roomline/ingest/format"
	"roomline/timeline"
)

const hour = timeline.Time(time.Hour)

// clock turns the stamps of one stream into UTC. It caches, so each scanner has a copy of its own.
type clock struct {
	loc   *time.Location // of naive stamps; nil is UTC
	shift time.Duration  // added to every stamp
	near  timeline.Time  // a known time, for stamps without a year

	quarter timeline.Time // naive quarter of an hour that offset holds for
	offset  timeline.Time
	day     timeline.Time // day without a year that year holds for
	year    timeline.Time // what completes it
}

func newClock(loc *time.Location, shift time.Duration, near timeline.Time) clock {
	return clock{loc: loc, shift: shift, near: near, quarter: timeline.MaxTime, day: timeline.MaxTime}
}

// span is when a header says that its record was printed.
func (c *clock) span(h *format.Head) timeline.Interval {
	at := h.At
	if h.Zone == format.NoYear {
		at += c.yearOf(at)
	}
	if h.Zone != format.Absolute {
		at -= c.offsetAt(at)
	}
	at += timeline.Time(c.shift)
	return timeline.Interval{Lo: at, Hi: at + max(timeline.Time(h.Resolution), 1)}
}

// outerSpan is when an envelope says that a line was printed.
func (c *clock) outerSpan(i timeline.Interval, naive, noYear bool) timeline.Interval {
	h := format.Head{At: i.Lo, Resolution: time.Duration(i.Hi - i.Lo), Zone: format.Absolute}
	if naive {
		h.Zone = format.Naive
	}
	if noYear {
		h.Zone = format.NoYear
	}
	return c.span(&h)
}

// yearOf is what must be added to a stamp in 1970 to bring it into the year where it is nearest.
func (c *clock) yearOf(at timeline.Time) timeline.Time {
	if day := at.Floor(24 * hour); day != c.day {
		c.day, c.year = day, format.YearIn(day, c.near)-day
	}
	return c.year
}

// offsetAt is how far the zone is ahead of UTC at a naive time.
func (c *clock) offsetAt(at timeline.Time) timeline.Time {
	if c.loc == nil {
		return 0
	}
	if uint64(at-c.quarter) >= uint64(hour/4) { // mostly it is the same quarter as before
		c.quarter = at.Floor(hour / 4)
		c.offset = zoneOffset(c.loc, c.quarter)
	}
	return c.offset
}

// alike is the stretch of naive times around one in which all have its offset.
func (c *clock) alike(at timeline.Time) (from, to timeline.Time) {
	if c.loc == nil {
		return timeline.MinTime, timeline.MaxTime
	}
	from = at.Floor(hour / 4)
	return from, from + hour/4
}

// zoneOffset is how far a zone is ahead of UTC when its clocks show a naive time.
func zoneOffset(loc *time.Location, naive timeline.Time) timeline.Time {
	n := naive.Std()
	local := time.Date(n.Year(), n.Month(), n.Day(), n.Hour(), n.Minute(), n.Second(), n.Nanosecond(), loc)
	_, seconds := local.Zone()
	return timeline.Time(seconds) * timeline.Second
}
