package ingest

import (
	"io/fs"
	"os"
	"slices"

	"roomline/timeline"
)

// remembered is an entry that was read: what was found in a file up to a place where a record with a
// header begins, or in all of it, and how the file was then.
type remembered struct {
	at          int64 // that place, in the file as it lies there
	year        timeline.Time
	disk        string
	size, mtime int64
	print       uint64
	gather      *gather // of a source 0, with tuples of its own
}

// fetch reads the entry of a file; nil where there is none that can be read.
func (c *cached) fetch(fresh func() *gather) *remembered {
	u := timeline.NewUnpacker(sealed(c.cache.Load(c.name())))
	if u.Text() != c.identity || !u.Good() {
		return nil
	}
	m := &remembered{at: u.Int(), year: timeline.Time(u.Int()), disk: u.Text(), size: u.Int(), mtime: u.Int(), print: uint64(u.Int()), gather: fresh()}
	u.Align()
	m.gather.unpack(u)
	m.gather.unpackRest(u)
	if !u.Good() || u.Left() != 0 || m.at <= 0 || m.at > m.size || !c.whole && m.gather.file.bytes != m.at {
		return nil
	}
	return m
}

// opened is a file at the time of a scan.
type opened struct {
	raw     *os.File // as it lies there
	state   fs.FileInfo
	disk    string // the file on its disk
	year    timeline.Time
	bounded bool // Options.Since and Until
	from    int64
}

// same says whether a file did not change.
func (m *remembered) same(o *opened) bool {
	return m.size == o.state.Size() && m.mtime == o.state.ModTime().UnixNano()
}

// holds says whether a file is still the one that is remembered, or that one grown.
func (m *remembered) holds(o *opened, whole bool) bool {
	grown := m.size < o.state.Size() && !whole
	if m.disk != o.disk || !m.same(o) && !grown || m.year != o.year && (m.gather.noYear > 0 || o.bounded) {
		return false
	}
	have, err := printUpTo(o.raw, m.at)
	return err == nil && have == m.print
}

// save writes down what was found before a place of the file: of one that cannot be read from the
// middle, all that was found. What can be recalled quickly already is left as it is.
func (c *cached) save(g *gather, o *opened) {
	at := g.file.bytes
	if c.whole {
		at = o.state.Size()
	}
	if at <= o.from+o.from/cacheGrowth || g.unfilled() {
		return
	}
	print, err := printUpTo(o.raw, at)
	if err != nil {
		return // whoever reads the file will say so
	}
	g.wake()
	g.fold.foldAll() // then little becomes of the rows later
	g.fold.compact()
	g.fold.kept = true
	p := &timeline.Packer{Bytes: make([]byte, 8, g.packedSize())}
	p.Text(c.identity)
	p.Int(at)
	p.Int(int64(o.year))
	p.Text(o.disk)
	p.Int(o.state.Size())
	p.Int(o.state.ModTime().UnixNano())
	p.Int(int64(print))
	p.Align()
	g.pending = &pending{cached: c, size: o.state.Size(), to: p, rows: g.pack(p)}
}

// unfilled says whether NULs stood where text should: a page that another machine has not written yet may
// be filled later, while the file only seems to grow.
func (g *gather) unfilled() bool {
	return slices.ContainsFunc(g.holes, func(h timeline.Hole) bool { return h.Why == junkHole })
}
