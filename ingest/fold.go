package ingest

import (
	"slices"

	"roomline/timeline"
)

const (
	countsOnlyHits = 64      // hits kept one by one of a signal of which only counts are asked
	lastHits       = 8       // the last ones are always kept one by one
	maxKeys        = 1 << 18 // captured keys followed per signal; beyond, the signal is folded as any other
)

// folder keeps the hits of one stream. Of each signal the first ones are kept one by one, then the
// first and the last of each second and of each captured key; the others only count (Hit.N).
type folder struct {
	log        *timeline.HitLog // of all signals in byte order; those that were folded away have no N
	dead       int              // how many of them
	loose      int              // hits that may be folded away
	max        int
	countsOnly func(timeline.SignalID) bool
	signals    []*foldedSignal // by SignalID
	signalRole func(timeline.SignalID) string
	role       string // of the stream; "" where it is not known before the end
	capped     bool
	// kept says that rows must stay where they are, since they were written down for the cache.
	kept bool
	// asleep says that the log was read from the cache, and signals are not known yet: hits wait.
	asleep  bool
	waiting []timeline.RawHit
}

// misfitHits are kept of a signal in a stream of another role.
const misfitHits = 8

// looseHits are how many may wait at least before all are gone through.
const looseHits = 8192

// expectRole notes the role of a file; files of one stream that disagree leave it open.
func (f *folder) expectRole(of *file) {
	role := of.declaredRole()
	if role == "" {
		role = of.known.role
	}
	if role == "unknown" || f.role != "" && f.role != role {
		role = ""
	}
	f.role = role
}

// misfit says whether a signal speaks for another role than the stream's.
func (f *folder) misfit(id timeline.SignalID) bool {
	r := f.signalRole(id)
	return f.role != "" && r != "" && r != f.role
}

type foldedSignal struct {
	n      int   // hits of it in the log
	last   int32 // where the last of them stands
	limit  int   // so many are kept one by one
	keyed  bool
	misfit bool
	keys   tupleSet // captured so far
	count  int      // how many keys
	again  tupleSet // those that were captured more than once
}

// tupleSet is a set of captured tuples.
type tupleSet []uint64

// add puts a tuple in; false if it was there.
func (t *tupleSet) add(id timeline.TupleID) bool {
	for int(id>>6) >= len(*t) {
		*t = append(*t, 0)
	}
	word := &(*t)[id>>6]
	was := *word
	*word |= 1 << (id & 63)
	return was != *word
}

// has says whether a number is in the set.
func (t tupleSet) has(i int) bool { return i>>6 < len(t) && t[i>>6]>>(i&63)&1 == 1 }

func (f *folder) of(id timeline.SignalID) *foldedSignal {
	for int(id) >= len(f.signals) {
		f.signals = append(f.signals, nil)
	}
	s := f.signals[id]
	if s == nil {
		s = &foldedSignal{limit: f.max, keyed: true, misfit: f.misfit(id)}
		if f.countsOnly(id) {
			s.limit, s.keyed = min(f.max, countsOnlyHits), false
		}
		f.signals[id] = s
	}
	return s
}

func (f *folder) push(h *timeline.RawHit) {
	if f.asleep {
		f.waiting = append(f.waiting, *h)
		return
	}
	s := f.of(h.Signal)
	if s.misfit && s.n >= misfitHits && f.log.AddN(int(s.last), h.N) {
		return
	}
	at := f.log.Len()
	f.log.AppendRaw(h)
	s.n, s.last = s.n+1, int32(at)
	if !f.ends(s, h.Tuple, at) && s.n > s.limit {
		f.loose++
	}
	if f.loose >= max(looseHits, f.log.Len()/2) {
		f.foldAll()
		f.compact()
	}
}

// ends notes a captured key, and says whether the hit surely is the first or the last of it so far. Of
// each key these two stay.
func (f *folder) ends(s *foldedSignal, key timeline.TupleID, at int) bool {
	if !s.keyed || key == 0 {
		return false
	}
	if s.count >= maxKeys {
		s.keyed, s.keys, s.again, f.capped = false, nil, nil, true
		return false
	}
	if s.keys.add(key) {
		s.count++
		f.log.Mark(at)
		return true
	}
	return s.again.add(key)
}

// compact gives up the places of hits that were folded away, unless they must stay.
func (f *folder) compact() {
	if f.dead == 0 || f.kept {
		return
	}
	f.log.Compact()
	f.dead = 0
	f.placeLast()
}

// placeLast notes where the last hit of each signal stands, as far as it is asked for.
func (f *folder) placeLast() {
	if !slices.ContainsFunc(f.signals, func(s *foldedSignal) bool { return s != nil && s.misfit }) {
		return
	}
	for i := range f.log.Len() {
		f.signals[f.log.Signal(i)].last = int32(i)
	}
}

// list gives all hits in byte order. The folder is empty then.
func (f *folder) list() *timeline.HitLog {
	f.foldAll()
	if f.signals = nil; f.dead > 0 {
		f.log.Compact()
		f.dead = 0
	}
	f.log.Sort()
	return f.log
}
