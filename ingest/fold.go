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
	role       string  // of the stream; "" where it is not known before the end
	filled     *filled // who scans the stream is told by it
	capped     bool
	settled    bool // all was folded, and nothing was pushed since
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
	full   bool      // more hits than limit were taken, of which scanners know
	keys   []keyBits // captured so far: by 64 tuples
	count  int       // how many
}

// keyBits says of 64 tuples whether they were captured, and whether more than once.
type keyBits struct{ once, again uint64 }

// meet notes that a key was captured: how often it was before, once and more than once, 0 or 1 each.
func (s *foldedSignal) meet(key timeline.TupleID) (once, again uint64) {
	if int(key>>6) >= len(s.keys) {
		s.keys = append(s.keys, make([]keyBits, int(key>>6)+1-len(s.keys))...)
	}
	k, bit := &s.keys[key>>6], key&63
	once, again = k.once>>bit&1, k.again>>bit&1
	k.once |= 1 << bit
	k.again |= once << bit
	s.count += int(1 - once)
	return once, again
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
	f.settled = false
	at := f.log.AppendRaw(h)
	s.n, s.last = s.n+1, at
	if s.n > s.limit {
		f.loose += f.between(s, h.Tuple, at)
		f.fill(s, h.Signal)
	} else {
		f.between(s, h.Tuple, at)
	}
	if f.loose >= looseHits && f.loose >= f.log.Len()/2 {
		f.foldAll()
		f.compact()
	}
}

// fill tells scanners that no more hits of a signal are among the first. Of a misfit even fewer are kept.
func (f *folder) fill(s *foldedSignal, id timeline.SignalID) {
	if !s.full && !s.misfit && f.filled != nil {
		s.full = true
		f.filled.add(id)
	}
}

// between notes a captured key. It gives 1 unless the hit surely is the first or the last of it so far: of each
// key these two stay. It is counted and not asked, since nobody can guess the answer.
func (f *folder) between(s *foldedSignal, key timeline.TupleID, at int32) int {
	if !s.keyed || key == 0 {
		return 1
	}
	if s.count >= maxKeys {
		s.keyed, s.keys, f.capped = false, nil, true
		return 1
	}
	once, again := s.meet(key)
	f.log.Mark(at, once == 0)
	return int(again)
}

// foldAll lets hits that are neither among the first nor the last, of the signal, a second or a key,
// count for the hit before them. When it is done makes no difference in the end.
func (f *folder) foldAll() {
	if f.loose = 0; f.settled {
		return
	}
	f.settled = true
	rules := make([]timeline.FoldRule, len(f.signals))
	for id, s := range f.signals {
		if s != nil {
			rules[id] = timeline.FoldRule{Hits: s.n, Limit: s.limit, Keyed: s.keyed}
		}
	}
	for id, gone := range f.log.Fold(rules, lastHits) {
		if gone > 0 {
			f.signals[id].n -= gone
			f.dead += gone
		}
	}
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
