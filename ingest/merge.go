package ingest

import (
	"cmp"
	"slices"

	"roomline/timeline"
)

// gather collects the parts of one stream, file after file, in order of their bytes.
type gather struct {
	part   // of the whole stream; hits only holds those that wait for the next stamp
	fold   folder
	base   int64 // where the current file begins in the stream
	file   *tally
	source timeline.SourceID
	// numbered: lines of the current file come with their numbers in it, not in the part.
	numbered bool
	folded   func(records int64) // see Options
	length   int64               // of the stream so far
	expect   int64               // bytes that the current file is expected to have; 0 if unknown
	marks    []lineMark          // of the current file
	lead     timeline.Interval   // the last stamp before the current file
	imported []timeline.TupleID  // of the current part's, 0 where no hit has it
	used     []bool              // those that a hit has
	ranksIn  []uint16            // of the current part's, in the log
	ranksOf  map[string]uint16   // those of the current file that its tally and the stream's know: their numbers in the log
	tuples   int                 // in the log's table before the current file
	recalled *recalled           // of a gather that was read from the cache
	pending  *pending            // of one that is to be kept there
}

func newGather(o Options, tuples *timeline.Tuples) *gather {
	return &gather{folded: o.Folded, fold: folder{max: o.MaxHits, countsOnly: o.CountsOnly, signalRole: o.SignalRole, filled: &filled{}, log: &timeline.HitLog{Tuples: tuples}}}
}

// nextFile begins another file of the stream. gap: a file between it and the one before is missing.
func (g *gather) nextFile(id timeline.SourceID, gap bool) {
	g.base, g.source, g.file, g.marks, g.lead = g.length, id, &tally{}, nil, g.before()
	g.repeats, g.ranksOf, g.numbered = repeats{}, map[string]uint16{}, false
	if g.fold.log.Tuples != nil {
		g.tuples = g.fold.log.Tuples.Len()
	}
	g.fold.log.NextFile(timeline.Pos(g.base), id)
	if gap {
		g.hole(timeline.Pos(g.base), "rotation")
	}
}

// endFile counts the bytes of the file, and one more, so that no two records share a position.
func (g *gather) endFile() *tally {
	g.length += g.file.bytes + 1
	return g.file
}

// merge adds the next part of the current file.
func (g *gather) merge(p *part) {
	if g.stamps.any {
		p.lead(g.stamps.end)
	}
	if p.stamps.any {
		if g.stamps.stepsBack(p.stamps.begin) {
			g.hole(timeline.Pos(g.base)+p.stamps.at, clockSetBack)
		}
		g.settle(p.stamps.begin)
	}
	g.takeHits(p)
	g.takeHoles(p)
	g.takeCells(p)
	if g.expect > 0 {
		g.gauges.share = min(1, float64(g.file.bytes)/float64(g.expect))
		g.cells.share = g.gauges.share
		g.expectTuples()
	}
	g.gauges.merge(&p.gauges)
	if p.tail.known {
		g.tail = p.tail
		g.tail.pos += timeline.Pos(g.base)
	}
	g.takeRepeats(p)
	g.mark()
	g.tally.add(&p.tally)
	g.file.add(&p.tally)
}

// settle closes what waits for a stamp; hits then go where they are kept.
func (g *gather) settle(after timeline.Interval) {
	g.resolve(after)
	for i := range g.hits {
		g.fold.push(&g.hits[i])
	}
	g.hits = g.hits[:0]
}

// lead tells the facts at the head of a file, before its first stamp, which stamp lies before them.
func (p *part) lead(before timeline.Interval) {
	fix := func(i *timeline.Interval) {
		switch {
		case *i == unknownSpan:
			*i = before
		case i.Lo == timeline.MinTime:
			*i = before.Hull(p.stamps.begin)
		}
	}
	for i := range p.hits {
		if p.stamps.any && p.hits[i].Pos >= p.stamps.at { // from here on each has a stamp or lies behind one
			break
		}
		fix(&p.hits[i].Interval)
	}
	for i := range p.holes {
		fix(&p.holes[i].Interval)
	}
	for i := range p.cells.list {
		if c := &p.cells.list[i]; c.filled && !c.stamped {
			fix(&c.first.Interval)
			fix(&c.last.Interval)
		}
	}
}

