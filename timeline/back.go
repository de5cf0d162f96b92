package timeline

// setBack is how far a stamp of the stream lies at most before one that stands in front of it: a record
// without a header is ordered by its bytes, and so may lie that far outside of a window whose ends they order.
// Beats are the first and the last of each second, so that of finer stamps two seconds may not show. Where all
// records that somebody asks for have headers, their stamps decide: windows of a log in two zones, whose stamps
// go back by hours again and again, are not sought by all of it.
func (s *Stream) setBack() Time {
	if !s.headless() {
		return 0
	}
	back, top, finer := Time(0), MinTime, false
	for i := range s.Beats {
		b := &s.Beats[i]
		if !b.Stamped {
			continue
		}
		if top != MinTime {
			back = max(back, top-b.Lo)
		}
		top, finer = max(top, b.Lo), finer || b.Hi-b.Lo < Second
	}
	if finer {
		back += 2 * Second
	}
	return back
}

// headless says whether the stream has a hit without a header of its own.
func (s *Stream) headless() bool {
	for i := range s.Hits {
		if !s.Hits[i].Stamped {
			return true
		}
	}
	return s.Log.headless()
}
