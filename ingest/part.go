package ingest

import (
	"time"

	"roomline/ingest/format"
	"roomline/timeline"
)

// part is what the scan of one chain of blocks found. Positions and offsets count in the content of
// the file, line numbers from the begin of the chain; the merger adds what lies before.
type part struct {
	tally
	hits []timeline.RawHit // with ranks by their place in the tally, from 1; what they captured stands in tuples
	// pointers says that some hit points to its lines.
	pointers bool
	tuples   timeline.Tuples
	holes    []timeline.Hole
	cells    cells
	gauges   gauges
	early    early
	open     openEnds
	tail     tailRecord

	repeats repeats
}

// newPart makes a part. What its records captured is joined when it is merged.
func newPart() *part { return &part{tuples: timeline.Tuples{Loose: true}} }

// tally counts what was read, of a part, a file or a stream.
type tally struct {
	lines, records, unparsed, bytes int64
	truncated                       int64 // records beyond a limit
	samples                         []string
	names                           []nameCount
	ranks                           []string
	rankAt                          timeline.NameIndex // in ranks
	stamps                          stamps
	absolute, naive, noYear         int64  // stamps by what they tell of their zone
	role, why                       string // of the first record that tells
}

type nameCount struct {
	name string
	n    int64
}

// tailRecord is the last record of a part: it may go on where the content ends.
type tailRecord struct {
	known bool
	pos   timeline.Pos
	any   bool // there is one, and it was not ended by a hole
	open  bool // it opened a block or has no header
}

// stamps are the times seen so far in byte order.
type stamps struct {
	any         bool
	at          timeline.Pos      // where the first in byte order stands
	first, last timeline.Interval // earliest and latest
	begin, end  timeline.Interval // first and last in byte order
}

func (s *stamps) add(i timeline.Interval, at timeline.Pos) {
	if !s.any {
		*s = stamps{any: true, at: at, first: i, last: i, begin: i, end: i}
		return
	}
	if i.Lo < s.first.Lo {
		s.first = i
	}
	if i.Lo > s.last.Lo {
		s.last = i
	}
	s.end = i
}

func (s *stamps) merge(o stamps) {
	if !o.any {
		return
	}
	begin, at := o.begin, o.at
	if s.any {
		begin, at = s.begin, s.at
	}
	s.add(o.first, o.at)
	s.add(o.last, o.at)
	s.begin, s.at, s.end = begin, at, o.end
}

// setBack is how far a stamp must lie before the one in front of it for the clock to have been set
// back: lines of several ranks and threads stand late by seconds.
const (
	setBack      = timeline.Time(time.Minute)
	clockSetBack = "clock set back"
)

// stepsBack says whether the clock was set back in front of a stamp. What was printed by the old clock
// then proves nothing of what follows, though the stamps say so.
func (s *stamps) stepsBack(next timeline.Interval) bool {
	return s.any && next.Hi+setBack < s.end.Lo
}

// openEnds are the facts without a stamp of their own that still wait for the next stamp: until
// then their interval is that of the stamp before (or unknown, where there is none).
type openEnds struct {
	hits, holes, cells []int32
}

var unknownSpan = timeline.Interval{Lo: timeline.MinTime, Hi: timeline.MinTime}

// between is when something happened that lies between two stamps (P01): the hull of both.
func between(before, after timeline.Interval) timeline.Interval {
	if before == unknownSpan {
		return timeline.Interval{Lo: timeline.MinTime, Hi: after.Hi}
	}
	return before.Hull(after)
}

// resolve closes what waits for a stamp.
func (p *part) resolve(after timeline.Interval) {
	for _, i := range p.open.hits {
		p.hits[i].Interval = between(p.hits[i].Interval, after)
	}
	for _, i := range p.open.holes {
		p.holes[i].Interval = between(p.holes[i].Interval, after)
	}
	for _, i := range p.open.cells {
		p.cells.list[i].resolve(after)
	}
	p.open.hits, p.open.holes, p.open.cells = p.open.hits[:0], p.open.holes[:0], p.open.cells[:0]
}

// stamp notes the time of a record's header.
func (p *part) stamp(i timeline.Interval, at timeline.Pos) {
	if p.stamps.stepsBack(i) {
		p.hole(at, clockSetBack)
	}
	if len(p.open.hits)+len(p.open.holes)+len(p.open.cells) > 0 {
		p.resolve(i)
	}
	p.stamps.add(i, at)
}

// before is the span of the last stamp so far.
func (p *part) before() timeline.Interval {
	if !p.stamps.any {
		return unknownSpan
	}
	return p.stamps.end
}

func (p *part) hole(pos timeline.Pos, why string) {
	p.open.holes = append(p.open.holes, int32(len(p.holes)))
	p.holes = append(p.holes, timeline.Hole{Pos: pos, Interval: p.before(), Why: why})
}

func (p *tally) name(name string, n int64) {
	for i := range p.names {
		if p.names[i].name == name {
			p.names[i].n += n
			return
		}
	}
	p.names = append(p.names, nameCount{name, n})
}

// rank notes a rank and gives its place, from 1; 0 is none.
func (p *tally) rank(rank string) uint16 {
	if rank == "" {
		return 0
	}
	i := p.rankAt.Find(p.ranks, rank)
	if i < 0 {
		i = len(p.ranks)
		p.ranks = append(p.ranks, rank)
	}
	return uint16(min(i+1, 1<<16-1))
}

func (p *tally) zone(kind format.ZoneKind) {
	switch kind {
	case format.Absolute:
		p.absolute++
	case format.NoYear:
		p.noYear++
		p.naive++
	default:
		p.naive++
	}
}

const maxSamples = 5

func (p *tally) unread(line []byte) {
	p.unparsed++
	if len(p.samples) < maxSamples {
		p.samples = append(p.samples, string(line[:min(len(line), 160)]))
	}
}

// add counts what a later part found, but for its ranks.
func (p *tally) add(o *tally) {
	p.lines, p.records, p.unparsed = p.lines+o.lines, p.records+o.records, p.unparsed+o.unparsed
	p.bytes, p.truncated = p.bytes+o.bytes, p.truncated+o.truncated
	p.absolute, p.naive, p.noYear = p.absolute+o.absolute, p.naive+o.naive, p.noYear+o.noYear
	for _, s := range o.samples {
		if len(p.samples) < maxSamples {
			p.samples = append(p.samples, s)
		}
	}
	for _, n := range o.names {
		p.name(n.name, n.n)
	}
	p.stamps.merge(o.stamps)
	if p.role == "" {
		p.role, p.why = o.role, o.why
	}
}

// reset makes a part ready for another chain; its lists keep their memory.
func (p *part) reset() {
	if p.pointers {
		clear(p.hits)
	}
	p.tuples.Reset()
	p.early.reset(p.pointers)
	*p = part{
		tally: tally{samples: p.samples[:0], names: p.names[:0], ranks: p.ranks[:0]},
		hits:  p.hits[:0], tuples: p.tuples, holes: p.holes[:0], cells: p.cells.reset(), gauges: p.gauges.reset(), early: p.early, repeats: p.repeats.reset(),
		open: openEnds{p.open.hits[:0], p.open.holes[:0], p.open.cells[:0]},
	}
}
