package timeline

import "slices"

// Signal, Pos and Tuple of a row.
func (l *HitLog) Signal(i int) SignalID { return l.row(int32(i)).signal() }

// Pos is where the record of a row begins.
func (l *HitLog) Pos(i int) Pos {
	r := l.row(int32(i))
	if r.when&rowOdd != 0 { // a position may not fit a row: a rotation of many files is one stream
		return l.odd[int32(i)].Pos
	}
	return Pos(r.where >> 24)
}

// Tuple is what a row captured.
func (l *HitLog) Tuple(i int) TupleID { return TupleID(l.row(int32(i)).what >> 32) }

// Lo is the begin of a row's stamp.
func (l *HitLog) Lo(i int) Time { return l.lo(l.row(int32(i)), i) }

// lo is Lo of a row that stands at a place.
func (l *HitLog) lo(r *hitRow, at int) Time {
	if r.when&rowOdd != 0 {
		return l.odd[int32(at)].Lo
	}
	return l.begin(r)
}

// begin is that of the stamp of a row that is not kept beside the rows.
func (l *HitLog) begin(r *hitRow) Time { return l.base + Time(int64(r.when>>16)-timeBias)*microsec }

// Read fills in a hit from a row, but for Caps and Has.
func (l *HitLog) Read(i int, h *Hit) {
	at := int32(i)
	r := l.row(at)
	if r.when&rowOdd != 0 {
		*h = *l.odd[at]
		return
	}
	pos := Pos(r.where >> 24)
	f := l.file(pos)
	lo := l.begin(r)
	n := int32(r.when >> 8 & 255)
	if r.when&rowMany != 0 {
		n = l.counts[at]
	}
	off := int64(pos - f.from)
	if r.when&rowOffset != 0 {
		off = l.chunks[at/chunkRows].offs[at%chunkRows]
	}
	*h = Hit{Interval: Interval{lo, lo + r.width()}, Pos: pos, Signal: SignalID(r.where >> 8 & 0xffff), Rank: l.ranks[r.where&255], N: n, Stamped: true, Cut: r.when&rowCut != 0,
		Tuple: TupleID(r.what >> 32), Ref: Ref{Source: f.source, Length: int32(uint32(r.what)), Offset: off, Line: int64(uint32(r.text)), Hash: r.text >> 32}}
}

// Hit is Read with what was captured.
func (l *HitLog) Hit(i int, h *Hit) {
	l.Read(i, h)
	h.Caps, h.Has = l.Tuples.Values(h.Tuple)
}

// All unpacks all hits.
func (l *HitLog) All() []Hit {
	if l.Len() == 0 {
		return nil
	}
	out := make([]Hit, l.n)
	for i := range out {
		l.Hit(i, &out[i])
	}
	return out
}

// span is the begin and [Hit.Reach] of a row, and whether its record has a stamp of its own.
func (l *HitLog) span(i int32) (lo, reach Time, stamped bool) {
	if r := l.row(i); r.when&(rowOdd|rowMany) == 0 && r.when>>8&255 <= 1 {
		lo = l.begin(r)
		return lo, lo + r.width(), true
	}
	var h Hit
	l.Read(int(i), &h)
	return h.Lo, h.Reach(), h.Stamped
}

// width is how long the stamp of a row is unsure.
func (r *hitRow) width() Time {
	switch {
	case r.when&rowSeconds != 0:
		return Second
	case r.when&rowMillis != 0:
		return 1000 * microsec
	}
	return microsec
}

// N is how many records a row stands for; 0 of one that was dropped.
func (l *HitLog) N(i int) int32 {
	at := int32(i)
	r := l.row(at)
	switch {
	case r.when&rowOdd != 0:
		return l.odd[at].N
	case r.when&rowMany != 0:
		return l.counts[at]
	}
	return int32(r.when >> 8 & 255)
}

// headless says whether a row is of a record without a header, which is always an odd one.
func (l *HitLog) headless() bool {
	if l != nil {
		for _, h := range l.odd {
			if !h.Stamped {
				return true
			}
		}
	}
	return false
}

// signal is that of any row, odd ones too.
func (r *hitRow) signal() SignalID { return SignalID(r.where >> 8 & 0xffff) }

// dropped says whether a row, which stands at a place, was dropped.
func (l *HitLog) dropped(r *hitRow, at int) bool {
	return r.when&(255<<8|rowMany) == 0 && (r.when&rowOdd == 0 || l.odd[int32(at)].N == 0)
}

// Marked says whether a row was marked.
func (l *HitLog) Marked(i int) bool { return l.row(int32(i)).when&rowMark != 0 }

// rowsOf are the rows of some signals.
func (l *HitLog) rowsOf(want []bool) []int32 {
	rows, _ := l.split(want, make([]bool, len(want)))
	return rows
}

// split gives the rows of some signals, and those of others signal by signal. They are counted before: a long log has
// half a million, and growing leaves as much behind again.
func (l *HitLog) split(want, apart []bool) (rows []int32, others [][]int32) {
	others = make([][]int32, len(want))
	if !slices.Contains(want, true) && !slices.Contains(apart, true) {
		return nil, others
	}
	counts, n := make([]int, len(want)), 0
	for c := range l.chunks {
		for _, r := range l.rowsIn(c) {
			counts[r.signal()]++
		}
	}
	for id, k := range counts {
		if want[id] {
			n += k
		}
		if apart[id] {
			others[id] = make([]int32, 0, k)
		}
	}
	rows = make([]int32, 0, n)
	for c := range l.chunks {
		for k, r := range l.rowsIn(c) {
			switch id := r.signal(); {
			case want[id]:
				rows = append(rows, int32(c*chunkRows+k))
			case apart[id]:
				others[id] = append(others[id], int32(c*chunkRows+k))
			}
		}
	}
	return rows, others
}

// firstOf are the first rows of some signals, which are not wanted any more then.
func (l *HitLog) firstOf(want []bool) []int32 {
	var out []int32
	for c := range l.chunks {
		if !slices.Contains(want, true) {
			break
		}
		rows := l.rowsIn(c)
		for k := range rows {
			if id := rows[k].signal(); want[id] {
				out, want[id] = append(out, int32(c*chunkRows+k)), false
			}
		}
	}
	return out
}
