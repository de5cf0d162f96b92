package mql

import (
	"slices"
	"time"

	"roomline/timeline"
)

// GapRule says how far apart two scrapes of one run may be. The zero rule is the default one.
type GapRule struct {
	limit time.Duration
	set   bool
}

// Limit is the rule of a pack that sets max_gap; 0 makes runs of one scrape.
func Limit(d time.Duration) GapRule { return GapRule{d, true} }

// Unlimited is the gap of a target whose numbers were written by log lines: between two batches
// nothing happened. It can be added to any known time.
const Unlimited = time.Duration(1 << 60)

// handTaken: scrapes with a longer step than this were taken by hand.
const handTaken = 2 * time.Minute

// MaxGap is the longest distance of two scrapes of one run: the limit of the rule, else 2.5 times
// the declared interval, else 2.5 times the median step (the lower one, failed attempts count). Fewer
// than four scrapes, or a median above two minutes, were taken by hand: 0, runs of one each.
//
// A limit speaks of scrapes: a logged target has no gap but its failed ones.
func MaxGap(t *timeline.Target, g GapRule) time.Duration {
	switch {
	case t.Logged:
		return Unlimited
	case g.set:
		return g.limit
	}
	return twoAndHalf(interval(t))
}

// interval is the declared step from scrape to scrape, else the median (the lower one); 0 if they were
// taken by hand.
func interval(t *timeline.Target) time.Duration {
	if t.Interval > 0 {
		return t.Interval
	}
	if len(t.Scrapes) < 4 {
		return 0
	}
	steps := make([]time.Duration, len(t.Scrapes)-1)
	for i := range steps {
		steps[i] = t.Scrapes[i+1].At.Sub(t.Scrapes[i].At)
	}
	slices.Sort(steps)
	median := steps[(len(steps)-1)/2]
	if median > handTaken {
		return 0
	}
	return median
}

// twoAndHalf rounds a half to even.
func twoAndHalf(d time.Duration) time.Duration {
	q := 2*d + d/2
	if d%2 != 0 && q%2 != 0 {
		q++
	}
	return q
}

// Broken says whether a gap or a failed scrape lies between scrapes i and j, both included. For many
// questions about one target make a [Runs].
func Broken(t *timeline.Target, g GapRule, i, j int) bool {
	gap := MaxGap(t, g)
	for x := i; x <= j; x++ {
		if !t.Scrapes[x].OK || x > i && t.Scrapes[x].At.Sub(t.Scrapes[x-1].At) > gap {
			return true
		}
	}
	return false
}

// Runs are the runs of a target's scrapes under a rule; a failed scrape lies in none.
type Runs struct {
	// Gap is the longest distance inside a run.
	Gap    time.Duration
	target *timeline.Target
	first  []int32 // the first scrape of the run that scrape i lies in; -1 of a failed one
}

// NewRuns finds the runs of a target.
func NewRuns(t *timeline.Target, g GapRule) *Runs {
	r := &Runs{Gap: MaxGap(t, g), target: t, first: make([]int32, len(t.Scrapes))}
	for i := range t.Scrapes {
		switch {
		case !t.Scrapes[i].OK:
			r.first[i] = -1
		case i > 0 && r.first[i-1] >= 0 && t.Scrapes[i].At.Sub(t.Scrapes[i-1].At) <= r.Gap:
			r.first[i] = r.first[i-1]
		default:
			r.first[i] = int32(i)
		}
	}
	return r
}

// First is the first scrape of the run that scrape i lies in, -1 if i failed.
func (r *Runs) First(i int) int { return int(r.first[i]) }

// Broken says what the function [Broken] says, without going through the scrapes.
func (r *Runs) Broken(i, j int) bool { return r.first[j] < 0 || int(r.first[j]) > i }

// grace is how much later than its begin a window's first scrape may be. Log lines come when
// something happens, so that nothing excuses a window which begins before the first of them.
func (r *Runs) grace() timeline.Time {
	if r.target.Logged {
		return 0
	}
	return timeline.Time(r.Gap)
}

// vouches says whether scrape i, the last at or before at, tells the value at that time: it is of
// that time, or at lies before the next scrape of its run.
func (r *Runs) vouches(i int, at timeline.Time) bool {
	if i < 0 || r.first[i] < 0 {
		return false
	}
	return r.target.Scrapes[i].At == at || i+1 < len(r.first) && !r.Broken(i, i+1)
}
