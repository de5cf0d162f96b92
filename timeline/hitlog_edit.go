package timeline

import (
	"math"
	"slices"
)

// Cut marks a row as cut.
func (l *HitLog) Cut(i int) {
	if h := l.odd[int32(i)]; h != nil {
		h.Cut = true
	}
	l.row(int32(i)).when |= rowCut
}

// AddN lets a row stand for more records; false if they are more than a row can stand for.
func (l *HitLog) AddN(i int, n int32) bool {
	had := l.N(i)
	if n > math.MaxInt32-had {
		return false
	}
	l.setN(int32(i), had+n)
	return true
}

func (l *HitLog) setN(at, n int32) {
	r := l.row(at)
	if r.when&rowOdd != 0 {
		l.odd[at].N = n
		return
	}
	if n > 255 {
		if l.counts == nil {
			l.counts = map[int32]int32{}
		}
		l.counts[at] = n
		r.when |= rowMany
		return
	}
	if r.when&rowMany != 0 {
		delete(l.counts, at)
	}
	r.when = r.when&^(255<<8|rowMany) | uint64(n)<<8
}

// Mark notes of a row that it is the first of its tuple; that goes with the row.
func (l *HitLog) Mark(i int32, first bool) {
	mark := uint64(0)
	if first {
		mark = rowMark
	}
	l.row(i).when |= mark
}

// Compact gives up the places of dropped rows. Their memory serves further rows, until Sort.
func (l *HitLog) Compact() { l.compactFrom(0) }

// compactFrom is Compact where no row before one was dropped.
func (l *HitLog) compactFrom(n int32) {
	for c := int(n) / chunkRows; c*chunkRows < l.n; c++ {
		rows, from := l.rowsIn(c), int32(c*chunkRows)
		for k := max(int(n)-c*chunkRows, 0); k < len(rows); k++ {
			switch r, at := &rows[k], from+int32(k); {
			case r.when&(255<<8|rowOdd|rowMany|rowOffset) == 0: // it was dropped, and nothing lies beside it
			case r.when&(rowOdd|rowMany|rowOffset) == 0:
				*l.row(n) = *r
				n++
			case l.dropped(r, int(at)):
				delete(l.odd, at)
			default:
				if n != at {
					l.move(n, at)
				}
				n++
			}
		}
	}
	l.n = int(n)
}

// clip gives up the memory of rows that are no longer there, but for some to grow into.
func (l *HitLog) clip() {
	keep := min((l.n+chunkRows-1)/chunkRows+1, len(l.chunks))
	clear(l.chunks[keep:])
	l.chunks = l.chunks[:keep]
}

// move puts row from at a free place.
func (l *HitLog) move(to, from int32) {
	r := l.row(from)
	*l.row(to) = *r
	if r.when&rowOdd != 0 {
		l.odd[to] = l.odd[from]
		delete(l.odd, from)
	}
	if r.when&rowMany != 0 {
		l.counts[to] = l.counts[from]
		delete(l.counts, from)
	}
	if r.when&rowOffset != 0 {
		l.offset(to, l.chunks[from/chunkRows].offs[from%chunkRows])
	}
}

// Sort puts rows into the order of their bytes, then their signals, where they are not.
func (l *HitLog) Sort() {
	l.clip()
	if l.sorted() {
		return
	}
	all := make([]Hit, l.n)
	for i := range all {
		l.Read(i, &all[i])
	}
	slices.SortStableFunc(all, func(a, b Hit) int {
		switch x, y := orderOf(&a), orderOf(&b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	l.odd, l.counts = nil, nil
	for i := range all {
		l.set(int32(i), &all[i])
	}
}

// sorted says whether rows stand in that order.
func (l *HitLog) sorted() bool {
	before := uint64(0)
	for c := range (l.n + chunkRows - 1) / chunkRows {
		rows := l.rowsIn(c)
		for k := range rows {
			order := rows[k].where >> 8
			if rows[k].when&rowOdd != 0 {
				order = orderOf(l.odd[int32(c*chunkRows+k)])
			}
			if order < before {
				return false
			}
			before = order
		}
	}
	return true
}

func orderOf(h *Hit) uint64 { return uint64(h.Pos)<<16 | uint64(h.Signal) }
