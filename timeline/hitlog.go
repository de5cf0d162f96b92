package timeline

import (
	"math"
	"slices"
)

// HitLog holds the hits of one stream in the order of their bytes, packed into 32 bytes each where a
// hit takes 160: a long log has a million of them, of which a report shows a few. Nothing in it
// points anywhere, so the collector does not look at it. What does not fit a row (a record of several
// lines or without a stamp) is kept whole beside it. Not safe while one is appended.
type HitLog struct {
	Tuples *Tuples // of what its records captured; shared by all logs of one scan

	chunks []*hitChunk
	n      int
	base   Time      // whole second that packed times count from; set by the first hit
	files  []logFile // by where they begin
	ranks  []string
	odd    map[int32]*Hit
	counts map[int32]int32 // N, of rows that stand for many
}

// logFile says which source the positions from one on lie in, and where that source begins.
type logFile struct {
	from   Pos
	source SourceID
}

const chunkRows = 2048

// hitChunk is a piece of a log. offs are the offsets of rows that do not follow from their position.
type hitChunk struct {
	offs *[chunkRows]int64 // first: the collector looks no further
	rows [chunkRows]hitRow
}

// hitRow is one hit: where = position (40 bits), signal (16), rank (8); when = microseconds since the
// base of the log (48 bits, biased), N (8), flags (8); text = hash (32), line (32); what = tuple (32),
// length (32).
type hitRow struct{ where, when, text, what uint64 }

// Flags of a row.
const (
	rowStamped = 1 << iota
	rowCut
	rowOdd     // see HitLog.odd
	rowOffset  // see hitChunk.offs
	rowMany    // see HitLog.counts
	rowSeconds // resolution: a second,
	rowMillis  // a millisecond; neither: a microsecond
	rowMark    // see Mark
)

const (
	timeBias  = 140_000_000 * 1_000_000 // microseconds, four years: whole seconds, so that no second is cut
	maxPacked = 1<<48 - 1
	microsec  = Time(1000)
)

// Len is the number of rows.
func (l *HitLog) Len() int {
	if l == nil {
		return 0
	}
	return l.n
}

// NextFile says that what is appended from now on lies in another source, which begins at a position.
func (l *HitLog) NextFile(begin Pos, source SourceID) {
	l.files = append(l.files, logFile{begin, source})
	l.Rank("")
}

// MapSources renames the sources.
func (l *HitLog) MapSources(to []int) {
	for i := range l.files {
		l.files[i].source = SourceID(to[l.files[i].source])
	}
	for _, h := range l.odd {
		h.Ref.Source = SourceID(to[h.Ref.Source])
	}
}

// RawHit is a hit on its way into a log: what a Hit says of one stream, without text. Rank is that of
// [HitLog.Rank].
type RawHit struct {
	Interval
	Pos          Pos
	Offset, Line int64 // as in Ref
	Lines        *RecordLines
	Hash         uint32
	Length       int32
	Tuple        TupleID
	N            int32
	Signal       SignalID
	Rank         uint16
	Stamped, Cut bool
}

// Append adds a hit; what it captured is told by its Tuple.
func (l *HitLog) Append(h *Hit) { l.set(l.place(), h) }

// AppendRaw adds a hit of the latest file, of which NextFile must tell.
func (l *HitLog) AppendRaw(r *RawHit) {
	at := l.place()
	if !l.pack(at, r) {
		h := l.whole(r)
		l.keep(at, &h)
	}
}

// place is that of one more row.
func (l *HitLog) place() int32 {
	if l.n%chunkRows == 0 && l.n/chunkRows == len(l.chunks) {
		l.chunks = append(l.chunks, &hitChunk{})
	}
	l.n++
	return int32(l.n - 1)
}

func (l *HitLog) row(i int32) *hitRow { return &l.chunks[i/chunkRows].rows[i%chunkRows] }

