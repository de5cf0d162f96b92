package timeline

import "time"

// Time is an instant in whole nanoseconds since 1970-01-01 UTC.
type Time int64

// The ends of time. They stand for "not known, before (after) everything" and are never shown as
// a date; [NoTime] is the zero of optional fields that cannot be 1970 itself.
const (
	MinTime Time = -1 << 62
	MaxTime Time = 1 << 62
	NoTime  Time = MinTime
)

// Second is the step of per-second rollups.
const Second = Time(time.Second)

// Known says whether t is a real instant, not one of the ends of time.
func (t Time) Known() bool { return t > MinTime+ends && t < MaxTime-ends }

// ends is how far from an end of time an instant is still that end, moved by some skew: nine years.
const ends = 1 << 58

// Add shifts a known time by d; an end of time stays what it is.
func (t Time) Add(d time.Duration) Time {
	if !t.Known() {
		return t
	}
	return t + Time(d)
}

// Sub is the distance t - u; both must be known.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t - u) }

// Floor is the begin of the step-wide column that t lies in.
func (t Time) Floor(step Time) Time {
	q := t / step
	if t%step < 0 {
		q--
	}
	return q * step
}

// Std converts to the standard library's time, in UTC.
func (t Time) Std() time.Time { return time.Unix(0, int64(t)).UTC() }

// FromStd converts from the standard library's time.
func FromStd(t time.Time) Time { return Time(t.UnixNano()) }

// String is RFC 3339 in UTC with as many decimals as needed, and "" for an end of time.
func (t Time) String() string {
	if !t.Known() {
		return ""
	}
	return t.Std().Format("2006-01-02T15:04:05.999999999Z")
}

// Interval is [Lo, Hi): an instant that is known to lie somewhere in it, or a span.
type Interval struct{ Lo, Hi Time }

// At is the interval of one whole nanosecond.
func At(t Time) Interval { return Interval{t, t + 1} }

// Last is the last instant inside.
func (i Interval) Last() Time { return i.Hi - 1 }

// Overlaps says whether two intervals share an instant.
func (i Interval) Overlaps(j Interval) bool { return i.Lo < j.Hi && j.Lo < i.Hi }

// Hull is the smallest interval that holds both.
func (i Interval) Hull(j Interval) Interval { return Interval{min(i.Lo, j.Lo), max(i.Hi, j.Hi)} }
