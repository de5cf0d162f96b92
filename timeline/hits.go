package timeline

import (
	"cmp"
	"slices"
)

// eligible says whether a signal for one role counts in a source: a role that is not known is
// eligible for every signal, since a wrong guess must not silently switch rules off.
func eligible(want, have string) bool {
	return want == "" || have == want || have == "unknown" || have == ""
}

// buildLogs packs the hits of streams that were given one by one, so that all that follows sees one shape.
func (inc *Incident) buildLogs() {
	for i := range inc.Streams {
		s := &inc.Streams[i]
		if s.Log != nil {
			continue
		}
		s.Log = &HitLog{Tuples: inc.tuples}
		if len(s.Sources) > 0 {
			s.Log.NextFile(0, s.Sources[0]) // of another source they are kept whole
		}
		for j := range s.Hits {
			h := s.Hits[j]
			h.Tuple = inc.tuples.AddStrings(h.Caps, h.Has)
			s.Log.Append(&h)
		}
	}
}

// buildHits sorts the hits by signal and time; those in a source of another known role are kept
// apart as misfits. Those that no rule reads one by one, or only here and there, stay packed: see [Incident.HitsOf] and
// [Incident.SparseHits].
func (inc *Incident) buildHits() {
	n := len(inc.Schema.Signals)
	inc.Hits, inc.Misfits = make([][]*Hit, n), make([][]*Hit, n)
	var caps *captures
	for i := range inc.Streams {
		s := &inc.Streams[i]
		s.Hits = inc.unpack(s, &caps, inc.sortRows(s))
	}
	inc.makeRoom(n)
	for i := range inc.Streams {
		s := &inc.Streams[i]
		if s.ExcerptOf != 0 {
			continue
		}
		for j := range s.Hits {
			h := &s.Hits[j]
			inc.stopping.Step(1)
			if eligible(inc.Schema.Signals[h.Signal].Role, s.Role) {
				inc.Hits[h.Signal] = append(inc.Hits[h.Signal], h)
			} else {
				inc.Misfits[h.Signal] = append(inc.Misfits[h.Signal], h)
			}
		}
	}
	for _, hits := range inc.Hits {
		inc.stopping.Step(len(hits))
		sortHits(hits)
	}
}

// makeRoom makes room for the hits of each signal. Those of all lie behind each other.
func (inc *Incident) makeRoom(signals int) {
	counts, all := make([]int, signals), 0
	for i := range inc.Streams {
		s := &inc.Streams[i]
		for j := range s.Hits {
			if id := s.Hits[j].Signal; s.ExcerptOf == 0 && eligible(inc.Schema.Signals[id].Role, s.Role) {
				counts[id]++
				all++
			}
		}
	}
	room := make([]*Hit, all)
	for id, n := range counts {
		if n > 0 {
			inc.Hits[id], room = room[:0:n], room[n:]
		}
	}
}

// sortRows gives the rows of a stream that are unpacked at once, and notes those that stay packed until somebody looks
// at them.
func (inc *Incident) sortRows(s *Stream) []int32 {
	want, sparse := make([]bool, len(inc.Schema.Signals)), make([]bool, len(inc.Schema.Signals))
	for id := range want {
		def := &inc.Schema.Signals[id]
		fits := eligible(def.Role, s.Role)
		switch {
		case def.Deferred:
		case !inc.Sparse(SignalID(id)):
			want[id] = true
		case s.ExcerptOf == 0:
			want[id], sparse[id] = !fits, fits
		}
	}
	rows, apart := s.Log.split(want, sparse)
	s.sparse = apart
	return rows
}

// unpack gives the hits of some rows, which lie in byte order. The first call makes caps.
func (inc *Incident) unpack(s *Stream, caps **captures, rows []int32) []Hit {
	if len(rows) == 0 {
		return nil
	}
	out := make([]Hit, 0, len(rows))
	last := make([]int32, len(inc.Schema.Signals)) // place of the latest hit of each signal, + 1
	for _, i := range rows {
		inc.stopping.Step(1)
		out = out[:len(out)+1]
		h := &out[len(out)-1]
		inc.read(s, int(i), h)
		if h.Tuple != 0 {
			if *caps == nil || (*caps).tuples != s.Log.Tuples { // many logs capture nothing but rooms, which nobody asks for
				*caps = capturesOf(s.Log.Tuples, len(rows))
			}
			c := (*caps).of(h.Tuple)
			h.Caps, h.Has, h.Tuple = c.caps, c.has, 0
		}
		if k := last[h.Signal]; k > 0 && out[k-1].N > 1 {
			out[k-1].RestUntil = h.Pos
		}
		last[h.Signal] = int32(len(out))
	}
	return out
}

// read fills in row i of a stream with what is known of its stream, but for what it captured.
func (inc *Incident) read(s *Stream, i int, h *Hit) {
	s.Log.Read(i, h)
	h.Process, h.Clock, h.Stream = s.Process, s.Clock, s.ID
	h.Sure = !(h.Cut && inc.Schema.Signals[h.Signal].HasNot)
}

// HitsOf gives the hits of a signal that count, in time order; those of a signal that stayed packed
// are unpacked for each call.
func (inc *Incident) HitsOf(id SignalID) []*Hit {
	def := &inc.Schema.Signals[id]
	if !def.Deferred && !inc.Sparse(id) {
		return inc.Hits[id]
	}
	var out []*Hit
	var caps *captures
	want := make([]bool, len(inc.Schema.Signals))
	want[id] = true
	for i := range inc.Streams {
		s := &inc.Streams[i]
		if s.ExcerptOf != 0 || !eligible(def.Role, s.Role) {
			continue
		}
		hits := inc.unpack(s, &caps, s.Log.rowsOf(want))
		for j := range hits {
			hits[j].Life, hits[j].Latest = inc.lifeOf(&hits[j])
			out = append(out, &hits[j])
		}
	}
	sortHits(out)
	return out
}

func sortHits(hits []*Hit) {
	if !slices.IsSortedFunc(hits, orderOfHits) {
		slices.SortStableFunc(hits, orderOfHits)
	}
}

func orderOfHits(a, b *Hit) int {
	return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Stream, b.Stream), cmp.Compare(a.Pos, b.Pos))
}

// Rest gives the earliest and the latest moment at which a record that is folded into the hit may
// stand; false if none is.
func (h *Hit) Rest() (first, last Moment, ok bool) {
	if h.N <= 1 {
		return first, last, false
	}
	m := h.Moment()
	if h.Stamped {
		m.Hi = max(h.Hi, h.Lo.Floor(Second)+Second)
	}
	first, last = m, m
	first.Pos = h.Pos + 1
	last.Pos = MaxPos
	if h.RestUntil > 0 {
		last.Pos = h.RestUntil - 1
	}
	return first, last, true
}

// Reach is until when a hit, or a record folded into it, may have been.
func (h *Hit) Reach() Time {
	if h.N <= 1 {
		return h.Hi
	}
	_, last, _ := h.Rest()
	return max(h.Hi, last.Hi)
}
