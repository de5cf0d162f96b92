package timeline

import "encoding/binary"

// PackedRows says where the rows of a log were written.
type PackedRows struct{ at, n int }

// LogRest is what became of a log after its first rows were written down: how many records they stand
// for now, and the rows behind them.
type LogRest struct {
	rows, counts []int32
	log          *HitLog
}

// PackRest writes what became of the log since [HitLog.Pack] wrote its first rows. None of these may
// have moved since; they may have been dropped.
func (l *HitLog) PackRest(p *Packer, was PackedRows) {
	var r LogRest
	for i := range int32(was.n) {
		when := l.row(i).when
		if when&rowOdd != 0 || when != binary.LittleEndian.Uint64(p.Bytes[was.at+int(i)*rowBytes+8:]) {
			r.rows, r.counts = append(r.rows, i), append(r.counts, l.N(int(i)))
		}
	}
	r.log = &HitLog{Tuples: l.Tuples, files: l.files, ranks: []string{""}}
	for i := was.n; i < l.n; i++ {
		var h Hit
		if l.Read(i, &h); h.N > 0 {
			r.log.Append(&h)
		}
	}
	PackInts(p, r.rows)
	PackInts(p, r.counts)
	r.log.Pack(p, nil)
}

// UnpackRest reads what PackRest wrote; the log holds the first rows.
func (l *HitLog) UnpackRest(u *Unpacker) *LogRest {
	r := &LogRest{rows: UnpackInts[int32](u), counts: UnpackInts[int32](u), log: &HitLog{files: append([]logFile(nil), l.files...)}}
	r.log.Unpack(u)
	if len(r.rows) != len(r.counts) {
		u.Fail()
	}
	for i, row := range r.rows {
		if row < 0 || int(row) >= l.n || i > 0 && row <= r.rows[i-1] {
			u.Fail()
		}
	}
	return r
}

// MapSources renames the sources.
func (r *LogRest) MapSources(to []int) { r.log.MapSources(to) }

// Share puts what was captured into a table that several logs share.
func (r *LogRest) Share(t *Tuples) { r.log.Share(t, nil) }

// AddRest brings the first rows of a log to what became of it. Both share their table.
func (l *HitLog) AddRest(r *LogRest) {
	first := int32(l.n)
	for i, row := range r.rows {
		if l.setN(row, r.counts[i]); r.counts[i] == 0 {
			first = min(first, row)
		}
	}
	l.compactFrom(first)
	for i := range r.log.Len() {
		var h Hit
		r.log.Read(i, &h)
		l.Append(&h)
	}
	l.Sort()
}
