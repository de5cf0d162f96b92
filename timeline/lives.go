package timeline

import (
	"cmp"
	"slices"
)

// buildLives finds where each process began anew: hits of signals that mean a start, and what the
// envelope knows (a container's restart number). Then every hit gets its life.
func (inc *Incident) buildLives() {
	for i := range inc.Processes {
		p := &inc.Processes[i]
		p.Starts = inc.startsOf(ProcessID(i))
		p.Exits = inc.exitsOf(ProcessID(i))
	}
	for _, hits := range inc.Hits {
		inc.stopping.Step(len(hits))
		for _, h := range hits {
			h.Life, h.Latest = inc.lifeOf(h)
		}
	}
	for i := range inc.Processes {
		inc.Processes[i].Lives = inc.lives(ProcessID(i))
	}
}

// startsOf are the begins of life 2, 3, ...: one record is one start, however many signals and
// packs name it; a start in the second of the process's first stamp opens no second life.
func (inc *Incident) startsOf(id ProcessID) []Moment {
	var starts []Moment
	for sig, hits := range inc.Hits {
		if inc.Schema.Signals[sig].Means.Kind != MeansStart {
			continue
		}
		for _, h := range hits {
			m := h.Moment()
			if h.Process == id && !slices.ContainsFunc(starts, func(s Moment) bool { return SameRecord(s, m) }) {
				starts = append(starts, m)
			}
		}
	}
	starts = append(starts, inc.envelopeStarts(id, starts)...)
	slices.SortStableFunc(starts, func(a, b Moment) int { return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Pos, b.Pos)) })
	if len(starts) > 0 && starts[0].Stamped && inc.opens(id, starts[0].Lo) {
		starts = starts[1:]
	}
	return starts
}

// opens says whether a log of the process begins at t: then the start is that of its first life.
func (inc *Incident) opens(id ProcessID, t Time) bool {
	first := inc.firstLife(id)
	for _, sid := range inc.Processes[id].Streams {
		if s := inc.Stream(sid); s.Stamped && s.Life <= first && s.Opening.Lo == t {
			return true
		}
	}
	return false
}

// envelopeStarts are the begins of streams that are known to hold a later life, unless a start-up
// line stands in that stream anyway.
func (inc *Incident) envelopeStarts(id ProcessID, known []Moment) []Moment {
	var out []Moment
	first := inc.firstLife(id)
	for _, sid := range inc.Processes[id].Streams {
		s := inc.Stream(sid)
		ofLife := func(m Moment) bool { return inc.Stream(m.Stream).Life == s.Life }
		if s.Life <= first || !s.Stamped || slices.ContainsFunc(known, ofLife) {
			continue
		}
		m := Moment{Interval: s.Opening, Clock: s.Clock, Stream: s.ID, Pos: 0, Stamped: true}
		if i := slices.IndexFunc(out, ofLife); i < 0 {
			out = append(out, m)
		} else if m.Lo < out[i].Lo {
			out[i] = m
		}
	}
	return out
}

// firstLife is the earliest life that the envelope of a stream tells, 0 if none does.
func (inc *Incident) firstLife(id ProcessID) int {
	first := 0
	for _, sid := range inc.Processes[id].Streams {
		if s := inc.Stream(sid); s.Life > 0 && s.Stamped && (first == 0 || s.Life < first) {
			first = s.Life
		}
	}
	return first
}

func (inc *Incident) exitsOf(id ProcessID) []Moment {
	var out []Moment
	for sig, hits := range inc.Hits {
		if inc.Schema.Signals[sig].Means.Kind == MeansExit {
			for _, h := range hits {
				if h.Process == id {
					out = append(out, h.Moment())
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Moment) int { return cmp.Compare(a.Lo, b.Lo) })
	return out
}

// lifeOf is the life of a hit, at the least and at the most: what cannot be ordered against a
// start-up, such as a line of the same second in another file, is surely of neither (P25).
func (inc *Incident) lifeOf(h *Hit) (int32, int32) {
	least, most := int32(1), int32(1)
	m := h.Moment()
	for _, s := range inc.Processes[h.Process].Starts {
		v := T
		if !SameRecord(s, m) {
			v = Later(s, m, 0)
		}
		if v == T {
			least++
		}
		if v != F {
			most++
		}
	}
	return least, most
}

// lives says of each life whether DEBUG was on and how much of rooms it shows.
func (inc *Incident) lives(id ProcessID) []Life {
	out := make([]Life, len(inc.Processes[id].Starts)+1)
	for i := range out {
		out[i].Debug = U
	}
	var levels []*Hit
	for sig, hits := range inc.Hits {
		def := &inc.Schema.Signals[sig]
		for _, h := range hits {
			if h.Process != id {
				continue
			}
			l := &out[h.Life-1]
			switch {
			case def.Means.Kind == MeansLogLevel:
				levels = append(levels, h)
			case def.Means.Kind == MeansRoomsVisible:
				l.RoomsVisible = max(l.RoomsVisible, def.Means.Rooms)
			}
			if def.Means.Kind == MeansDebugOn || def.Emits.Kind == EmitDebugOnly {
				l.Debug = T
			}
		}
	}
	inc.showRooms(id, out)
	applyLevels(out, levels)
	return out
}

// showRooms notes how much of rooms the packed lines of a process show. One line of a life is enough,
// so that a process which never began anew is soon done.
func (inc *Incident) showRooms(id ProcessID, lives []Life) {
	showing, some := make([]bool, len(inc.Schema.Signals)), false
	for i := range inc.Schema.Signals {
		def := &inc.Schema.Signals[i]
		showing[i] = (def.Deferred || inc.Sparse(SignalID(i))) && def.Means.Kind == MeansRoomsVisible
		some = some || showing[i]
	}
	for _, sid := range inc.Processes[id].Streams {
		s := inc.Stream(sid)
		if !some || s.ExcerptOf != 0 {
			continue
		}
		for _, i := range inc.showingRows(s, showing, len(lives) == 1) {
			var h Hit
			inc.read(s, int(i), &h)
			least, _ := inc.lifeOf(&h)
			l := &lives[least-1]
			l.RoomsVisible = max(l.RoomsVisible, inc.Schema.Signals[h.Signal].Means.Rooms)
		}
	}
}

// showingRows are the rows of some signals, as far as these speak for the role of the stream; once: the
// first of each signal.
func (inc *Incident) showingRows(s *Stream, signals []bool, once bool) []int32 {
	want := make([]bool, len(signals))
	for id, some := range signals {
		want[id] = some && eligible(inc.Schema.Signals[id].Role, s.Role)
	}
	if once {
		return s.Log.firstOf(want)
	}
	return s.Log.rowsOf(want)
}

// applyLevels takes the level from the start-up dump. The dump is printed before the line that
// begins a life, so it may stand at the end of the life before: where dumps disagree, the nearest
// life with one counts.
func applyLevels(lives []Life, dumps []*Hit) {
	for i := range lives {
		var nearest *Hit
		for _, h := range dumps {
			if int(h.Life-1) == i {
				nearest = h
			}
		}
		if nearest == nil || lives[i].Debug == T {
			continue
		}
		if level, ok := nearest.Cap(0); ok {
			lives[i].Debug = truth(level == "debug")
		}
	}
}
