package ingest

import (
	"cmp"
	"slices"

	"roomline/timeline"
)

// early folds hits while a part is scanned, so that a line of every second of every rank does not become
// a fact each: those of signals of which only counts are asked, and those of signals of which the folder
// of the stream has all that it keeps one by one. It leaves alone what that folder may want one by one:
// the first hits, the last ones of the part, and what captured something. The rest it folds as that does:
// when folding is done makes no difference in the end.
type early struct {
	signals []earlySignal // by SignalID
	full    []bool        // by SignalID: those whose first hits were taken before this part
	moved   bool          // a hit took the place of one that was folded: the list is out of order
	folded  bool          // one was: what it captured may be of no use any more
}

type earlySignal struct {
	known, counts bool
	full          bool // no hit of this part is among the first
	seen          int
	kept          int32   // index of the last hit that stays, -1 if none
	pending       []int32 // indexes of the last hits, oldest first
}

func (e *early) of(id timeline.SignalID, countsOnly func(timeline.SignalID) bool) *earlySignal {
	for int(id) >= len(e.signals) {
		e.signals = append(e.signals, earlySignal{})
	}
	s := &e.signals[id]
	if !s.known {
		s.known, s.counts, s.kept = true, countsOnly != nil && countsOnly(id), -1
	}
	if s.seen == 0 {
		s.full = int(id) < len(e.full) && e.full[id]
	}
	return s
}

func (e *early) reset() {
	for i := range e.signals {
		s := &e.signals[i]
		s.seen, s.kept, s.pending = 0, -1, s.pending[:0]
	}
	e.moved, e.folded, e.full = false, false, nil
}

// addHit takes a hit that needs no stamp to come.
func (p *part) addHit(h *timeline.RawHit, countsOnly func(timeline.SignalID) bool) {
	p.pointers = p.pointers || h.Lines != nil
	s := p.early.of(h.Signal, countsOnly)
	if s.seen++; !s.folds(h) {
		s.kept, s.pending = int32(len(p.hits)), s.pending[:0]
		p.hits = append(p.hits, *h)
		return
	}
	at := int32(len(p.hits))
	if free := p.foldOldest(s); free >= 0 {
		at, p.early.moved, p.early.folded = free, true, true
		p.hits[at] = *h
	} else {
		p.hits = append(p.hits, *h)
	}
	s.pending = append(s.pending, at)
}

// folds says whether a hit may be folded.
func (s *earlySignal) folds(h *timeline.RawHit) bool {
	return s.full && h.Tuple == 0 || s.counts && s.seen > countsOnlyHits
}

// foldOldest lets the oldest of too many pending hits count for the one before it, if it lies in the
// same second as that one and the next. It gives the place that is free then, -1 if none.
func (p *part) foldOldest(s *earlySignal) int32 {
	if len(s.pending) <= lastHits {
		return -1
	}
	oldest, next := s.pending[0], s.pending[1]
	s.pending = slices.Delete(s.pending, 0, 1)
	if s.kept >= 0 && sameSecond(&p.hits[s.kept], &p.hits[oldest]) && sameSecond(&p.hits[oldest], &p.hits[next]) {
		p.hits[s.kept].N += p.hits[oldest].N
		return oldest
	}
	s.kept = oldest
	return -1
}

// addOpen takes a hit that waits for the next stamp. What is pending of its signal stays one by one.
func (p *part) addOpen(h *timeline.RawHit, countsOnly func(timeline.SignalID) bool) {
	p.pointers = p.pointers || h.Lines != nil
	s := p.early.of(h.Signal, countsOnly)
	s.seen++
	s.kept, s.pending = -1, s.pending[:0]
	p.open.hits = append(p.open.hits, int32(len(p.hits)))
	p.hits = append(p.hits, *h)
}

// inOrder puts the hits back into the order of their bytes. Those that wait for a stamp stand at the
// end before and after.
func (p *part) inOrder() {
	if p.early.moved {
		slices.SortStableFunc(p.hits, func(a, b timeline.RawHit) int {
			return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Signal, b.Signal))
		})
		p.early.moved = false
	}
}

func sameSecond(a, b *timeline.RawHit) bool {
	return a.Stamped == b.Stamped && a.Cut == b.Cut && a.Lo.Floor(timeline.Second) == b.Lo.Floor(timeline.Second)
}
