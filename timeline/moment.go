package timeline

import "time"

// ClockID names a clock: the logs of one process share one, a scraper has another. Skew counts
// between different clocks only.
type ClockID int32

// StreamID names a stream of an incident: 1 and up; 0 is no stream.
type StreamID int32

// Pos orders what stands in one stream: the byte offset in its decoded text, counted on over the
// files of a rotation. NoPos is a moment that stands in no stream.
type Pos int64

// NoPos is the position of what is no line, MaxPos lies behind all lines.
const (
	NoPos  Pos = -1
	MaxPos Pos = 1<<63 - 1
)

// Moment is an instant that is known to lie in [Lo, Hi).
//
// Stamped: the width is only the clock's resolution; the time of a record without a header comes
// from its neighbours and is not stamped. Cut: a record without a header that may be the tail of a
// stamped one that was lost, so byte order says nothing of it.
type Moment struct {
	Interval
	Clock   ClockID
	Stream  StreamID
	Pos     Pos
	Stamped bool
	Cut     bool
}

// Point is the moment of an exact instant on a clock.
func Point(t Time, c ClockID) Moment {
	return Moment{Interval: At(t), Clock: c, Pos: NoPos, Stamped: true}
}

// Shift moves a moment; a moved moment stands at no line any more.
func (m Moment) Shift(d time.Duration) Moment {
	if d == 0 {
		return m
	}
	return Moment{Interval: Interval{m.Lo + Time(d), m.Hi + Time(d)}, Clock: m.Clock, Pos: NoPos, Stamped: m.Stamped}
}

// SameStream says whether bytes can order the two.
func SameStream(a, b Moment) bool {
	return a.Stream != 0 && a.Stream == b.Stream && a.Pos >= 0 && b.Pos >= 0
}

// SameRecord says whether the two are one line.
func SameRecord(a, b Moment) bool { return SameStream(a, b) && a.Pos == b.Pos }

// Later says whether e is after a: inside one stream byte order decides what
// the stamps leave open, and always if one of the two has no header (P01, P05, P19).
func Later(a, e Moment, skew time.Duration) Truth {
	same := SameStream(a, e)
	if same && a.Pos == e.Pos {
		return F
	}
	same = same && !a.Cut && !e.Cut
	if same && (!a.Stamped || !e.Stamped) {
		return truth(e.Pos > a.Pos)
	}
	k := between(a, e, skew)
	if a.Hi+k <= e.Lo {
		return T
	}
	if e.Hi+k <= a.Lo+1 {
		return F
	}
	if same {
		return truth(e.Pos > a.Pos)
	}
	return U
}

// NotLater says whether e is at or before b.
func NotLater(e, b Moment, skew time.Duration) Truth {
	same := SameStream(e, b)
	if same && e.Pos == b.Pos {
		return T
	}
	same = same && !e.Cut && !b.Cut
	if same && (!e.Stamped || !b.Stamped) {
		return truth(e.Pos < b.Pos)
	}
	k := between(e, b, skew)
	if e.Hi-1+k <= b.Lo {
		return T
	}
	if e.Lo-k >= b.Hi {
		return F
	}
	if same {
		return truth(e.Pos < b.Pos)
	}
	return U
}

func between(a, b Moment, skew time.Duration) Time {
	if a.Clock == b.Clock {
		return 0
	}
	return Time(skew)
}

func truth(b bool) Truth {
	if b {
		return T
	}
	return F
}
