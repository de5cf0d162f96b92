package rules

import (
	"slices"

	"roomline/timeline"
)

// Change is what the hits of one incident have that those of the one before it had not, or other:
// of each signal the hits that are new, gone or different, each as it was and as it is.
type Change struct {
	Hits, Misfits map[timeline.SignalID][]*timeline.Hit
}

// Compare finds what changed between two incidents of one schema. Hits that are the same pointer are
// taken to be the same, so a builder that keeps what did not change makes it cheap.
func Compare(old, inc *timeline.Incident) Change {
	return Change{Hits: compareLists(old.Hits, inc.Hits), Misfits: compareLists(old.Misfits, inc.Misfits)}
}

func compareLists(old, now [][]*timeline.Hit) map[timeline.SignalID][]*timeline.Hit {
	out := map[timeline.SignalID][]*timeline.Hit{}
	for id := range now {
		var was []*timeline.Hit
		if id < len(old) {
			was = old[id]
		}
		if diff := compareHits(was, now[id]); len(diff) > 0 {
			out[timeline.SignalID(id)] = diff
		}
	}
	return out
}

// compareHits gives the hits that stand in one list only, and both of each pair that differs.
func compareHits(old, now []*timeline.Hit) (diff []*timeline.Hit) {
	if n := min(len(old), len(now)); n > 0 && &old[0] == &now[0] {
		old, now = old[n:], now[n:] // one array: it was appended to
	}
	for len(old) > 0 && len(now) > 0 {
		a, b := old[0], now[0]
		switch {
		case sameHit(a, b):
			old, now = old[1:], now[1:]
		case before(a, b):
			diff, old = append(diff, a), old[1:]
		case before(b, a):
			diff, now = append(diff, b), now[1:]
		default:
			diff, old, now = append(diff, a, b), old[1:], now[1:]
		}
	}
	return append(append(diff, old...), now...)
}

// sameHit says whether two hits are the same in all that they say.
func sameHit(a, b *timeline.Hit) bool {
	if a == b {
		return true
	}
	return a.Interval == b.Interval && a.Pos == b.Pos && a.Signal == b.Signal && a.Stream == b.Stream && a.N == b.N && a.RestUntil == b.RestUntil &&
		a.Life == b.Life && a.Latest == b.Latest && a.Process == b.Process && a.Clock == b.Clock && a.Stamped == b.Stamped && a.Cut == b.Cut && a.Sure == b.Sure &&
		a.Rank == b.Rank && a.Has == b.Has && a.Ref == b.Ref && slices.Equal(a.Caps, b.Caps) && sameLines(a.Lines, b.Lines)
}

func sameLines(a, b *timeline.RecordLines) bool {
	if a == b {
		return true
	}
	return a != nil && b != nil && a.Hit == b.Hit && slices.Equal(a.All, b.All)
}
