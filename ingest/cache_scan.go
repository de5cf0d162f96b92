package ingest

import (
	"context"
	"io"
	"os"
	"sync"
)

// recallAll begins to read what the cache knows of the logs, and gives what ends with that.
func (s *scan) recallAll(fams [][]*file) *sync.WaitGroup {
	var all sync.WaitGroup
	if s.opt.Cache == nil || s.opt.bounded() {
		return &all
	}
	s.cached = map[*file]*cached{}
	turns := make(chan struct{}, s.opt.Workers)
	for _, files := range fams {
		c := s.cacheOf(files)
		if c == nil {
			continue
		}
		f, ready := files[0], make(chan *remembered, 1)
		s.cached[f] = c
		c.entry = ready
		all.Go(func() {
			turns <- struct{}{}
			ready <- c.fetch(func() *gather { return s.remembering(f) })
			<-turns
		})
	}
	return &all
}

// remembering is a gather whose first file, of source 0, has just begun.
func (s *scan) remembering(f *file) *gather {
	g := newGather(s.opt, nil)
	g.nextFile(0, false)
	g.fold.expectRole(f)
	return g
}

// throughCache scans a file into a stream; of one that is cached, only what was not found before.
func (fam *familyScan) throughCache(ctx context.Context, st *familyStream, f *file, r io.Reader, p *pipeline) error {
	c, o := fam.cached[f], fam.look(f, r)
	if c == nil || o == nil {
		return fam.scanAll(ctx, st, f, r, p, f.size)
	}
	if all := fam.recall(c, o, st, p); all {
		return nil
	}
	if !c.whole {
		p.almost = func() { c.save(st.gather, o) }
	}
	err := fam.scanAll(ctx, st, f, r, p, f.size-o.from)
	switch {
	case err != nil:
		st.gather.wake() // what is remembered of the end was not read
	case c.whole:
		c.save(st.gather, o)
	}
	return err
}

// scanAll scans what a reader gives, size bytes or so.
func (fam *familyScan) scanAll(ctx context.Context, st *familyStream, f *file, r io.Reader, p *pipeline, size int64) error {
	fam.arm(p.ctx, f, size)
	if f.plain() && size < int64(p.block) {
		p.workers, p.block = 1, max(minBlock, int(size)+1) // one block is enough
	}
	g := st.gather
	p.done = g.merge
	if p.likely != nil {
		p.done = func(next *part) { g.expect = p.likely(); g.merge(next) }
	}
	return p.run(ctx, r)
}

// look takes down how a file is that was opened; nil where it lies on no disk.
func (fam *familyScan) look(f *file, r io.Reader) *opened {
	raw := onDisk(r)
	if raw == nil || fam.opt.Cache == nil {
		return nil
	}
	st, err := raw.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return nil
	}
	return &opened{raw: raw, state: st, disk: fam.opt.Cache.File(st), year: fam.year, bounded: fam.opt.bounded()}
}

// onDisk is the open file below what is read.
func onDisk(r any) *os.File {
	switch r := r.(type) {
	case *os.File:
		return r
	case *unpacker:
		return onDisk(r.src)
	case *transcoder:
		return onDisk(r.src)
	}
	return nil
}

// recall lets a stream begin with what is known of its file. It says whether that is all.
func (fam *familyScan) recall(c *cached, o *opened, st *familyStream, p *pipeline) (all bool) {
	m := <-c.entry
	if m == nil || !m.holds(o, c.whole) {
		return false
	}
	if !c.whole {
		if _, err := o.raw.Seek(m.at, io.SeekStart); err != nil {
			return false
		}
	}
	p.from, o.from = m.at, m.at
	m.gather.adopt(st.gather.source, fam.tuples, m.same(o))
	m.gather.expect = st.gather.expect
	st.gather = m.gather
	if p.read != nil {
		p.read(int(m.at))
	}
	return c.whole
}
