package tui

import (
	"time"

	"roomline/timeline"
)

// age is how long a room lived, or lives at the end of observation.
func (x *roomIndex) age(i int) time.Duration {
	return time.Duration(x.info[i].until - int64(x.rooms[i].First))
}

// inState is how long an open room has been in its state at the end of observation. Of one that ended
// that says nothing: it would grow with the window. It is -1 then.
func (x *roomIndex) inState(i int) time.Duration {
	if !x.rooms[i].Open {
		return -1
	}
	return time.Duration(x.end - x.info[i].since)
}

// inStateText is inState in words.
func (x *roomIndex) inStateText(i int) string {
	if !x.rooms[i].Open {
		return "–"
	}
	return spanOf(x.inState(i), x.info[i].grain)
}

// grainOf is the resolution of the stamps of lines: a stamp of whole seconds means one second.
func grainOf(hits []*timeline.Hit) int64 {
	var most int64
	for _, h := range hits {
		if h.Stamped {
			most = max(most, int64(h.Hi-h.Lo))
		}
	}
	return most
}

// limit is the age from which an open room counts as stuck: three times the 99th percentile of those
// that succeeded, 5 s at least; a minute where there are too few to tell.
func (x *roomIndex) limit() time.Duration {
	if len(x.usual) < 20 {
		return time.Minute
	}
	return max(3*quantile(x.usual, 0.99), 5*time.Second)
}
