package ingest

import "roomline/ingest/format"

// plainForms are the forms of lines that join a run without a look at their message.
func (s *scanner) plainForms() format.Forms {
	if s.bounded() || s.scan.wantRole && s.out.role == "" {
		return 0
	}
	return format.Routines | format.Batches
}

// mute takes forms of lines with numbers away from others if numbers are asked for.
func (s *scanner) mute(forms format.Forms) format.Forms {
	if s.asks() {
		return forms &^ format.Batches
	}
	return forms
}

// holds says whether a batch line with numbers that are asked for may go into a run: they were held back or read.
func (s *scanner) holds(h *format.LineHead, line []byte) bool {
	numbers, ok := s.hold(h.Rank, s.clock.quick(h.QuickHead).Lo, line[h.Body:])
	return numbers && ok
}

// bounded says whether a part of the time was asked for.
func (s *scanner) bounded() bool { return s.scan.since.Known() || s.scan.until.Known() }
