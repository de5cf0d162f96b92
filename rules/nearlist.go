package rules

import (
	"sort"

	"roomline/timeline"
)

// nearList is the alternatives of one event of an `all`, in their order: best first, then by time.
type nearList struct {
	alts  []*alt
	maxHi []timeline.Time // of alts[:i+1]; nil where they are not in time order
}

func newNearList(alts []*alt) *nearList {
	l := &nearList{alts: alts}
	if !sort.SliceIsSorted(alts, func(i, j int) bool { return alts[i].moment.Lo < alts[j].moment.Lo }) {
		return l
	}
	top := timeline.MinTime
	for _, a := range alts {
		top = max(top, a.moment.Hi)
		l.maxHi = append(l.maxHi, top)
	}
	return l
}

// of is the first that lies within 2 s of another event, by the same clock; nil if none does.
func (l *nearList) of(a *alt) *alt {
	from, to := 0, len(l.alts)
	if l.maxHi != nil {
		from = sort.Search(to, func(i int) bool { return l.maxHi[i] >= a.moment.Lo-anchorsNear })
		to = from + sort.Search(to-from, func(i int) bool { return l.alts[from+i].moment.Lo-anchorsNear > a.moment.Hi })
	}
	for _, b := range l.alts[from:to] {
		if a.moment.Clock == b.moment.Clock && a.moment.Lo-anchorsNear <= b.moment.Hi && b.moment.Lo-anchorsNear <= a.moment.Hi {
			return b
		}
	}
	return nil
}
