package rules

import "roomline/timeline"

// signalHits are indexes over the hits of one signal, each made when it is first asked for.
type signalHits struct {
	whole    *hitList
	process  []hitList // by ProcessID
	keyless  map[string]*hitList
	byEntity map[string]*entityHits
}

// all are the hits of a signal.
func (f *facts) all(id timeline.SignalID) *hitList {
	s := &f.signals[id]
	if s.whole == nil {
		l := newHitList(f.inc.Hits[id])
		s.whole = &l
	}
	return s.whole
}

// ofProcess are those of one process, nil for none.
func (f *facts) ofProcess(id timeline.SignalID, p timeline.ProcessID) *hitList {
	if p < 0 {
		return nil
	}
	s := &f.signals[id]
	if s.process == nil {
		s.process = splitProcesses(f.inc.Hits[id], len(f.inc.Processes))
	}
	return &s.process[p]
}

// splitProcesses looks at each hit once, since they lie far apart in memory.
func splitProcesses(hits []*timeline.Hit, processes int) []hitList {
	of := make([]timeline.ProcessID, len(hits))
	until := make([]timeline.Time, len(hits))
	count := make([]int, processes)
	for i, h := range hits {
		of[i], until[i] = h.Process, reach(h)
		count[h.Process]++
	}
	out := make([]hitList, processes)
	for p, n := range count {
		out[p].hits, out[p].maxHi = make([]*timeline.Hit, 0, n), make([]timeline.Time, 0, n)
	}
	for i, h := range hits {
		out[of[i]].add(h, until[i])
	}
	return out
}

// ofEntity are those that captured a value of an entity, nil for none.
func (f *facts) ofEntity(id timeline.SignalID, entity, value string) *hitList {
	if f.isRoom(entity, value) {
		return f.room(value).of(id)
	}
	s := &f.signals[id]
	e := s.byEntity[entity]
	if e == nil {
		e = splitHits(f.inc.Hits[id], f.inc.Schema.Signals[id].Capture(entity))
		if s.byEntity == nil {
			s.byEntity = map[string]*entityHits{}
		}
		s.byEntity[entity] = e
	}
	return e.of(value)
}

// withoutKey are those that name no value of an entity.
func (f *facts) withoutKey(id timeline.SignalID, entity string) *hitList {
	capture := f.inc.Schema.Signals[id].Capture(entity)
	if capture < 0 {
		return f.all(id)
	}
	s := &f.signals[id]
	l := s.keyless[entity]
	if l == nil {
		made := newHitList(lacking(f.inc.Hits[id], capture))
		l = &made
		if s.keyless == nil {
			s.keyless = map[string]*hitList{}
		}
		s.keyless[entity] = l
	}
	return l
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
