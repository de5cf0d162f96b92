package ingest

import (
	"roomline/ingest/format"
	"roomline/timeline"
)

// known takes a batch line that holds needles if its form tells which signals it is; else it is false, and
// nothing was done. It does what pass would do.
func (s *scanner) known(raw []byte, k, from, to int, base int64) bool {
	h, text := &s.heads[k], raw[from:to]
	body := text[h.Body:]
	if text[h.Body-1] != ' ' || text[h.Body-2] != ']' {
		return false
	}
	form, ok := s.batches.find(body)
	if form < 0 {
		if ok && !s.asks() { // else it is learned where numbers are read
			s.batches.learn(false)
		}
		return false
	}
	f := &s.batches.forms[form]
	if f.kinds == nil || s.asks() && !f.numbers {
		return false
	}
	signals, ok := s.batches.known.signals(f.kinds, text[:h.Body], body, s.needlesTo(to))
	if !ok {
		return false
	}
	span := s.clock.quick(h.QuickHead)
	if s.asks() {
		s.holdLine(h.Rank, form, span.Lo, body)
	}
	s.join(h, base+int64(from))
	s.hits(signals, text, span, h.Rank, timeline.Pos(base+int64(from)), s.at.number+int64(s.taken+k))
	return true
}

// needlesTo are the needles up to a place from those on that were not passed yet.
func (s *scanner) needlesTo(to int) []timeline.Needle {
	end := s.ahead
	for end < len(s.needles) && s.needles[end].Off < to {
		end++
	}
	return s.needles[s.ahead:end]
}

// hits notes the signals that a line is. They capture nothing.
func (s *scanner) hits(signals []timeline.SignalID, text []byte, span timeline.Interval, rank uint16, pos timeline.Pos, number int64) {
	if len(signals) == 0 {
		return
	}
	hit := timeline.RawHit{Interval: span, Pos: pos, Offset: int64(pos), Line: number, Length: int32(len(text)), N: 1, Rank: s.rank(rank), Stamped: true}
	for _, id := range signals {
		hit.Signal = id
		s.out.addHitOf(&hit, text, s.scan.countsOnly)
	}
}

// batchForms are the forms of lines that known may take.
func (s *scanner) batchForms(plain format.Forms) format.Forms {
	if s.scan.decider == nil {
		return 0
	}
	return plain & format.Batches
}
