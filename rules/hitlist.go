package rules

import (
	"sort"

	"roomline/timeline"
)

// hitList is hits in time order, with what finds those near a window without a walk.
type hitList struct {
	hits  []*timeline.Hit
	maxHi []timeline.Time // of hits[:i+1]
	loose []*timeline.Hit // without a stamp; filled by bare
	noted bool
}

func newHitList(hits []*timeline.Hit) *hitList {
	l := &hitList{hits: hits, maxHi: make([]timeline.Time, len(hits))}
	l.tops()
	return l
}

// tops notes until when the hits up to each one may reach.
func (l *hitList) tops() {
	top := timeline.MinTime
	for i, h := range l.hits {
		top = max(top, h.Hi)
		if _, last, folded := h.Rest(); folded {
			top = max(top, last.Hi)
		}
		l.maxHi[i] = top
	}
}

// near gives the hits that may touch [lo, hi]: none outside does.
func (l *hitList) near(lo, hi timeline.Time) []*timeline.Hit {
	if l == nil {
		return nil
	}
	from := sort.Search(len(l.hits), func(i int) bool { return l.maxHi[i] > lo })
	to := from + sort.Search(len(l.hits)-from, func(i int) bool { return l.hits[from+i].Lo > hi })
	return l.hits[from:to]
}

// bare are the hits without a stamp of their own.
func (l *hitList) bare() []*timeline.Hit {
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

// noKey is where hits lie that lack the entity's capture.
const noKey = "\x00"

// entityHits are the hits of one signal by what they captured of an entity. There may be a hundred
// thousand rooms, so all stand in one list, those of a room together.
type entityHits struct {
	index map[string]int32 // number of each value
	ends  []int32          // where the hits of each value end
	all   hitList
}

func splitHits(hits []*timeline.Hit, capture int) *entityHits {
	e := &entityHits{index: map[string]int32{}, all: hitList{hits: make([]*timeline.Hit, len(hits)), maxHi: make([]timeline.Time, len(hits))}}
	number := make([]int32, len(hits))
	for i, h := range hits {
		v, ok := h.Cap(capture)
		if !ok {
			v = noKey
		}
		n, ok := e.index[v]
		if !ok {
			n = int32(len(e.ends))
			e.index[v], e.ends = n, append(e.ends, 0)
		}
		number[i] = n
		e.ends[n]++
	}
	next := make([]int32, len(e.ends))
	for i := 1; i < len(e.ends); i++ {
		next[i] = e.ends[i-1]
		e.ends[i] += e.ends[i-1]
	}
	for i, h := range hits {
		e.all.hits[next[number[i]]] = h
		next[number[i]]++
	}
	for i := range e.ends {
		e.list(i).tops()
	}
	return e
}

// of gives the hits of a value in time order, nil if there are none.
func (e *entityHits) of(value string) *hitList {
	n, ok := e.index[value]
	if !ok {
		return nil
	}
	return e.list(int(n))
}

func (e *entityHits) list(n int) *hitList {
	from := int32(0)
	if n > 0 {
		from = e.ends[n-1]
	}
	return &hitList{hits: e.all.hits[from:e.ends[n]], maxHi: e.all.maxHi[from:e.ends[n]]}
}