// set puts a hit into a place.
func (l *HitLog) set(at int32, h *Hit) {
	raw := RawHit{Interval: h.Interval, Pos: h.Pos, Offset: h.Ref.Offset, Line: h.Ref.Line, Lines: h.Lines, Hash: uint32(h.Ref.Hash), Length: h.Ref.Length,
		Tuple: h.Tuple, N: h.N, Signal: h.Signal, Rank: l.Rank(h.Rank), Stamped: h.Stamped, Cut: h.Cut}
	if l.files == nil || h.Ref.Source != l.file(h.Pos).source || h.Ref.Hash >= 1<<32 || !l.pack(at, &raw) {
		l.keep(at, h)
	}
}

// keep puts a hit that does not fit a row beside the rows.
func (l *HitLog) keep(at int32, h *Hit) {
	if l.odd == nil {
		l.odd = map[int32]*Hit{}
	}
	whole := *h
	l.odd[at] = &whole
	*l.row(at) = hitRow{where: uint64(h.Pos)&(1<<40-1)<<24 | uint64(h.Signal)<<8, when: rowOdd, what: uint64(h.Tuple) << 32}
}

// whole is the hit that a raw one stands for.
func (l *HitLog) whole(r *RawHit) Hit {
	return Hit{Interval: r.Interval, Pos: r.Pos, Signal: r.Signal, Rank: l.ranks[r.Rank], N: r.N, Stamped: r.Stamped, Cut: r.Cut, Tuple: r.Tuple, Lines: r.Lines,
		Ref: Ref{Source: l.file(r.Pos).source, Length: r.Length, Offset: r.Offset, Line: r.Line, Hash: uint64(r.Hash)}}
}

// pack fills a row; false if the hit does not fit.
func (l *HitLog) pack(at int32, h *RawHit) bool {
	flags := uint64(rowStamped)
	switch h.Hi - h.Lo {
	case Second:
		flags |= rowSeconds
	case 1000 * microsec:
		flags |= rowMillis
	case microsec:
	default:
		return false
	}
	if l.base == 0 {
		l.base = h.Lo.Floor(Second)
	}
	since := h.Lo - l.base
	ticks := int64(since/microsec) + timeBias
	if !h.Stamped || h.Lines != nil || since%microsec != 0 || ticks < 0 || ticks > maxPacked || l.files == nil || h.Rank > 255 ||
		h.Pos < 0 || h.Pos >= 1<<40 || h.Signal >= 1<<16 || h.Line >= 1<<32 || h.N < 1 {
		return false
	}
	if h.Cut {
		flags |= rowCut
	}
	if h.Offset != int64(h.Pos-l.file(h.Pos).from) {
		l.offset(at, h.Offset)
		flags |= rowOffset
	}
	*l.row(at) = hitRow{where: uint64(h.Pos)<<24 | uint64(h.Signal)<<8 | uint64(h.Rank),
		when: uint64(ticks)<<16 | uint64(min(h.N, 255))<<8 | flags, text: uint64(h.Hash)<<32 | uint64(h.Line), what: uint64(h.Tuple)<<32 | uint64(uint32(h.Length))}
	if h.N > 255 {
		l.setN(at, h.N)
	}
	return true
}

// offset notes where a record lies that does not lie at its position.
func (l *HitLog) offset(at int32, off int64) {
	c := l.chunks[at/chunkRows]
	if c.offs == nil {
		c.offs = new([chunkRows]int64)
	}
	c.offs[at%chunkRows] = off
}

// Rank numbers a rank; "" is 0. Those beyond 255 do not fit a row.
func (l *HitLog) Rank(name string) uint16 {
	if l.ranks == nil {
		l.ranks = []string{""}
	}
	for i, r := range l.ranks {
		if r == name {
			return uint16(i)
		}
	}
	if len(l.ranks) < 1<<16-1 {
		l.ranks = append(l.ranks, name)
	}
	return uint16(len(l.ranks) - 1)
}

// file is the source that a position lies in; the latest is asked for most.
func (l *HitLog) file(p Pos) *logFile {
	i := len(l.files) - 1
	for i > 0 && l.files[i].from > p {
		i--
	}
	return &l.files[i]
}

