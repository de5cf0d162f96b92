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

// buildHits sorts the hits by signal and time; those in a source of another known role are kept
// apart as misfits.
func (inc *Incident) buildHits() {
	n := len(inc.Schema.Signals)
	inc.Hits, inc.Misfits = make([][]*Hit, n), make([][]*Hit, n)
	for i := range inc.Streams {
		s := &inc.Streams[i]
		last := map[SignalID]*Hit{}
		for j := range s.Hits {
			h := &s.Hits[j]
			def := &inc.Schema.Signals[h.Signal]
			h.Process, h.Clock, h.Stream = s.Process, s.Clock, s.ID
			h.Sure = !(h.Cut && def.HasNot)
			if prev := last[h.Signal]; prev != nil && prev.N > 1 {
				prev.RestUntil = h.Pos
			}
			last[h.Signal] = h
			if s.ExcerptOf != 0 {
				continue
			}
			if eligible(def.Role, s.Role) {
				inc.Hits[h.Signal] = append(inc.Hits[h.Signal], h)
			} else {
				inc.Misfits[h.Signal] = append(inc.Misfits[h.Signal], h)
			}
		}
	}
	for _, hits := range inc.Hits {
		sortHits(hits)
	}
}

func sortHits(hits []*Hit) {
	slices.SortStableFunc(hits, func(a, b *Hit) int {
		return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Stream, b.Stream), cmp.Compare(a.Pos, b.Pos))
	})
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

// line identifies a hit's line by its text and, if it carries one, its stamp.
type line struct {
	signal SignalID
	hash   uint64
	at     Time
}

// lineOf is the line that was hit: whoever greps a traceback keeps some of its lines, which may then
// stand behind another record's stamp. A stamp counts for the line that carries it.
func lineOf(h *Hit) line {
	l := line{signal: h.Signal, hash: h.Ref.Hash}
	if h.Lines != nil {
		l.hash = h.Lines.Hit
	}
	if h.Stamped && (h.Lines == nil || h.Lines.Hit == h.Lines.All[0]) {
		l.at = h.Lo
	}
	return l
}

// linesOf are all lines of a hit's record that a grep may have taken.
func linesOf(h *Hit, f func(line)) {
	l := lineOf(h)
	f(l)
	if h.Lines == nil {
		return
	}
	for i, hash := range h.Lines.All {
		l.hash, l.at = hash, 0
		if i == 0 && h.Stamped {
			l.at = h.Lo
		}
		f(l)
	}
}

// markExcerpts finds streams of which every hit line stands, with its stamp, in another stream of
// the same process: a grep beside the full log. Its hits are the same events, and its silence says
// nothing.
func (inc *Incident) markExcerpts() {
	for i := range inc.Processes {
		p := &inc.Processes[i]
		if len(p.Streams) < 2 {
			continue
		}
		for _, a := range p.Streams {
			for _, b := range p.Streams {
				if a != b && inc.excerpt(inc.Stream(a), inc.Stream(b)) {
					inc.Stream(a).ExcerptOf = b
					break
				}
			}
		}
	}
}

// excerpt compares the hits that count: of misfits a reader keeps but a few.
func (inc *Incident) excerpt(a, b *Stream) bool {
	if b.ExcerptOf != 0 || a.Missing || b.Missing || inc.records(a) > inc.records(b) {
		return false
	}
	if inc.records(a) == inc.records(b) && a.ID < b.ID {
		return false
	}
	have := make(map[line]bool, len(b.Hits))
	for i := range b.Hits {
		linesOf(&b.Hits[i], func(l line) { have[l] = true })
	}
	some := false
	for i := range a.Hits {
		h := &a.Hits[i]
		if !eligible(inc.Schema.Signals[h.Signal].Role, a.Role) {
			continue
		}
		if some = true; !have[lineOf(h)] {
			return false
		}
	}
	return some
}

func (inc *Incident) records(s *Stream) int64 {
	var n int64
	for _, id := range s.Sources {
		n += inc.Sources[id].Records
	}
	return n
}
