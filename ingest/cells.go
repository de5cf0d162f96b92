package ingest

import (
	"cmp"
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

func (c *cell) add(b timeline.Beat, waits bool) {
	if !c.filled {
		c.filled, c.first, c.waitFirst = true, b, waits
	}
	c.last, c.waitLast = b, waits
}

type cellKey struct {
	at      timeline.Time
	stamped bool
}

// cells finds the cell of a second. Most records fall into the one before, so that is tried first.
type cells struct {
	list  []cell
	index map[cellKey]int32
	at    [2]int32 // of the last cell without and with a stamp, + 1
	// lazy says that there is no index yet, and newest is the latest second: of a log that was read from
	// the cache, cells that are asked for mostly are new ones or among the last.
	lazy   bool
	newest timeline.Time
}

// nearCells are looked through before an index is made.
const nearCells = 64

func (c *cells) get(at timeline.Time, stamped bool) int32 {
	side := 0
	if stamped {
		side = 1
	}
	if i := c.at[side]; i > 0 && c.list[i-1].at == at {
		return i - 1
	}
	key := cellKey{at, stamped}
	i, ok := c.find(key)
	if !ok {
		i = c.add(key)
	}
	c.at[side] = i + 1
	return i
}

func (c *cells) find(key cellKey) (i int32, ok bool) {
	if c.lazy {
		for i := len(c.list) - 1; i >= max(0, len(c.list)-nearCells); i-- {
			if x := &c.list[i]; x.at == key.at && x.stamped == key.stamped {
				return int32(i), true
			}
		}
		if key.at > c.newest {
			return 0, false
		}
		c.makeIndex()
	}
	i, ok = c.index[key]
	return i, ok
}

func (c *cells) makeIndex() {
	c.lazy, c.index = false, make(map[cellKey]int32, len(c.list))
	for i := range c.list {
		c.index[cellKey{c.list[i].at, c.list[i].stamped}] = int32(i)
	}
}

func (c *cells) add(key cellKey) int32 {
	i := int32(len(c.list))
	c.list = append(c.list, cell{at: key.at, stamped: key.stamped})
	if c.lazy {
		c.newest = max(c.newest, key.at)
		return i
	}
	if c.index == nil {
		c.index = map[cellKey]int32{}
	}
	c.index[key] = i
	return i
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
	c.count[level]++
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
	byPos := func(a, b timeline.Beat) int { return cmp.Compare(a.Pos, b.Pos) }
	if !slices.IsSortedFunc(out, byPos) {
		slices.SortFunc(out, byPos)
	}
	return out
}

// activity counts the records of each second that has a time.
func (c *cells) activity() []timeline.Activity {
	sum := make(map[timeline.Time]*timeline.Activity, len(c.list))
	out := make([]timeline.Activity, 0, len(c.list))
	for i := range c.list {
		x := &c.list[i]
		if !x.at.Known() {
			continue
		}
		a, ok := sum[x.at]
		if !ok {
			out = append(out, timeline.Activity{At: x.at})
			a = &out[len(out)-1]
			sum[x.at] = a
		}
		for l, n := range x.count {
			a.Count[l] += n
		}
	}
	slices.SortFunc(out, func(a, b timeline.Activity) int { return cmp.Compare(a.At, b.At) })
	return out
}
