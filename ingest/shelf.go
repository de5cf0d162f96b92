package ingest

import (
	"bufio"
	"context"
	varint "encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"sort"

	"roomline/timeline"
)

// shelfSize is about how many bytes of records lie in one block of a shelf.
const shelfSize = 64 << 10

// shelf is where the records of one stream lie in a store: blocks in order of their positions.
type shelf struct{ blocks []shelfBlock }

type shelfBlock struct {
	first timeline.Pos // of its first record
	off   int64        // in the file of the store
	size  int
}

// shelfWriter writes the blocks of all shelves of a store.
type shelfWriter struct {
	w      *bufio.Writer
	charge func(int64) error
	store  *store
	ends   []func()
	err    error
}

// shelve makes the collector of a stream that puts on its shelf what it sees.
func (o *shelfWriter) shelve(s *stretch) *collector {
	c := newCollector(s, 0, math.MaxInt64, math.MaxInt)
	c.stamp = s.before
	u := &shelf{}
	o.store.units[s.unit] = u
	var buf []byte
	var first timeline.Pos
	flush := func() {
		if len(buf) > 0 {
			o.write(u, first, buf)
			buf = buf[:0]
		}
	}
	o.ends = append(o.ends, flush)
	c.spill = func() {
		for i := range c.lines {
			l := &c.lines[i]
			if i >= len(c.lines)-c.waits {
				l.At.Hi = timeline.MaxTime // the next stamp is too far away
			}
			if len(buf) == 0 {
				first = l.Pos
			}
			if buf = appendLine(buf, l); len(buf) >= shelfSize {
				flush()
			}
		}
		clear(c.lines)
		c.lines, c.bytes, c.waits = c.lines[:0], 0, 0
	}
	return c
}

func (o *shelfWriter) write(u *shelf, first timeline.Pos, block []byte) {
	n := int64(len(block))
	if o.err == nil {
		o.err = o.charge(n)
	}
	if o.err != nil {
		return
	}
	u.blocks = append(u.blocks, shelfBlock{first, o.store.size, len(block)})
	o.store.size += n
	_, o.err = o.w.Write(block)
}

// end writes what is still held.
func (o *shelfWriter) end(err error) error {
	for _, flush := range o.ends {
		flush()
	}
	return errors.Join(err, o.err, o.w.Flush())
}

// appendLine packs a record; readLine is its inverse.
func appendLine(b []byte, l *timeline.LogLine) []byte {
	for _, v := range []int64{int64(l.Pos), int64(l.At.Lo), int64(l.At.Hi), int64(l.Order), l.Line} {
		b = varint.AppendVarint(b, v)
	}
	flags := byte(l.Level) << 1
	if l.Stamped {
		flags |= 1
	}
	b = append(b, flags)
	b = append(varint.AppendUvarint(b, uint64(len(l.Rank))), l.Rank...)
	return append(varint.AppendUvarint(b, uint64(len(l.Text))), l.Text...)
}

func readLine(b []byte) (l timeline.LogLine, rest []byte) {
	var v [5]int64
	for i := range v {
		n := 0
		v[i], n = varint.Varint(b)
		b = b[n:]
	}
	l.Pos, l.At.Lo, l.At.Hi, l.Order, l.Line = timeline.Pos(v[0]), timeline.Time(v[1]), timeline.Time(v[2]), timeline.Time(v[3]), v[4]
	l.Stamped, l.Level = b[0]&1 == 1, timeline.Level(b[0]>>1)
	text := func(b []byte) (string, []byte) {
		size, n := varint.Uvarint(b)
		return string(b[n : n+int(size)]), b[n+int(size):]
	}
	l.Rank, b = text(b[1:])
	l.Text, b = text(b)
	return l, b
}

// pick answers from a shelf.
func (u *shelf) pick(ctx context.Context, r io.ReaderAt, c *collector) error {
	after := func(pos int64) int { // index of the first block that begins behind pos
		return sort.Search(len(u.blocks), func(i int) bool { return int64(u.blocks[i].first)-c.base > pos })
	}
	if c.tail {
		for i := after(c.to-1) - 1; i >= 0 && !c.more; i-- {
			lines := c.lines
			c.lines = nil
			if err := u.take(ctx, r, i, c); err != nil {
				return err
			}
			c.lines = slices.Concat(c.lines, lines)
			c.trim()
			if int64(u.blocks[i].first)-c.base <= c.from {
				break
			}
		}
		return nil
	}
	for i := max(after(c.from)-1, 0); i < len(u.blocks) && !c.past && !(c.full() && c.more); i++ {
		if err := u.take(ctx, r, i, c); err != nil {
			return err
		}
	}
	return nil
}

// take reads a block and keeps of it what is wanted.
func (u *shelf) take(ctx context.Context, r io.ReaderAt, i int, c *collector) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b := make([]byte, u.blocks[i].size)
	if _, err := r.ReadAt(b, u.blocks[i].off); err != nil {
		return err
	}
	for len(b) > 0 {
		var l timeline.LogLine
		l, b = readLine(b)
		switch pos := int64(l.Pos) - c.base; {
		case pos >= c.to:
			c.past = true
			return nil
		case pos < c.from:
		case c.full():
			c.more = true
		default:
			l.Source = c.source
			c.lines = append(c.lines, l)
			c.bytes += len(l.Text)
		}
	}
	return nil
}
