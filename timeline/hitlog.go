package timeline

// HitLog holds the hits of one stream in the order of their bytes, packed into 32 bytes each where a
// hit takes 160: a long log has a million of them, of which a report shows a few. Nothing in it
// points anywhere, so the collector does not look at it. What does not fit a row (a record of several
// lines or without a stamp) is kept whole beside it. Not safe while one is appended.
type HitLog struct {
	Tuples *Tuples // of what its records captured; shared by all logs of one scan

	chunks []hitChunk
	n      int
	base   Time      // whole second that packed times count from; set by the first hit
	files  []logFile // by where they begin
	ranks  []string
	rankAt NameIndex // in ranks
	odd    map[int32]*Hit
	spare  []Hit           // room for further odd ones
	counts map[int32]int32 // N, of rows that stand for many
}

// logFile says which source the positions from one on lie in, and where that source begins.
type logFile struct {
	from   Pos
	source SourceID
}

const chunkRows = 2048

// hitChunk is a piece of a log. offs are the offsets of rows that do not follow from their position. rows
// may lie in an entry of the cache that was read.
type hitChunk struct {
	offs *[chunkRows]int64
	rows *[chunkRows]hitRow
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

// AppendRaw adds a hit of the latest file, of which NextFile must tell, and gives its row.
func (l *HitLog) AppendRaw(r *RawHit) int32 {
	at := l.place()
	if !l.pack(at, r) {
		h := l.whole(r)
		l.keep(at, &h)
	}
	return at
}

// place is that of one more row.
func (l *HitLog) place() int32 {
	if l.n%chunkRows == 0 && l.n/chunkRows == len(l.chunks) {
		l.chunks = append(l.chunks, hitChunk{rows: new([chunkRows]hitRow)})
	}
	l.n++
	return int32(l.n - 1)
}

func (l *HitLog) row(i int32) *hitRow {
	return &l.chunks[uint32(i)/chunkRows].rows[uint32(i)%chunkRows]
}

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
	l.odd[at] = l.oddHit(h)
	*l.row(at) = hitRow{where: uint64(h.Pos)&(1<<40-1)<<24 | uint64(h.Signal)<<8, when: rowOdd, what: uint64(h.Tuple) << 32}
}

// oddHit is a copy of h that lasts, of several made at once: a log of tracebacks has thousands.
func (l *HitLog) oddHit(h *Hit) *Hit {
	if len(l.spare) == 0 {
		l.spare = make([]Hit, min(max(len(l.odd), 1), 64))
	}
	out := &l.spare[0]
	*out, l.spare = *h, l.spare[1:]
	return out
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
		l.base = baseFor(h.Lo)
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

// baseFor is the base of a log whose first hit begins at a time. It is never 0, which says that there is
// none yet: a clock that was not set begins in 1970.
func baseFor(at Time) Time {
	if base := at.Floor(Second); base != 0 {
		return base
	}
	return Second
}

// offset notes where a record lies that does not lie at its position.
func (l *HitLog) offset(at int32, off int64) {
	c := &l.chunks[at/chunkRows]
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
	if i := l.rankAt.Find(l.ranks, name); i >= 0 {
		return uint16(i)
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