// Signal, Pos and Tuple of a row.
func (l *HitLog) Signal(i int) SignalID { return SignalID(l.row(int32(i)).where >> 8 & 0xffff) }

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
func (l *HitLog) Lo(i int) Time {
	r := l.row(int32(i))
	if r.when&rowOdd != 0 {
		return l.odd[int32(i)].Lo
	}
	return l.base + Time(int64(r.when>>16)-timeBias)*microsec
}

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
	lo, width := l.base+Time(int64(r.when>>16)-timeBias)*microsec, microsec
	switch {
	case r.when&rowSeconds != 0:
		width = Second
	case r.when&rowMillis != 0:
		width = 1000 * microsec
	}
	n := int32(r.when >> 8 & 255)
	if r.when&rowMany != 0 {
		n = l.counts[at]
	}
	off := int64(pos - f.from)
	if r.when&rowOffset != 0 {
		off = l.chunks[at/chunkRows].offs[at%chunkRows]
	}
	*h = Hit{Interval: Interval{lo, lo + width}, Pos: pos, Signal: SignalID(r.where >> 8 & 0xffff), Rank: l.ranks[r.where&255], N: n, Stamped: true, Cut: r.when&rowCut != 0,
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

// Cut marks a row as cut.
func (l *HitLog) Cut(i int) {
	if h := l.odd[int32(i)]; h != nil {
		h.Cut = true
	}
	l.row(int32(i)).when |= rowCut
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

// AddN lets a row stand for more records; false if they are more than a row can stand for.
func (l *HitLog) AddN(i int, n int32) bool {
	had := l.N(i)
	if n > math.MaxInt32-had {
		return false
	}
	l.setN(int32(i), had+n)
	return true
}

// Drop takes a row out; Compact gives up its place.
func (l *HitLog) Drop(i int) { l.setN(int32(i), 0) }

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

// Mark notes something of a row for whoever fills the log; it goes with the row.
func (l *HitLog) Mark(i int) { l.row(int32(i)).when |= rowMark }

// Marked says whether a row was marked.
func (l *HitLog) Marked(i int) bool { return l.row(int32(i)).when&rowMark != 0 }

// SameSecond says whether two rows lie in the same second and are equal in what folding may not mix.
func (l *HitLog) SameSecond(i, j int) bool {
	a, b := l.row(int32(i)), l.row(int32(j))
	if (a.when|b.when)&rowOdd != 0 {
		var x, y Hit
		l.Read(i, &x)
		l.Read(j, &y)
		return x.Stamped == y.Stamped && x.Cut == y.Cut && x.Lo.Floor(Second) == y.Lo.Floor(Second)
	}
	return (a.when^b.when)&rowCut == 0 && l.second(a) == l.second(b)
}

func (l *HitLog) second(r *hitRow) int64 {
	return int64(r.when >> 16 / 1_000_000)
}

// Compact gives up the places of dropped rows. It tells where each row stands then.
func (l *HitLog) Compact() (to []int32) {
	to = make([]int32, l.n)
	l.compactFrom(0, to)
	return to
}

// compactFrom is Compact where no row before one was dropped; to may be nil.
func (l *HitLog) compactFrom(n int32, to []int32) {
	for at := n; at < int32(l.n); at++ {
		if to != nil {
			to[at] = n
		}
		if l.N(int(at)) == 0 {
			delete(l.odd, at)
			continue
		}
		if n != at {
			l.move(n, at)
		}
		n++
	}
	l.n = int(n)
	keep := (l.n + chunkRows - 1) / chunkRows
	clear(l.chunks[min(keep+1, len(l.chunks)):]) // one to grow into
	l.chunks = l.chunks[:min(keep+1, len(l.chunks))]
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
	sorted := true
	for i := 1; i < l.n && sorted; i++ {
		sorted = l.order(int32(i-1)) <= l.order(int32(i))
	}
	if sorted {
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

func (l *HitLog) order(at int32) uint64 {
	r := l.row(at)
	if r.when&rowOdd != 0 {
		return orderOf(l.odd[at])
	}
	return r.where >> 8
}

func orderOf(h *Hit) uint64 { return uint64(h.Pos)<<16 | uint64(h.Signal) }
