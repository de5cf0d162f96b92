package ingest

import (
	"cmp"
	"math"
	"slices"

	"roomline/timeline"
)

// cell is what is kept of the records of one second: the first, the last, and how many of each level.
// Records without a stamp of their own have cells apart, under the second of the stamp before them.
type cell struct {
	at          timeline.Time // begin of the second
	stamped     bool
	filled      bool // it holds a record (else only counts)
	first, last timeline.Beat
	waitFirst   bool // the interval of first waits for the next stamp
	waitLast    bool
	count       [timeline.Levels]uint32
}

func (c *cell) resolve(after timeline.Interval) {
	if c.waitFirst {
		c.first.Interval = between(c.first.Interval, after)
	}
	if c.waitLast {
		c.last.Interval = between(c.last.Interval, after)
	}
	c.waitFirst, c.waitLast = false, false
}

// add takes a record, mostly one behind all others. It is not where a part of a log in envelopes began with an
// open record: then those at the part's head, of which the second is not known in it, come after later ones.
func (c *cell) add(b timeline.Beat, waits bool) {
	if !c.filled || b.Pos < c.first.Pos {
		c.first, c.waitFirst = b, waits
	}
	if !c.filled || b.Pos >= c.last.Pos {
		c.last, c.waitLast = b, waits
	}
	c.filled = true
}

type cellKey struct {
	at      timeline.Time
	stamped bool
}

// cells finds the cell of a second. Most records fall into one of the last, so these are tried first; an
// index is only made for a log in which stamps lie further back than that.
type cells struct {
	list   []cell
	index  map[cellKey]int32 // of the first indexed cells
	latest [2]timeline.Time  // second with a cell without and with a stamp; only where there is one
	any    [2]bool
	share  float64 // of the input that was read, 0 if unknown: see room
	full   bool    // more records fell into one second than a count can hold
}

// sum adds counts of one second. A clock that stands still may put more into it than a count holds: then
// it stays at the most.
func (c *cells) sum(a, b uint32) uint32 {
	if b > math.MaxUint32-a {
		c.full = true
		return math.MaxUint32
	}
	return a + b
}

func (c *cells) get(at timeline.Time, stamped bool) int32 {
	for i := len(c.list) - 1; i >= max(0, len(c.list)-recentCells); i-- {
		if x := &c.list[i]; x.at == at && x.stamped == stamped {
			return int32(i)
		}
	}
	if !c.note(at, stamped) {
		if i, ok := c.find(cellKey{at, stamped}); ok {
			return i
		}
	}
	c.list = append(room(c.list, 1, c.share), cell{at: at, stamped: stamped})
	return int32(len(c.list) - 1)
}

// note says whether a second is a new one since it is the latest so far.
func (c *cells) note(at timeline.Time, stamped bool) bool {
	side := 0
	if stamped {
		side = 1
	}
	if c.any[side] && at <= c.latest[side] {
		return false
	}
	c.any[side], c.latest[side] = true, at
	return true
}

// recentCells are tried one by one.
const recentCells = 8

// find looks further back, by an index that it brings up to date.
func (c *cells) find(key cellKey) (int32, bool) {
	if c.index == nil {
		c.index = map[cellKey]int32{}
	}
	for i := len(c.index); i < len(c.list); i++ {
		c.index[cellKey{c.list[i].at, c.list[i].stamped}] = int32(i)
	}
	i, ok := c.index[key]
	return i, ok
}

func (c *cells) reset() cells {
	clear(c.index)
	return cells{list: c.list[:0], index: c.index}
}

// beat notes a record: cells are per second of its stamp, or of the stamp before it. At the head of a
// part that second is not known yet; the merger moves the cell with what it counts.
func (p *part) beat(b timeline.Beat, level timeline.Level) {
	key := b.Lo.Floor(timeline.Second)
	i := p.cells.get(key, b.Stamped)
	c := &p.cells.list[i]
	if !b.Stamped && !c.waitFirst && !c.waitLast {
		p.open.cells = append(p.open.cells, i)
	}
	c.add(b, !b.Stamped)
	c.count[level] = p.cells.sum(c.count[level], 1)
}

// beats are the first and the last record of each second, in byte order.
func (c *cells) beats() []timeline.Beat {
	out := make([]timeline.Beat, 0, 2*len(c.list))
	for i := range c.list {
		x := &c.list[i]
		if !x.filled {
			continue
		}
		out = append(out, x.first)
		if x.last.Pos != x.first.Pos {
			out = append(out, x.last)
		}
	}
	sortBeats(out)
	return out
}

// sortBeats puts beats into byte order. Those of a second and the next lie one among the other and few lie further
// back, so that mostly each moves a place or two.
func sortBeats(list []timeline.Beat) {
	moves := 0
	for i := 1; i < len(list); i++ {
		x, k := list[i], i
		for ; k > 0 && list[k-1].Pos > x.Pos; k-- {
			list[k] = list[k-1]
		}
		list[k] = x
		if moves += i - k; moves > 8*len(list) {
			slices.SortFunc(list, func(a, b timeline.Beat) int { return cmp.Compare(a.Pos, b.Pos) })
			return
		}
	}
}

// activity counts the records of each second that has a time.
func (c *cells) activity() []timeline.Activity {
	out := make([]timeline.Activity, 0, len(c.list))
	for i := range c.list {
		if x := &c.list[i]; x.at.Known() {
			out = append(out, timeline.Activity{At: x.at, Count: x.count})
		}
	}
	byTime := func(a, b timeline.Activity) int { return cmp.Compare(a.At, b.At) }
	if !slices.IsSortedFunc(out, byTime) {
		slices.SortFunc(out, byTime)
	}
	n := 0
	for i := range out {
		if n > 0 && out[n-1].At == out[i].At { // records with a stamp and without
			for l, m := range out[i].Count {
				out[n-1].Count[l] = c.sum(out[n-1].Count[l], m)
			}
			continue
		}
		out[n] = out[i]
		n++
	}
	return out[:n]
}
