package ingest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"

	"roomline/timeline"
)

// store holds the records of a file that cannot be read from its middle: a compressed one, or one
// with envelopes. It is made in one pass when the first of its lines is asked for. The pass goes on
// when who asked no longer waits: the next one will ask for the same.
type store struct {
	done  chan struct{}
	err   error
	file  *os.File
	size  int64
	units map[string]*shelf
}

// fromStore answers from the store of a file.
func (t *Texts) fromStore(ctx context.Context, s *stretch, c *collector) error {
	st := t.store(s.file)
	select {
	case <-st.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	if st.err != nil {
		return st.err
	}
	if u := st.units[s.unit]; u != nil {
		return u.pick(ctx, st.file, c)
	}
	return nil
}

// store finds the store of a file, or begins to make it.
func (t *Texts) store(f *file) *store {
	t.mu.Lock()
	defer t.mu.Unlock()
	st := t.stores[f]
	if st != nil {
		return st
	}
	st = &store{done: make(chan struct{}), units: map[string]*shelf{}}
	if st.err = t.ctx.Err(); st.err != nil { // closed
		close(st.done)
		return st
	}
	t.stores[f] = st
	var parts []*stretch
	for _, list := range t.streams {
		for _, s := range list {
			if s.file == f {
				parts = append(parts, s)
			}
		}
	}
	t.passes.Go(func() {
		defer close(st.done)
		if st.err = t.fill(st, f, parts); st.err != nil {
			t.spool.charge(-st.size)
			t.forget(f, st)
		}
	})
	return st
}

// forget lets the next one who asks try again.
func (t *Texts) forget(f *file, st *store) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.stores, f)
	if st.file != nil {
		st.file.Close()
		os.Remove(st.file.Name())
	}
}

func (t *Texts) closeStores() (err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, st := range t.stores {
		if st.file != nil {
			err = errors.Join(err, st.file.Close())
		}
	}
	return err
}

// fill reads the whole file.
func (t *Texts) fill(st *store, f *file, parts []*stretch) (err error) {
	var size int64
	for _, s := range parts {
		size += s.size
	}
	if err := f.same(size); err != nil {
		return err
	}
	t.spool.mu.Lock()
	st.file, err = t.spool.create(f.shown)
	t.spool.mu.Unlock()
	if err != nil {
		return err
	}
	out := &shelfWriter{w: bufio.NewWriterSize(st.file, shelfSize), charge: t.spool.charge, store: st}
	src, err := f.open()
	if err != nil {
		return err
	}
	defer src.Close()
	in := io.LimitReader(src, size) // it may have grown
	if f.wrapper == "" {
		err = out.plain(t.ctx, in, parts[0])
	} else {
		err = out.wrapped(t.ctx, in, f, parts)
	}
	if f.err != nil && t.ctx.Err() == nil { // what the scan could not read, this pass need not either
		err = nil
	}
	return out.end(err)
}

// same says whether a file on disk is the one that was scanned.
func (f *file) same(size int64) error {
	if f.content.file == "" {
		return nil
	}
	r, err := os.Open(f.content.file)
	if err != nil {
		return openError(err)
	}
	defer r.Close()
	return f.unchanged(r, size)
}

func (o *shelfWriter) plain(ctx context.Context, src io.Reader, s *stretch) error {
	return s.run(ctx, src, 0, 1, o.shelve(s))
}

func (o *shelfWriter) wrapped(ctx context.Context, src io.Reader, f *file, parts []*stretch) error {
	u := &unwrapper{wrapper: f.rewrap(), block: DefaultBlock, streams: map[string]*unwrapped{}, lives: map[string][]string{}}
	byUnit := map[string]*stretch{}
	for _, s := range parts {
		byUnit[s.unit] = s
	}
	u.clock = parts[0].clock // all streams of a file have one
	ends := []func(){}
	u.open = func(unit, _ string, _ int) *gather {
		s := byUnit[unit]
		u.ctx = &scanContext{}
		if s != nil { // the stream that is being opened takes this context
			c := o.shelve(s)
			u.ctx = s.context(c.see, true)
			ends = append(ends, func() { c.finish(s) })
		}
		g := newGather(Options{}.withDefaults(), &timeline.Tuples{})
		g.nextFile(0, false)
		return g
	}
	err := u.run(ctx, src)
	for _, end := range ends {
		end()
	}
	return err
}
