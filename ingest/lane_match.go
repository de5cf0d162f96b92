package ingest

import "roomline/timeline"

// matchLine asks which signals a line is.
func (s *scanner) matchLine(text []byte, within []timeline.Needle, span timeline.Interval, rank uint16, pos timeline.Pos, number int64) {
	if s.decided(within) {
		s.soleLine(text, within, span, rank, pos, number)
		return
	}
	s.matches.Reset()
	if s.scan.matcher.Match(&s.matches, text, within); len(s.matches.List) == 0 {
		return
	}
	hash := uint32(hashOf(text))
	for i := range s.matches.List {
		m := &s.matches.List[i]
		s.out.addHit(&timeline.RawHit{Interval: span, Pos: pos, Offset: int64(pos), Line: number, Hash: hash, Length: int32(len(text)), Tuple: s.out.tuples.Add(text, m.Caps, m.Has),
			N: 1, Signal: m.Signal, Rank: rank, Stamped: true}, s.scan.countsOnly)
	}
}

// decided says whether all needles of a line are one that decides its signals alone.
func (s *scanner) decided(within []timeline.Needle) bool {
	id := within[0].ID
	if int(id) >= len(s.scan.soles) || s.scan.soles[id] == nil {
		return false
	}
	for _, n := range within[1:] {
		if n.ID != id {
			return false
		}
	}
	return true
}

// soleLine is matchLine for a line whose needle decides alone.
func (s *scanner) soleLine(text []byte, within []timeline.Needle, span timeline.Interval, rank uint16, pos timeline.Pos, number int64) {
	hit := timeline.RawHit{Interval: span, Pos: pos, Offset: int64(pos), Line: number, Length: int32(len(text)), N: 1, Rank: rank, Stamped: true}
	soles := s.scan.soles[within[0].ID]
	for i := range soles {
		from, to, ok := soles[i].Find(text, within, within[0].ID)
		if !ok {
			continue
		}
		if hit.Hash == 0 {
			hit.Hash = uint32(hashOf(text))
		}
		hit.Signal, hit.Tuple = soles[i].Signal, 0
		if from >= 0 {
			hit.Tuple = s.out.tuples.AddText(text[from:to])
		}
		s.out.addHit(&hit, s.scan.countsOnly)
	}
}
