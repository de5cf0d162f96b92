package timeline

import "encoding/binary"

// rowBytes is what a row takes when it is written down.
const rowBytes = 32

// Pack writes the rows down, with hits that belong to the log but are not in it yet, and what all of
// them captured. None may have been dropped. Their sources are not written: whoever reads them says
// with NextFile where they lie. It gives where the rows stand.
func (l *HitLog) Pack(p *Packer, more []RawHit) PackedRows {
	to := l.usedTuples(more)
	l.Tuples.pack(p, to)
	p.Int(int64(l.base))
	p.Texts(l.ranks)
	p.Int(int64(l.n))
	p.Align()
	rows := PackedRows{len(p.Bytes), l.n}
	out := p.words(l.n * rowBytes / 8)
	for i := range l.n {
		r, b := l.row(int32(i)), out[i*rowBytes:(i+1)*rowBytes]
		binary.LittleEndian.PutUint64(b, r.where)
		binary.LittleEndian.PutUint64(b[8:], r.when)
		binary.LittleEndian.PutUint64(b[16:], r.text)
		binary.LittleEndian.PutUint64(b[24:], uint64(to[r.what>>32])<<32|uint64(uint32(r.what)))
	}
	for i := range int32(l.n) {
		l.packBeside(p, i, to)
	}
	p.Int(int64(len(more)))
	for i := range more {
		packRaw(p, &more[i], to)
	}
	return rows
}

// usedTuples marks what is in use.
func (l *HitLog) usedTuples(more []RawHit) []uint32 {
	used := make([]uint32, l.Tuples.Len()+1)
	for i := range l.n {
		used[l.Tuple(i)] = 1
	}
	for i := range more {
		used[more[i].Tuple] = 1
	}
	used[0] = 0
	return used
}

// packBeside writes what lies beside a row.
func (l *HitLog) packBeside(p *Packer, at int32, to []uint32) {
	switch when := l.row(at).when; {
	case when&rowOdd != 0:
		packHit(p, l.odd[at], to)
	default:
		if when&rowMany != 0 {
			p.Int(int64(l.counts[at]))
		}
		if when&rowOffset != 0 {
			p.Int(l.chunks[at/chunkRows].offs[at%chunkRows])
		}
	}
}

func packHit(p *Packer, h *Hit, to []uint32) {
	p.Text(h.Rank)
	packRaw(p, &RawHit{Interval: h.Interval, Pos: h.Pos, Offset: h.Ref.Offset, Line: h.Ref.Line, Lines: h.Lines, Hash: uint32(h.Ref.Hash), Length: h.Ref.Length,
		Tuple: h.Tuple, N: h.N, Signal: h.Signal, Stamped: h.Stamped, Cut: h.Cut}, to)
}

func packRaw(p *Packer, h *RawHit, to []uint32) {
	p.Span(h.Interval)
	for _, v := range []int64{int64(h.Pos), h.Offset, h.Line, int64(h.Hash), int64(h.Length), int64(to[h.Tuple]), int64(h.N), int64(h.Signal), int64(h.Rank)} {
		p.Int(v)
	}
	p.Flags(h.Stamped, h.Cut, h.Lines != nil)
	if h.Lines != nil {
		p.Int(int64(h.Lines.Hit))
		PackInts(p, h.Lines.All)
	}
}

// Unpack reads what Pack wrote into a log without rows, of which NextFile told where they lie. Its
// tuples are its own until [HitLog.Share].
func (l *HitLog) Unpack(u *Unpacker) (more []RawHit) {
	l.Tuples = &Tuples{}
	l.Tuples.unpack(u)
	l.base, l.ranks, l.rankAt = Time(u.Int()), u.Texts(), NameIndex{}
	if len(l.ranks) == 0 || l.ranks[0] != "" {
		u.Fail()
		l.ranks = []string{""}
	}
	l.n = u.Count(rowBytes)
	u.Align()
	beside := l.unpackRows(u.take(l.n*rowBytes), u)
	for _, at := range beside {
		l.unpackBeside(u, at)
	}
	n := u.Count(64)
	for range n {
		more = append(more, l.unpackRaw(u))
	}
	return more
}

// unpackRows takes the rows and gives those that something lies beside.
func (l *HitLog) unpackRows(b []byte, u *Unpacker) (beside []int32) {
	l.chunks = chunksOf(b)
	tuples, ranks := uint64(l.Tuples.Len()), uint64(len(l.ranks))
	for c := range l.chunks {
		rows := l.rowsIn(c)
		for k := range rows {
			r := &rows[k]
			if r.when&(rowOdd|rowMany|rowOffset) != 0 {
				beside = append(beside, int32(c*chunkRows+k))
			}
			if r.what>>32 > tuples || r.where&255 >= ranks && r.when&rowOdd == 0 {
				u.Fail()
				return nil
			}
		}
	}
	return beside
}

// rowsIn are the rows of a chunk.
func (l *HitLog) rowsIn(chunk int) []hitRow {
	return l.chunks[chunk].rows[:max(min(l.n-chunk*chunkRows, chunkRows), 0)]
}

func (l *HitLog) unpackBeside(u *Unpacker, at int32) {
	r := l.row(at)
	if r.when&rowOdd != 0 {
		h := l.unpackHit(u)
		if l.odd == nil {
			l.odd = map[int32]*Hit{}
		}
		l.odd[at] = &h
		return
	}
	if r.when&rowMany != 0 {
		if l.counts == nil {
			l.counts = map[int32]int32{}
		}
		l.counts[at] = int32(u.Int())
	}
	if r.when&rowOffset != 0 {
		l.offset(at, u.Int())
	}
}

func (l *HitLog) unpackHit(u *Unpacker) Hit {
	rank, r := u.Text(), l.unpackRaw(u)
	h := l.whole(&r)
	h.Rank = rank
	return h
}

func (l *HitLog) unpackRaw(u *Unpacker) RawHit {
	h := RawHit{Interval: u.Span(), Pos: Pos(u.Int()), Offset: u.Int(), Line: u.Int(), Hash: uint32(u.Int()), Length: int32(u.Int()),
		Tuple: TupleID(u.Index(l.Tuples.Len() + 1)), N: int32(u.Int()), Signal: SignalID(u.Int()), Rank: uint16(u.Index(len(l.ranks)))}
	var lines bool
	if u.Flags(&h.Stamped, &h.Cut, &lines); lines {
		h.Lines = &RecordLines{Hit: uint64(u.Int()), All: UnpackInts[uint64](u)}
	}
	return h
}

// Share puts what the log and more hits captured into a table that several logs share.
func (l *HitLog) Share(t *Tuples, more []RawHit) {
	to := t.join(l.Tuples)
	l.Tuples = t
	if to == nil {
		return
	}
	for c := range l.chunks {
		rows := l.rowsIn(c)
		for k := range rows {
			r := &rows[k]
			r.what = uint64(to[r.what>>32])<<32 | uint64(uint32(r.what))
		}
	}
	for _, h := range l.odd {
		h.Tuple = to[h.Tuple]
	}
	for i := range more {
		more[i].Tuple = to[more[i].Tuple]
	}
}
