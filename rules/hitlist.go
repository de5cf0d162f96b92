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

	sparse *timeline.SparseHits // instead of all that, of a signal whose hits are unpacked when they are looked at
}

// newHitList indexes hits that stand in the order of time.
func (x *indexes) newHitList(hits []*timeline.Hit) hitList {
	l := hitList{hits: hits, maxHi: make([]timeline.Time, len(hits))}
	top := timeline.MinTime
	for i, h := range hits {
		x.ending.Pace(i)
		top = max(top, h.Reach())
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

// len is how many there are; a list may be nil.
func (l *hitList) len() int {
	switch {
	case l == nil:
		return 0
	case l.sparse != nil:
		return l.sparse.Len()
	}
	return len(l.hits)
}

// at is hit i.
func (l *hitList) at(i int) *timeline.Hit {
	if l.sparse != nil {
		return l.sparse.Hits(i, i+1)[0]
	}
	return l.hits[i]
}

// lo is the begin of hit i.
func (l *hitList) lo(i int) timeline.Time {
	if l.sparse != nil {
		return l.sparse.Lo(i)
	}
	return l.hits[i].Lo
}

// span gives the hits from one to another; nobody writes to them.
func (l *hitList) span(from, to int) []*timeline.Hit {
	if l.sparse != nil {
		return l.sparse.Hits(from, to)
	}
	return l.hits[from:to]
}

// near gives the hits that may touch [lo, hi]: none outside does.
func (l *hitList) near(lo, hi timeline.Time) []*timeline.Hit {
	from, to := l.places(lo, hi)
	if from == to {
		return nil
	}
	return l.span(from, to)
}

// places are where those stand that near gives.
func (l *hitList) places(lo, hi timeline.Time) (from, to int) {
	n := l.len()
	if n == 0 {
		return 0, 0
	}
	from = l.from(lo)
	return from, from + sort.Search(n-from, func(i int) bool { return l.lo(from+i) > hi })
}

// before is how many hits begin before a time.
func (l *hitList) before(t timeline.Time) int {
	return sort.Search(l.len(), func(i int) bool { return l.lo(i) >= t })
}

// from is where the first hit stands that reaches beyond lo.
func (l *hitList) from(lo timeline.Time) int {
	switch {
	case l.sparse != nil:
		return sort.Search(l.sparse.Len(), func(i int) bool { return l.sparse.Reach(i) > lo })
	case l.maxHi != nil:
		return sort.Search(len(l.hits), func(i int) bool { return l.maxHi[i] > lo })
	}
	if i := slices.IndexFunc(l.hits, func(h *timeline.Hit) bool { return h.Reach() > lo }); i >= 0 {
		return i
	}
	return len(l.hits)
}

// bare are the hits of a list without a stamp of their own.
func (x *indexes) bare(l *hitList) []*timeline.Hit {
	if l.sparse != nil {
		return l.sparse.Loose()
	}
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
