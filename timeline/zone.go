package timeline

import (
	"fmt"
	"time"
)

// buildZones looks for streams whose assumed zone leaves them without overlap with the rest, while
// a shift by whole quarters of an hour would mend that.
func (inc *Incident) buildZones() {
	for i := range inc.Streams {
		s := &inc.Streams[i]
		if !s.Assumed || !s.Stamped || s.ExcerptOf != 0 {
			continue
		}
		if d, ok := inc.doubt(s); ok {
			inc.Zones = append(inc.Zones, d)
		}
	}
}

// doubt compares a stream with what is told: streams whose zone is known, and scrapes. Where nothing
// is told, with the other streams.
func (inc *Incident) doubt(s *Stream) (ZoneDoubt, bool) {
	own := Interval{s.First.Lo, s.Last.Hi}
	rest := inc.others(s)
	if len(rest) == 0 || overlap(own, rest) > 0 {
		return ZoneDoubt{}, false
	}
	best, share := time.Duration(0), 0.0
	for q := -14 * 4; q <= 14*4; q++ {
		shift := time.Duration(q) * 15 * time.Minute
		v := overlap(Interval{own.Lo.Add(shift), own.Hi.Add(shift)}, rest)
		if q%4 != 0 {
			v *= 0.98 // whole hours are likelier
		}
		if v > share+1e-9 || v > share-1e-9 && abs(shift) < abs(best) {
			best, share = shift, v
		}
	}
	if share < 0.3 {
		return ZoneDoubt{}, false
	}
	why := fmt.Sprintf("zone assumed UTC; shifting by %s makes %.0f %% of it overlap with the other sources", hours(best), share*100)
	return ZoneDoubt{Stream: s.ID, Shift: best, Overlap: share, Why: why}, true
}

// others are the spans of what is told of zones; of all other processes where nothing is.
func (inc *Incident) others(s *Stream) []Interval {
	var told, assumed []Interval
	for i := range inc.Streams {
		o := &inc.Streams[i]
		if !o.Stamped || o.ID == s.ID {
			continue
		}
		span := Interval{o.First.Lo, o.Last.Hi}
		switch {
		case !o.Assumed:
			told = append(told, span)
		case o.Process != s.Process:
			assumed = append(assumed, span)
		}
	}
	for i := range inc.Targets {
		if t := &inc.Targets[i]; !t.Logged && len(t.Scrapes) > 0 {
			told = append(told, Interval{t.Scrapes[0].At, t.Scrapes[len(t.Scrapes)-1].At + 1})
		}
	}
	if len(told) > 0 {
		return told
	}
	return assumed
}

// overlap is the share of a span that others share; of spans that lie inside it, the share of those.
func overlap(own Interval, rest []Interval) float64 {
	best := 0.0
	for _, r := range rest {
		both := min(own.Hi, r.Hi) - max(own.Lo, r.Lo)
		if both <= 0 {
			continue
		}
		best = max(best, float64(both)/float64(min(own.Hi-own.Lo, r.Hi-r.Lo)+1))
	}
	return best
}

func hours(d time.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "-", -d
	}
	if d%time.Hour == 0 {
		return fmt.Sprintf("%s%d h", sign, d/time.Hour)
	}
	return fmt.Sprintf("%s%d h %d min", sign, d/time.Hour, d%time.Hour/time.Minute)
}

func abs(d time.Duration) time.Duration {
	if d < 0 {
		return -d
	}
	return d
}
