package ingest

import (
	"context"
	"io"
)

// throughCache scans a file into a stream; of one that is cached, only what was not found before.
func (fam *familyScan) throughCache(ctx context.Context, st *familyStream, f *file, r io.Reader, p *pipeline) error {
	c := fam.cached(f, r, p.ctx)
	if c == nil {
		p.done = st.gather.merge
		return p.run(ctx, r)
	}
	if done := fam.recall(c, st, f, p); done {
		return nil
	}
	p.done = st.gather.merge
	if !c.whole {
		p.almost = func() { c.save(st.gather) }
	}
	err := p.run(ctx, r)
	if err == nil && c.whole {
		c.save(st.gather)
	}
	return err
}

// recall lets a stream begin with what is known of its file. It says whether that is all.
func (fam *familyScan) recall(c *cached, st *familyStream, f *file, p *pipeline) (all bool) {
	g, at := c.recall(func() *gather { return fam.fresh(st.gather, f) })
	if g == nil {
		return false
	}
	if !c.whole {
		if _, err := c.raw.Seek(at, io.SeekStart); err != nil {
			return false
		}
		p.continueFrom(at, f.size)
	}
	c.from = at
	g.share(fam.tuples)
	st.gather = g
	if p.read != nil {
		p.read(int(at))
	}
	return c.whole
}

// fresh is a gather in the state of one whose first file has just begun.
func (fam *familyScan) fresh(like *gather, f *file) *gather {
	g := newGather(fam.opt, fam.tuples)
	g.nextFile(like.source, false)
	g.expect = like.expect
	g.fold.expectRole(f)
	return g
}

// continueFrom lets a pipeline begin where a record with a header does.
func (p *pipeline) continueFrom(at, size int64) {
	p.from = at
	if rest := size - at; rest < int64(p.block) {
		p.workers, p.block = 1, max(minBlock, int(rest)+1)
	}
}
