package ingest

import "roomline/timeline"

// recall gives what an earlier scan found before a place of a file where a record begins, and that
// place; nil if nothing that still holds is known.
func (c *cached) recall(fresh func() *gather) (*gather, int64) {
	u := timeline.NewUnpacker(sealed(c.cache.Load(c.name())))
	if u.Text() != c.identity || !u.Good() {
		return nil, 0
	}
	at, year := u.Int(), timeline.Time(u.Int())
	if !c.holds(u, at) {
		return nil, 0
	}
	g := fresh()
	if g.unpack(u); !u.Good() || u.Left() != 0 || year != c.year && (g.noYear > 0 || c.bounded) || !c.whole && g.file.bytes != at {
		return nil, 0
	}
	return g, at
}

// holds reads how the file was and says whether it is that one still, or that one grown.
func (c *cached) holds(u *timeline.Unpacker, at int64) bool {
	disk, size, mtime, print := u.Text(), u.Int(), timeline.Time(u.Int()), uint64(u.Int())
	switch {
	case !u.Good(), disk != c.disk, at <= 0, size > c.state.Size(), at > size:
		return false
	case size == c.state.Size() && mtime != timeline.FromStd(c.state.ModTime()):
		return false
	case c.whole && size != c.state.Size():
		return false
	}
	have, err := printUpTo(c.raw, at)
	return err == nil && have == print
}

// save keeps what was found before a place of the file: of one that cannot be read from the middle,
// all that was found. What can be recalled quickly already is left as it is.
func (c *cached) save(g *gather) {
	at := g.file.bytes
	if c.whole {
		at = c.state.Size()
	}
	if at <= c.from+c.from/cacheGrowth {
		return
	}
	print, err := printUpTo(c.raw, at)
	if err != nil {
		return // whoever reads the file will say so
	}
	g.fold.compact()
	p := &timeline.Packer{Bytes: make([]byte, 8, g.packedSize())}
	p.Text(c.identity)
	p.Int(at)
	p.Int(int64(c.year))
	p.Text(c.disk)
	p.Int(c.state.Size())
	p.Int(int64(timeline.FromStd(c.state.ModTime())))
	p.Int(int64(print))
	g.pack(p)
	seal(p.Bytes)
	c.cache.Save(c.name(), p.Bytes)
}
