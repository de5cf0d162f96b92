package ingest

import (
	"cmp"
	"slices"
	"strings"

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
	max        int
	countsOnly func(timeline.SignalID) bool
	signals    map[timeline.SignalID]*foldedSignal
	signalRole func(timeline.SignalID) string
	role       string              // of the stream; "" where it is not known before the end
	strings    map[string]string   // captured values are few, and each is written by many records
	tuples     map[string][]string // and so are those of a record together
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
	hits   []timeline.Hit
	limit  int
	next   int // how many hits call for folding
	keyed  bool
	firsts map[string]timeline.Pos // where each key was first seen
}

func (f *folder) push(h timeline.Hit) {
	s := f.signals[h.Signal]
	if s == nil {
		s = &foldedSignal{limit: f.max, keyed: true, firsts: map[string]timeline.Pos{}}
		if f.countsOnly(h.Signal) {
			s.limit, s.keyed = min(f.max, countsOnlyHits), false
		}
		s.next = 2*s.limit + lastHits
		f.signals[h.Signal] = s
	}
	if len(s.hits) >= misfitHits && f.misfit(h.Signal) {
		s.hits[len(s.hits)-1].N += h.N
		return
	}
	f.share(&h)
	s.noteKey(f, &h)
	s.hits = append(s.hits, h)
	if len(s.hits) >= s.next {
		s.fold()
		s.next = max(len(s.hits)*3/2, s.next)
	}
}

// share lets records that captured the same hold the same strings.
func (f *folder) share(h *timeline.Hit) {
	if len(h.Caps) == 0 {
		return
	}
	k := hitKey(h)
	have, ok := f.tuples[k]
	if !ok || len(have) != len(h.Caps) {
		have = make([]string, len(h.Caps))
		for i, c := range h.Caps {
			have[i] = f.intern(c)
		}
		if len(h.Caps) == 1 {
			k = have[0]
		}
		f.tuples[k] = have
	}
	h.Caps = have
}

func (f *folder) intern(s string) string {
	if have, ok := f.strings[s]; ok {
		return have
	}
	f.strings[s] = s
	return s
}

func (s *foldedSignal) noteKey(f *folder, h *timeline.Hit) {
	if !s.keyed || h.Has == 0 {
		return
	}
	if len(s.firsts) >= maxKeys {
		s.keyed, s.firsts, f.capped = false, nil, true
		return
	}
	if k := hitKey(h); k != "" {
		if _, ok := s.firsts[k]; !ok {
			s.firsts[k] = h.Pos
		}
	}
}

func hitKey(h *timeline.Hit) string {
	if len(h.Caps) == 1 {
		return h.Caps[0]
	}
	return strings.Join(h.Caps, "\x00")
}

// fold lets hits that are neither among the first nor the last, of the signal, a second or a key,
// count for the hit before them. When it is done makes no difference in the end.
func (s *foldedSignal) fold() {
	n := len(s.hits)
	if n <= s.limit+lastHits {
		return
	}
	keep := s.keyEnds()
	out := s.hits[:s.limit]
	for i := s.limit; i < n; i++ {
		h := s.hits[i]
		last := &out[max(len(out)-1, 0)]
		if i >= n-lastHits || len(out) == 0 || keep[i] || !sameSecond(last, &h) || !sameSecond(&h, &s.hits[i+1]) {
			out = append(out, h)
			continue
		}
		last.N += h.N
	}
	clear(s.hits[len(out):])
	s.hits = out
}

// keyEnds says which hits are the first or the last of their key.
func (s *foldedSignal) keyEnds() []bool {
	keep := make([]bool, len(s.hits))
	if !s.keyed || len(s.firsts) == 0 {
		return keep
	}
	seen := make(map[string]bool, len(s.firsts))
	for i := len(s.hits) - 1; i >= s.limit; i-- {
		h := &s.hits[i]
		if h.Has == 0 {
			continue
		}
		k := hitKey(h)
		keep[i] = !seen[k] || s.firsts[k] == h.Pos
		seen[k] = true
	}
	return keep
}

func sameSecond(a, b *timeline.Hit) bool {
	return a.Stamped == b.Stamped && a.Cut == b.Cut && a.Lo.Floor(timeline.Second) == b.Lo.Floor(timeline.Second)
}

// list gives all hits in byte order. The folder is empty then.
func (f *folder) list() []timeline.Hit {
	n := 0
	for _, s := range f.signals {
		s.fold()
		s.firsts = nil
		n += len(s.hits)
	}
	if n == 0 {
		return nil
	}
	out := make([]timeline.Hit, 0, n)
	for id, s := range f.signals {
		out = append(out, s.hits...)
		delete(f.signals, id)
	}
	slices.SortFunc(out, func(a, b timeline.Hit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Signal, b.Signal))
	})
	return out
}
