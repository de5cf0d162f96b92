package rules

import "roomline/timeline"

// noKey is where hits lie that lack the entity's capture.
const noKey = "\x00"

// entityHits are the hits of one signal by what they captured of an entity, those that lack it left
// out.
type entityHits struct {
	index map[string]int
	lists []hitList
}

// splitHits puts the hits of a signal by the values of a capture.
func (x *indexes) splitHits(hits []*timeline.Hit, capture int) *entityHits {
	e := &entityHits{index: map[string]int{}}
	for i, h := range hits {
		x.ending.Pace(i)
		v, ok := h.Cap(capture)
		if !ok {
			continue
		}
		n, ok := e.index[v]
		if !ok {
			n = len(e.lists)
			e.index[v], e.lists = n, append(e.lists, hitList{})
		}
		e.lists[n].hits = append(e.lists[n].hits, h)
	}
	for i := range e.lists {
		e.lists[i] = x.newHitList(e.lists[i].hits)
	}
	return e
}

// of gives the hits of a value in time order, nil if there are none.
func (e *entityHits) of(value string) *hitList {
	n, ok := e.index[value]
	if !ok {
		return nil
	}
	return &e.lists[n]
}
