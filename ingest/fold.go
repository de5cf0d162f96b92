package ingest

import (
	"cmp"
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
	all        []timeline.Hit // of all signals in byte order; those that were folded away have no N
	dead       int            // how many of them
	read       float64        // share of the input that was read, 0 if unknown: see room
	max        int
	countsOnly func(timeline.SignalID) bool
	signals    map[timeline.SignalID]*foldedSignal
	signalRole func(timeline.SignalID) string
	role       string // of the stream; "" where it is not known before the end
	tuples     tuples // what records captured
	capped     bool
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
	at     []int32 // where its hits stand in the list of all
	keys   []int32 // the tuple that each captured, -1 for none; nil unless keyed
	limit  int
	next   int // how many hits call for folding
	keyed  bool
	firsts map[int32]timeline.Pos // where each key was first seen
}

func (f *folder) push(h timeline.Hit) {
	s := f.signals[h.Signal]
	if s == nil {
		s = &foldedSignal{limit: f.max, keyed: true, firsts: map[int32]timeline.Pos{}}
		if f.countsOnly(h.Signal) {
			s.limit, s.keyed = min(f.max, countsOnlyHits), false
		}
		s.next = 2*s.limit + lastHits
		f.signals[h.Signal] = s
	}
	if n := len(s.at); n >= misfitHits && f.misfit(h.Signal) {
		f.all[s.at[n-1]].N += h.N
		return
	}
	s.noteKey(f, f.tuples.share(&h), &h)
	f.makeRoom()
	s.at = append(s.at, int32(len(f.all)))
	f.all = append(f.all, h)
	if len(s.at) >= s.next {
		f.fold(s)
		s.next = max(len(s.at)*3/2, s.next)
		if f.dead > len(f.all)/4 {
			f.compact()
		}
	}
}

// settled is the share of the input after which what was kept of it tells what the rest will need:
// before, many hits are kept that will be folded.
const settled = 0.25

// makeRoom makes room for one more hit: by what folding gave up, else by growing; late in a long log
// for all that are to come, so that the list is not copied again and again.
func (f *folder) makeRoom() {
	if len(f.all) < cap(f.all) {
		return
	}
	if f.dead > len(f.all)/16 {
		f.compact()
		return
	}
	if f.read >= settled {
		f.all = room(f.all, f.read)
	}
}

// compact gives up the places of hits that were folded away.
func (f *folder) compact() {
	to, n := make([]int32, len(f.all)), int32(0)
	for i := range f.all {
		to[i] = n
		if f.all[i].N > 0 {
			f.all[n] = f.all[i]
			n++
		}
	}
	clear(f.all[n:])
	f.all, f.dead = f.all[:n], 0
	for _, s := range f.signals {
		for i, at := range s.at {
			s.at[i] = to[at]
		}
	}
}

func (s *foldedSignal) noteKey(f *folder, key int32, h *timeline.Hit) {
	if !s.keyed {
		return
	}
	if h.Has == 0 {
		key = -1
	}
	if len(s.firsts) >= maxKeys {
		s.keyed, s.firsts, s.keys, f.capped = false, nil, nil, true
		return
	}
	s.keys = append(s.keys, key)
	if _, ok := s.firsts[key]; !ok && key >= 0 {
		s.firsts[key] = h.Pos
	}
}

// fold lets hits that are neither among the first nor the last, of the signal, a second or a key,
// count for the hit before them. When it is done makes no difference in the end.
func (f *folder) fold(s *foldedSignal) {
	n := len(s.at)
	if n <= s.limit+lastHits {
		return
	}
	keep := f.keyEnds(s)
	out, keys := s.at[:s.limit], s.keys[:min(s.limit, len(s.keys))]
	for i := s.limit; i < n; i++ {
		h := &f.all[s.at[i]]
		if i < n-lastHits && len(out) > 0 && !keep[i] && sameSecond(h, &f.all[s.at[i+1]]) {
			if last := &f.all[out[len(out)-1]]; sameSecond(last, h) {
				last.N += h.N
				*h = timeline.Hit{}
				f.dead++
				continue
			}
		}
		out = append(out, s.at[i])
		if s.keyed {
			keys = append(keys, s.keys[i])
		}
	}
	s.at, s.keys = out, keys
}

// keyEnds says which hits are the first or the last of their key.
func (f *folder) keyEnds(s *foldedSignal) []bool {
	keep := make([]bool, len(s.at))
	if !s.keyed || len(s.firsts) == 0 {
		return keep
	}
	seen := make(map[int32]bool, len(s.firsts))
	for i := len(s.at) - 1; i >= s.limit; i-- {
		if k := s.keys[i]; k >= 0 {
			keep[i] = !seen[k] || s.firsts[k] == f.all[s.at[i]].Pos
			seen[k] = true
		}
	}
	return keep
}

func sameSecond(a, b *timeline.Hit) bool {
	return a.Stamped == b.Stamped && a.Cut == b.Cut && a.Lo.Floor(timeline.Second) == b.Lo.Floor(timeline.Second)
}

// list gives all hits in byte order. The folder is empty then.
func (f *folder) list() []timeline.Hit {
	for _, s := range f.signals {
		f.fold(s)
		s.firsts = nil
	}
	f.compact()
	out := f.all
	f.all, f.signals, f.tuples = nil, nil, tuples{}
	order := func(a, b timeline.Hit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Signal, b.Signal))
	}
	if !slices.IsSortedFunc(out, order) {
		slices.SortStableFunc(out, order)
	}
	return out
}
