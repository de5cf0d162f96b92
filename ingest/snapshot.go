package ingest

import (
	"slices"

	"roomline/timeline"
)

// packedSize is about how many bytes pack writes.
func (g *gather) packedSize() int {
	n := 1<<20 + g.fold.log.Len()*34 + len(g.cells.list)*8*cellWords + len(g.marks)*16
	for i := range g.gauges.ranks {
		r := &g.gauges.ranks[i]
		n += 8 * len(r.at) * (1 + len(r.fields))
	}
	return n
}

// pack writes down what was gathered of the first file of a stream. None of its hits may be dropped. It
// gives where the rows of the log stand.
func (g *gather) pack(p *timeline.Packer) timeline.PackedRows {
	rows := g.fold.log.Pack(p, g.hits)
	p.Flags(g.fold.capped)
	timeline.PackInts(p, g.fold.unkeyed())
	g.file.pack(p)
	p.Int(int64(len(g.holes)))
	for _, h := range g.holes {
		p.Int(int64(h.Pos))
		p.Span(h.Interval)
		p.Text(h.Why)
	}
	for _, open := range [][]int32{g.open.hits, g.open.holes, g.open.cells} {
		timeline.PackInts(p, open)
	}
	p.Int(int64(g.tail.pos))
	p.Flags(g.tail.known, g.tail.any, g.tail.open)
	p.Int(int64(len(g.marks)))
	for _, m := range g.marks {
		p.Int(m.off)
		p.Int(m.lines)
	}
	g.cells.pack(p)
	g.gauges.pack(p)
	g.repeats.pack(p)
	return rows
}

// unpack reads what pack wrote, into a gather whose first file has just begun. Before more is merged
// call adopt.
func (g *gather) unpack(u *timeline.Unpacker) {
	g.hits = g.fold.log.Unpack(u)
	u.Flags(&g.fold.capped)
	g.fold.asleep, g.recalled = true, &recalled{unkeyed: timeline.UnpackInts[timeline.SignalID](u)}
	g.file.unpack(u)
	g.tally.add(g.file)
	for _, r := range g.file.ranks {
		g.tally.rank(r)
	}
	for range u.Count(32) {
		g.holes = append(g.holes, timeline.Hole{Pos: timeline.Pos(u.Int()), Interval: u.Span(), Why: u.Text()})
	}
	for _, open := range []*[]int32{&g.open.hits, &g.open.holes, &g.open.cells} {
		*open = timeline.UnpackInts[int32](u)
	}
	g.tail.pos = timeline.Pos(u.Int())
	u.Flags(&g.tail.known, &g.tail.any, &g.tail.open)
	for range u.Count(16) {
		g.marks = append(g.marks, lineMark{u.Int(), u.Int()})
	}
	g.cells.unpack(u)
	g.gauges.unpack(u)
	g.repeats.unpack(u)
	inside := func(open []int32, n int) bool {
		return !slices.ContainsFunc(open, func(i int32) bool { return i < 0 || int(i) >= n })
	}
	if !inside(g.open.hits, len(g.hits)) || !inside(g.open.holes, len(g.holes)) || !inside(g.open.cells, len(g.cells.list)) {
		u.Fail()
	}
}

// unkeyed are the signals whose captured keys became too many to follow.
func (f *folder) unkeyed() []timeline.SignalID {
	var out []timeline.SignalID
	for id, s := range f.signals {
		if s != nil && !s.keyed && !f.countsOnly(timeline.SignalID(id)) {
			out = append(out, timeline.SignalID(id))
		}
	}
	return out
}

// resume notes a key of which nobody knows any more whether it was captured more than once.
func (s *foldedSignal) resume(key timeline.TupleID) {
	s.meet(key)
	s.keys[key>>6].again &^= 1 << (key & 63)
}

// resume finds out from the hits in the log what folding must know of them. The first hit of a key is
// always among them, and marked.
func (f *folder) resume(unkeyed []timeline.SignalID) {
	for _, id := range unkeyed {
		f.of(id).keyed = false
	}
	for i := range f.log.Len() {
		s := f.of(f.log.Signal(i))
		s.n, s.last = s.n+1, int32(i)
		if s.keyed && f.log.Marked(i) {
			s.resume(f.log.Tuple(i))
		}
	}
}
