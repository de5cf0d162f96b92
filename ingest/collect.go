package ingest

import (
	"slices"

	"roomline/timeline"
)

// maxLinesBytes bounds the text of one answer.
const maxLinesBytes = 64 << 20

// maxWaiting bounds the records that a pass holds until the next stamp comes.
const maxWaiting = 4096

// collector takes the records of a stretch that begin in [from, to): the first ones up to its
// limit, or the last ones.
type collector struct {
	from, to int64
	base     int64
	source   timeline.SourceID
	limit    int
	tail     bool // the last ones are wanted
	lines    []timeline.LogLine
	bytes    int
	more     bool
	past     bool              // a record behind the last one that is wanted was seen
	stamp    timeline.Interval // the last stamp that was seen
	waits    int               // how many of lines at the end have no stamp yet behind them
	spill    func()            // takes the lines as they come, instead of an answer
}

func newCollector(s *stretch, from, to int64, limit int) *collector {
	c := &collector{from: from, to: to, base: s.base, source: s.source, limit: limit, stamp: unknownSpan}
	if limit < 0 {
		c.limit, c.tail = -limit, true
	}
	return c
}

// see takes the record that an assembler closes. Stamps count even of records that are not wanted:
// they tell when those without one were printed.
func (c *collector) see(a *assembler) {
	r := &a.rec
	if r.stamped {
		c.resolve(r.span)
		c.stamp = r.span
	}
	switch pos := int64(r.pos); {
	case pos >= c.to:
		c.past = true
	case pos < c.from || c.full():
		c.more = c.more || pos >= c.from
	default:
		c.keep(a)
	}
	if c.spill != nil && (c.waits == 0 || c.waits >= maxWaiting) {
		c.spill()
	}
}

// full says whether no more can be taken.
func (c *collector) full() bool {
	return !c.tail && (len(c.lines) >= c.limit || c.bytes >= maxLinesBytes)
}

func (c *collector) keep(a *assembler) {
	r := &a.rec
	l := timeline.LogLine{At: r.span, Stamped: r.stamped, Order: r.span.Lo, Pos: r.pos + timeline.Pos(c.base), Source: c.source, Line: r.number,
		Level: r.level, Rank: r.rank, Text: string(recordText(a.text[r.start:r.end], r.lines))}
	if !r.stamped {
		c.waits++
		l.At, l.Order = c.stamp, timeline.NoTime
		if c.stamp != unknownSpan {
			l.Order = c.stamp.Lo
		}
	}
	c.lines = append(c.lines, l)
	c.bytes += len(l.Text)
	if c.tail && (len(c.lines) >= 2*c.limit+64 || c.bytes > maxLinesBytes) {
		c.trim()
	}
}

// trim leaves the last ones, as many as are wanted and fit.
func (c *collector) trim() {
	n := max(len(c.lines)-c.limit, 0)
	for i := range n {
		c.bytes -= len(c.lines[i].Text)
	}
	for ; n < len(c.lines)-1 && c.bytes > maxLinesBytes; n++ {
		c.bytes -= len(c.lines[n].Text)
	}
	if n > 0 {
		c.more = true
		c.lines = slices.Delete(c.lines, 0, n)
		c.waits = min(c.waits, len(c.lines))
	}
}

// resolve closes the times of what waits for a stamp.
func (c *collector) resolve(after timeline.Interval) {
	for i := len(c.lines) - c.waits; i < len(c.lines); i++ {
		c.lines[i].At = between(c.lines[i].At, after)
	}
	c.waits = 0
}

// finish closes what waits at the end of the stretch.
func (c *collector) finish(s *stretch) {
	if !s.last {
		c.resolve(s.after)
	}
	for i := len(c.lines) - c.waits; i < len(c.lines); i++ {
		at := &c.lines[i].At
		at.Hi = max(s.after.Hi, at.Lo+1)
	}
	c.waits = 0
	if c.spill != nil {
		c.spill()
	}
}

// done says whether nothing that may come changes the answer.
func (c *collector) done() bool { return c.waits == 0 && (c.past || c.full() && c.more) }
