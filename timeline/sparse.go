package timeline

import (
	"cmp"
	"slices"
	"sync"
)

// SparseHits are hits of one signal that stayed packed, in time order: a long log has a hundred thousand of them, of
// which rules look at those near something else. Each is unpacked when it is first looked at, and is the same hit from
// then on. Any goroutine may ask.
type SparseHits struct {
	inc   *Incident
	rows  []sparseRow
	loose []int32 // of rows: those without a stamp of their own

	mu   sync.Mutex
	hits []*Hit // beside rows; nil where nobody looked yet
}

// sparseRow is where a hit lies, with what finds it.
type sparseRow struct {
	lo, reach Time // reach: the latest [Hit.Reach] of it and those before it
	row       int32
	stream    StreamID
}

// Sparse says whether the hits of a signal stayed packed until somebody looks at them: see [Incident.SparseHits].
func (inc *Incident) Sparse(id SignalID) bool { return inc.sparing && inc.Schema.Signals[id].Sparse }

// Packed says whether hits of some signals that rules read stayed packed.
func (inc *Incident) Packed() bool { return inc.sparing }

// SomeHits says whether a signal that rules read has any hit that counts.
func (inc *Incident) SomeHits(id SignalID) bool {
	some := func(s Stream) bool { return len(s.sparseOf(id)) > 0 }
	return len(inc.Hits[id]) > 0 || slices.ContainsFunc(inc.Streams, some)
}

// HitsRead is how many hits there are of signals that rules read one by one, or here and there.
func (inc *Incident) HitsRead() (n int) {
	for id := range inc.Hits {
		n += len(inc.Hits[id])
		for i := range inc.Streams {
			n += len(inc.Streams[i].sparseOf(SignalID(id)))
		}
	}
	return n
}

// SparseHits gives all hits of a signal that count. pace is called for each of them, by its number.
func (inc *Incident) SparseHits(id SignalID, pace func(int)) *SparseHits {
	return inc.sparseHits(id, pace, inc.allStreams(), nil)
}

// SparseHitsOf gives those of one process.
func (inc *Incident) SparseHitsOf(id SignalID, p ProcessID, pace func(int)) *SparseHits {
	return inc.sparseHits(id, pace, inc.Processes[p].Streams, nil)
}

// SparseHitsLacking gives those that did not capture a value.
func (inc *Incident) SparseHitsLacking(id SignalID, capture int, pace func(int)) *SparseHits {
	return inc.sparseHits(id, pace, inc.allStreams(), func(s *Stream, row int32) bool {
		_, _, has := s.Log.Tuples.value(s.Log.Tuple(int(row)), capture)
		return !has
	})
}

func (inc *Incident) allStreams() []StreamID {
	out := make([]StreamID, len(inc.Streams))
	for i := range out {
		out[i] = inc.Streams[i].ID
	}
	return out
}

// sparseHits gives those rows of some streams that count; nil: all do.
func (inc *Incident) sparseHits(id SignalID, pace func(int), streams []StreamID, counts func(*Stream, int32) bool) *SparseHits {
	l, bare := &SparseHits{inc: inc}, false
	for _, of := range streams {
		s := inc.Stream(of)
		rows := s.sparseOf(id)
		if counts == nil {
			l.rows = slices.Grow(l.rows, len(rows))
		}
		for n, row := range rows {
			if pace(n); counts == nil || counts(s, row) {
				lo, reach, stamped := s.Log.span(row)
				l.rows, bare = append(l.rows, sparseRow{lo, reach, row, s.ID}), bare || !stamped
			}
		}
	}
	if !slices.IsSortedFunc(l.rows, compareSparse) {
		slices.SortFunc(l.rows, compareSparse)
	}
	l.hits = make([]*Hit, len(l.rows))
	for i := 1; i < len(l.rows); i++ {
		l.rows[i].reach = max(l.rows[i].reach, l.rows[i-1].reach)
	}
	if bare {
		l.findLoose()
	}
	return l
}

// sparseOf are the rows of a signal that stayed packed.
func (s *Stream) sparseOf(id SignalID) []int32 {
	if s.sparse == nil {
		return nil
	}
	return s.sparse[id]
}

// compareSparse is the order of hits; rows lie in that of their positions.
func compareSparse(a, b sparseRow) int {
	return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.stream, b.stream), cmp.Compare(a.row, b.row))
}

func (l *SparseHits) findLoose() {
	for i, r := range l.rows {
		if _, _, stamped := l.inc.Stream(r.stream).Log.span(r.row); !stamped {
			l.loose = append(l.loose, int32(i))
		}
	}
}

// Len is how many there are.
func (l *SparseHits) Len() int { return len(l.rows) }

// Lo is the begin of hit i.
func (l *SparseHits) Lo(i int) Time { return l.rows[i].lo }

// Reach is until when some of the hits up to hit i may reach.
func (l *SparseHits) Reach(i int) Time { return l.rows[i].reach }

// Hits gives the hits from one to another, which nobody may write to.
func (l *SparseHits) Hits(from, to int) []*Hit {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.hits[from:to:to]
	var room []Hit
	for i, h := range out {
		if h != nil {
			continue
		}
		if len(room) == 0 {
			room = make([]Hit, min(len(out)-i, sparseAtOnce))
		}
		out[i], room = &room[0], room[1:]
		l.unpack(from+i, out[i])
	}
	return out
}

// sparseAtOnce hits have their room in one piece.
const sparseAtOnce = 64

func (l *SparseHits) unpack(i int, h *Hit) {
	r := l.rows[i]
	s := l.inc.Stream(r.stream)
	l.inc.read(s, int(r.row), h)
	h.Caps, h.Has = s.Log.Tuples.Values(h.Tuple)
	h.Tuple = 0
	l.inc.complete(s, r.row, h)
}

// complete fills in what is known of a hit by others: its life, and how far the records folded into it may lie.
func (inc *Incident) complete(s *Stream, row int32, h *Hit) {
	h.Life, h.Latest = inc.lifeOf(h)
	if h.N <= 1 || h.RestUntil > 0 {
		return
	}
	rows := s.sparseOf(h.Signal)
	if i, ok := slices.BinarySearch(rows, row); ok && i+1 < len(rows) {
		h.RestUntil = s.Log.Pos(int(rows[i+1]))
	}
}

// Loose gives those without a stamp of their own.
func (l *SparseHits) Loose() []*Hit {
	out := make([]*Hit, len(l.loose))
	for n, i := range l.loose {
		out[n] = l.Hits(int(i), int(i)+1)[0]
	}
	return out
}