func (g *gather) takeHoles(p *part) {
	for i, h := range p.holes {
		h.Pos += timeline.Pos(g.base)
		if slices.Contains(p.open.holes, int32(i)) {
			g.open.holes = append(g.open.holes, int32(len(g.holes)))
		}
		g.holes = append(g.holes, h)
	}
}

func (g *gather) takeCells(p *part) {
	g.cells.full = g.cells.full || p.cells.full
	for i := range p.cells.list {
		src := &p.cells.list[i]
		at := src.at
		if !at.Known() && g.stamps.any { // at the head of a file: behind the last stamp of the one before
			at = g.stamps.end.Lo.Floor(timeline.Second)
		}
		j := g.cells.get(at, src.stamped)
		dst := &g.cells.list[j]
		waited := dst.waitFirst || dst.waitLast
		if src.filled {
			first, last := src.first, src.last
			first.Pos, last.Pos = first.Pos+timeline.Pos(g.base), last.Pos+timeline.Pos(g.base)
			dst.add(first, src.waitFirst)
			dst.add(last, src.waitLast)
		}
		if !waited && (dst.waitFirst || dst.waitLast) {
			g.open.cells = append(g.open.cells, j)
		}
		for l, n := range src.count {
			dst.count[l] = g.cells.sum(dst.count[l], n)
		}
	}
}

// finish closes what waits at the end of the stream: until captured, else without bound.
func (g *gather) finish(captured timeline.Time) {
	end := timeline.MaxTime
	if captured.Known() {
		end = captured
	}
	last := func(i timeline.Interval, end timeline.Time) timeline.Interval {
		return timeline.Interval{Lo: i.Lo, Hi: max(end, i.Lo+1)}
	}
	for _, i := range g.open.hits {
		g.hits[i].Interval = last(g.hits[i].Interval, end)
	}
	for _, i := range g.open.holes {
		g.holes[i].Interval = last(g.holes[i].Interval, timeline.MaxTime)
	}
	for _, i := range g.open.cells {
		c := &g.cells.list[i]
		if c.waitFirst {
			c.first.Interval = last(c.first.Interval, end)
		}
		if c.waitLast {
			c.last.Interval = last(c.last.Interval, end)
		}
	}
	for i := range g.hits {
		g.fold.push(&g.hits[i])
	}
	g.hits = nil
}

// holesInOrder puts holes in byte order. One where the clock was set back between two parts is found before
// those that stand in front of the second one's first stamp.
func holesInOrder(holes []timeline.Hole) []timeline.Hole {
	byPos := func(a, b timeline.Hole) int { return cmp.Compare(a.Pos, b.Pos) }
	if slices.IsSortedFunc(holes, byPos) {
		return holes
	}
	holes = slices.Clone(holes)
	slices.SortStableFunc(holes, byPos)
	return holes
}

// stream gives the facts. A record that ends the stream and may go on is cut, unless it is known
// until when the file was written.
func (g *gather) stream(captured timeline.Time) timeline.Stream {
	g.finish(captured)
	s := timeline.Stream{Captured: captured, Stamped: g.stamps.any, MultiRank: len(g.ranks) > 1, Holes: holesInOrder(g.holes), Log: g.log(captured), Gauges: g.gauges.list()}
	if g.folded != nil {
		g.folded(g.records)
	}
	s.Beats, s.Activity = g.cells.beats(), g.cells.activity()
	if g.stamps.any {
		s.First, s.Last, s.Opening = g.stamps.first, g.stamps.last, g.stamps.begin
	}
	if g.tail.any && g.tail.open && !captured.Known() {
		for i := s.Log.Len() - 1; i >= 0 && s.Log.Pos(i) == g.tail.pos; i-- {
			s.Log.Cut(i)
		}
		for i := len(s.Beats) - 1; i >= 0 && s.Beats[i].Pos == g.tail.pos; i-- {
			s.Beats[i].Cut = true
		}
	}
	return s
}
