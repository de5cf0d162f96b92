package rules

import (
	"slices"
	"sort"

	"roomline/timeline"
)

// hitList is hits in time order, with what finds those near a window without a walk.
type hitList struct {
	hits  []*timeline.Hit
	maxHi []timeline.Time // of hits[:i+1]; nil of a list so short that a walk is as good
	loose []*timeline.Hit // without a stamp; filled by bare, under the lock of the indexes
	noted bool
}

// newHitList indexes hits that stand in the order of time.
func (x *indexes) newHitList(hits []*timeline.Hit) hitList {
	l := hitList{hits: hits, maxHi: make([]timeline.Time, len(hits))}
	top := timeline.MinTime
	for i, h := range hits {
		x.pace(i)
		top = max(top, reach(h))
		l.maxHi[i] = top
	}
	return l
}

// add appends a hit that reaches until a time.
func (l *hitList) add(h *timeline.Hit, until timeline.Time) {
	if n := len(l.maxHi); n > 0 {
		until = max(until, l.maxHi[n-1])
	}
	l.hits, l.maxHi = append(l.hits, h), append(l.maxHi, until)
}

func (l *hitList) none() bool { return l == nil || len(l.hits) == 0 }

// near gives the hits that may touch [lo, hi]: none outside does.
func (l *hitList) near(lo, hi timeline.Time) []*timeline.Hit {
	if l == nil || len(l.hits) == 0 {
		return nil
	}
	from := l.from(lo)
	to := from + sort.Search(len(l.hits)-from, func(i int) bool { return l.hits[from+i].Lo > hi })
	return l.hits[from:to]
}

// from is where the first hit stands that reaches beyond lo.
func (l *hitList) from(lo timeline.Time) int {
	if l.maxHi == nil {
		i := slices.IndexFunc(l.hits, func(h *timeline.Hit) bool { return reach(h) > lo })
		if i < 0 {
			return len(l.hits)
		}
		return i
	}
	return sort.Search(len(l.hits), func(i int) bool { return l.maxHi[i] > lo })
}

// reach is until when a hit, or a record folded into it, may have been.
func reach(h *timeline.Hit) timeline.Time {
	if h.N <= 1 {
		return h.Hi
	}
	_, last, _ := h.Rest()
	return max(h.Hi, last.Hi)
}

// bare are the hits of a list without a stamp of their own.
func (x *indexes) bare(l *hitList) []*timeline.Hit {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !l.noted {
		l.noted = true
		for _, h := range l.hits {
			if !h.Stamped {
				l.loose = append(l.loose, h)
			}
		}
	}
	return l.loose
}
