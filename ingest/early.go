package ingest

import "roomline/timeline"

// early folds hits while a part is scanned, so that a line of every second of every rank does not become
// a fact each: those of signals of which only counts are asked, and those of signals of which the folder
// of the stream has all that it keeps one by one. It leaves alone what that folder may want one by one:
// the first hits, the last ones of the part, and what captured something. The rest it folds as that does:
// when folding is done makes no difference in the end.
type early struct {
	signals []earlySignal     // by SignalID
	full    []bool            // by SignalID: those whose first hits were taken before this part
	late    []timeline.RawHit // that stay, and were pending: not in the order of other hits
	folded  bool              // one was: what it captured may be of no use any more
}

type earlySignal struct {
	known, counts bool
	full          bool // no hit of this part is among the first
	seen          int
	last          lastKept
	pending       *pendingHits // nil before there was one
}

// lastKept is the last hit of a signal that stays one by one.
type lastKept struct {
	any, late bool // there is one; it is in late, not among the hits
	at        int32
	key       foldKey
}

// foldKey is equal for hits of one second that may be folded.
type foldKey struct {
	second       timeline.Time
	stamped, cut bool
}

func foldKeyOf(h *timeline.RawHit) foldKey {
	return foldKey{h.Lo.Floor(timeline.Second), h.Stamped, h.Cut}
}

func (e *early) of(id timeline.SignalID, countsOnly func(timeline.SignalID) bool) *earlySignal {
	for int(id) >= len(e.signals) {
		e.signals = append(e.signals, earlySignal{})
	}
	s := &e.signals[id]
	if !s.known {
		s.known, s.counts = true, countsOnly != nil && countsOnly(id)
	}
	if s.seen == 0 {
		s.full = int(id) < len(e.full) && e.full[id]
	}
	return s
}

// reset makes e ready for another part. No hit is pending then. pointers says whether hits may point to lines.
func (e *early) reset(pointers bool) {
	for i := range e.signals {
		s := &e.signals[i]
		s.seen, s.last = 0, lastKept{}
		if s.pending != nil {
			if s.pending.n = 0; pointers {
				*s.pending = pendingHits{}
			}
		}
	}
	if pointers {
		clear(e.late[:cap(e.late)])
	}
	e.late, e.folded, e.full = e.late[:0], false, nil
}

// folds says whether a hit may be folded.
func (s *earlySignal) folds(h *timeline.RawHit) bool {
	return s.full && h.Tuple == 0 || s.counts && s.seen > countsOnlyHits
}

// addHit takes a hit that needs no stamp to come.
func (p *part) addHit(h *timeline.RawHit, countsOnly func(timeline.SignalID) bool) {
	p.addHitOf(h, nil, countsOnly)
}

// addHitOf is addHit for a hit without a hash, which is made of a text if the hit stays. The text must last
// until [part.hashPending].
func (p *part) addHitOf(h *timeline.RawHit, text []byte, countsOnly func(timeline.SignalID) bool) {
	p.pointers = p.pointers || h.Lines != nil
	s := p.early.of(h.Signal, countsOnly)
	s.seen++
	if s.folds(h) {
		p.wait(s, h, text)
		return
	}
	p.settlePending(s)
	s.last = lastKept{any: true, at: int32(len(p.hits)), key: foldKeyOf(h)}
	p.hits = append(p.hits, *h)
	if text != nil {
		p.hits[len(p.hits)-1].Hash = uint32(hashOf(text))
	}
}

// wait lets a hit be pending, and decides on the oldest of too many.
func (p *part) wait(s *earlySignal, h *timeline.RawHit, text []byte) {
	if s.pending == nil {
		s.pending = &pendingHits{}
	}
	if s.pending.n == len(s.pending.hits) {
		p.foldOldest(s)
	}
	s.pending.add(h, text)
}

// foldOldest lets the oldest pending hit count for the last one that stays, if it lies in the same second
// as that one and the next. Else it stays.
func (p *part) foldOldest(s *earlySignal) {
	oldest, next := s.pending.at(0), s.pending.at(1)
	if !s.last.any || s.last.key != oldest.key || oldest.key != next.key {
		p.keepOldest(s)
		return
	}
	list := p.hits
	if s.last.late {
		list = p.early.late
	}
	list[s.last.at].N += oldest.N
	p.early.folded = true
	s.pending.drop()
}

// keepOldest lets the oldest pending hit stay.
func (p *part) keepOldest(s *earlySignal) {
	h := s.pending.at(0)
	h.hash()
	s.last = lastKept{any: true, late: true, at: int32(len(p.early.late)), key: h.key}
	p.early.late = append(p.early.late, h.RawHit)
	s.pending.drop()
}

// settlePending lets what is pending of a signal stay one by one.
func (p *part) settlePending(s *earlySignal) {
	for s.pending != nil && s.pending.n > 0 {
		p.keepOldest(s)
	}
}

// addOpen takes a hit that waits for the next stamp.
func (p *part) addOpen(h *timeline.RawHit, countsOnly func(timeline.SignalID) bool) {
	p.pointers = p.pointers || h.Lines != nil
	s := p.early.of(h.Signal, countsOnly)
	s.seen++
	p.settlePending(s)
	s.last = lastKept{}
	p.open.hits = append(p.open.hits, int32(len(p.hits)))
	p.hits = append(p.hits, *h)
}
