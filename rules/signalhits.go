package rules

import (
	"sync"

	"roomline/timeline"
)

// signalHits are indexes over the hits of one signal, each made when it is first asked for: under a lock of its own, so
// that a rule waits for nobody but who makes what it asks for, and a list that is long is made once.
type signalHits struct {
	mu       sync.Mutex // of the rest
	whole    *hitList
	process  []hitList // by ProcessID
	keyless  map[string]*hitList
	byEntity map[string]*entityHits
}

// all are the hits of a signal.
func (x *indexes) all(id timeline.SignalID) *hitList {
	s := &x.signals[id]
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all(x, id)
}

// all is [indexes.all]; the lock is held.
func (s *signalHits) all(x *indexes, id timeline.SignalID) *hitList {
	if s.whole == nil {
		l := x.listOf(id)
		s.whole = &l
	}
	return s.whole
}

// hits are those of [signalHits.all], which of hits that are unpacked needs no list.
func (s *signalHits) hits(x *indexes, id timeline.SignalID) []*timeline.Hit {
	if !x.inc.Sparse(id) {
		return x.inc.Hits[id]
	}
	l := s.all(x, id)
	return l.span(0, l.len())
}

// ofProcess are those of one process, nil for none.
func (x *indexes) ofProcess(id timeline.SignalID, p timeline.ProcessID) *hitList {
	if p < 0 {
		return nil
	}
	s := &x.signals[id]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		s.process = x.splitProcesses(id)
	}
	return &s.process[p]
}

// splitProcesses looks at each hit once, since they lie far apart in memory.
func (x *indexes) splitProcesses(id timeline.SignalID) []hitList {
	if x.inc.Sparse(id) {
		out := make([]hitList, len(x.inc.Processes))
		for p := range out {
			out[p].sparse = x.inc.SparseHitsOf(id, timeline.ProcessID(p), x.ending.Pace)
		}
		return out
	}
	hits := x.inc.Hits[id]
	of := make([]timeline.ProcessID, len(hits))
	until := make([]timeline.Time, len(hits))
	count := make([]int, len(x.inc.Processes))
	for i, h := range hits {
		x.ending.Pace(i)
		of[i], until[i] = h.Process, h.Reach()
		count[h.Process]++
	}
	out := make([]hitList, len(count))
	for p, n := range count {
		out[p].hits, out[p].maxHi = make([]*timeline.Hit, 0, n), make([]timeline.Time, 0, n)
	}
	for i, h := range hits {
		out[of[i]].add(h, until[i])
	}
	return out
}

// ofEntity are those that captured a value of an entity, nil for none.
func (x *indexes) ofEntity(id timeline.SignalID, entity, value string) *hitList {
	if x.isRoom(entity, value) {
		return x.hitsOfRoom(value).of(id)
	}
	s := &x.signals[id]
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.byEntity[entity]
	if e == nil {
		e = x.splitHits(s.hits(x, id), x.inc.Schema.Signals[id].Capture(entity))
		if s.byEntity == nil {
			s.byEntity = map[string]*entityHits{}
		}
		s.byEntity[entity] = e
	}
	return e.of(value)
}

// withoutKey are those that name no value of an entity.
func (x *indexes) withoutKey(id timeline.SignalID, entity string) *hitList {
	capture := x.inc.Schema.Signals[id].Capture(entity)
	if capture < 0 {
		return x.all(id)
	}
	s := &x.signals[id]
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.keyless[entity]
	if l == nil {
		made := x.listLacking(id, capture)
		l = &made
		if s.keyless == nil {
			s.keyless = map[string]*hitList{}
		}
		s.keyless[entity] = l
	}
	return l
}

// listOf indexes the hits of a signal.
func (x *indexes) listOf(id timeline.SignalID) hitList {
	if x.inc.Sparse(id) {
		return hitList{sparse: x.inc.SparseHits(id, x.ending.Pace)}
	}
	return x.newHitList(x.inc.Hits[id])
}

// listLacking indexes those that did not capture a value.
func (x *indexes) listLacking(id timeline.SignalID, capture int) hitList {
	if x.inc.Sparse(id) {
		return hitList{sparse: x.inc.SparseHitsLacking(id, capture, x.ending.Pace)}
	}
	return x.newHitList(lacking(x.inc.Hits[id], capture))
}

func lacking(hits []*timeline.Hit, capture int) []*timeline.Hit {
	var out []*timeline.Hit
	for _, h := range hits {
		if _, ok := h.Cap(capture); !ok {
			out = append(out, h)
		}
	}
	return out
}
