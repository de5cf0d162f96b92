package ingest

import "roomline/timeline"

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
	at     []int32 // where its hits stand in the log
	limit  int
	next   int // how many hits call for folding
	keyed  bool
	misfit bool
	keys   tupleSet // captured so far
	count  int      // how many keys
	again  tupleSet // those that were captured more than once
	twice  int      // how many
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
		s.next = 2*s.limit + lastHits
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
	if n := len(s.at); s.misfit && n >= misfitHits && f.log.AddN(int(s.at[n-1]), h.N) {
		return
	}
	at := f.log.Len()
	f.log.AppendRaw(h)
	s.noteKey(f, h.Tuple, at)
	s.at = append(s.at, int32(at))
	if len(s.at) >= s.next {
		if s.yields() {
			f.fold(s)
		}
		s.next = max(len(s.at)*2, s.next)
		if f.dead > f.log.Len()/4 && !f.kept {
			f.compact()
		}
	}
}

// compact gives up the places of hits that were folded away.
func (f *folder) compact() {
	if f.dead == 0 {
		return
	}
	to := f.log.Compact()
	f.dead = 0
	for _, s := range f.signals {
		if s == nil {
			continue
		}
		for i, at := range s.at {
			s.at[i] = to[at]
		}
	}
}

func (s *foldedSignal) noteKey(f *folder, key timeline.TupleID, at int) {
	if !s.keyed || key == 0 {
		return
	}
	if s.count >= maxKeys {
		s.keyed, s.keys, s.again, f.capped = false, nil, nil, true
		return
	}
	if s.keys.add(key) {
		s.count++
		f.log.Mark(at)
	} else if s.again.add(key) {
		s.twice++
	}
}

// yields says whether folding may give up a quarter of the hits: of each key the first and the last stay.
func (s *foldedSignal) yields() bool {
	return !s.keyed || 4*(len(s.at)-s.count-s.twice) >= len(s.at)
}

// fold lets hits that are neither among the first nor the last, of the signal, a second or a key,
// count for the hit before them. When it is done makes no difference in the end.
func (f *folder) fold(s *foldedSignal) {
	n := len(s.at)
	if n <= s.limit+lastHits {
		return
	}
	keep := f.keyEnds(s)
	out := s.at[:s.limit]
	before, now := int64(-1), f.log.FoldKey(int(s.at[s.limit]))
	if s.limit > 0 {
		before = f.log.FoldKey(int(s.at[s.limit-1]))
	}
	for i := s.limit; i < n; i++ {
		at, next := int(s.at[i]), int64(-1)
		if i+1 < n {
			next = f.log.FoldKey(int(s.at[i+1]))
		}
		if i < n-lastHits && now == next && now == before && !keep.has(i) && f.log.AddN(int(out[len(out)-1]), f.log.N(at)) {
			f.log.Drop(at)
			f.dead++
		} else {
			out, before = append(out, s.at[i]), now
		}
		now = next
	}
	s.at = out
}

// has says whether a number is in the set.
func (t tupleSet) has(i int) bool { return i>>6 < len(t) && t[i>>6]>>(i&63)&1 == 1 }

// keyEnds says which hits are the first or the last of their key.
func (f *folder) keyEnds(s *foldedSignal) tupleSet {
	if !s.keyed || s.count == 0 {
		return nil
	}
	keep, seen := make(tupleSet, len(s.at)>>6+1), make(tupleSet, len(s.keys))
	for i := len(s.at) - 1; i >= s.limit; i-- {
		at := int(s.at[i])
		if k := f.log.Tuple(at); k != 0 && (seen.add(k) || f.log.Marked(at)) {
			keep[i>>6] |= 1 << (i & 63)
		}
	}
	return keep
}

// foldAll folds all signals, as far as they can be.
func (f *folder) foldAll() {
	for _, s := range f.signals {
		if s != nil {
			f.fold(s)
		}
	}
}

// list gives all hits in byte order. The folder is empty then.
func (f *folder) list() *timeline.HitLog {
	f.foldAll()
	f.compact()
	f.log.Sort()
	f.signals = nil
	return f.log
}
