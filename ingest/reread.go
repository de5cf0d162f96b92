package ingest

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"

	"roomline/timeline"
)

// picker is a Matcher that finds a record by its hash.
type picker struct {
	want map[uint64]bool
	got  map[uint64]string
}

func (p *picker) Always() bool { return true }

func (p *picker) Needles(dst []timeline.Needle, _ []byte) []timeline.Needle { return dst }

func (p *picker) Match(_ *timeline.Matches, record []byte, _ []timeline.Needle) {
	if h := hashOf(record); p.want[h] && p.got[h] == "" {
		p.got[h] = string(record)
	}
}

// record assembles the records of a stretch of content again and picks the one with a hash.
func (f *file) record(raw []byte, hash uint64) (string, bool) {
	p := &picker{want: map[uint64]bool{hash: true}, got: map[uint64]string{}}
	if f.wrapper != "" {
		f.assemble(context.Background(), bytes.NewReader(raw), p)
	} else {
		s := &scanner{}
		s.start(&scanContext{matcher: p, always: true, mixed: f.kind == "mixed", since: timeline.NoTime, until: timeline.NoTime}, newClock(nil, 0, timeline.NoTime), &part{})
		s.feed(&block{buf: raw, to: len(raw), final: true})
	}
	text, ok := p.got[hash]
	return text, ok
}

// assemble runs content with envelopes through unwrapping and assembly for a picker.
func (f *file) assemble(ctx context.Context, src io.Reader, p *picker) error {
	sc := &scanContext{matcher: p, always: true, mixed: f.kind == "mixed", since: timeline.NoTime, until: timeline.NoTime}
	clk := newClock(nil, 0, timeline.NoTime)
	opt := Options{}.withDefaults()
	u := &unwrapper{wrapper: f.rewrap(), ctx: sc, clock: clk, block: opt.Block, streams: map[string]*unwrapped{}, lives: map[string][]string{}}
	u.open = func(string, string, int) *gather {
		g := newGather(opt, &timeline.Tuples{})
		g.nextFile(0, false)
		return g
	}
	return u.run(ctx, src)
}

// search looks for a record in the whole file: a document cannot be read from its middle.
func (t *Texts) search(src textSource, ref timeline.Ref) (string, error) {
	if err := t.pass(context.Background(), src.file, []timeline.Ref{ref}); err != nil {
		return "", errGone(src.path, ref.Line, err.Error())
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if text, ok := t.cache[ref]; ok {
		return text, nil
	}
	return "", errGone(src.path, ref.Line, "no such record is there any more")
}

// pass reads a file once and caches the texts of some of its refs.
func (t *Texts) pass(ctx context.Context, f *file, refs []timeline.Ref) error {
	r, err := f.open()
	if err != nil {
		return err
	}
	defer r.Close()
	if f.wrapper != "" {
		p := &picker{want: map[uint64]bool{}, got: map[uint64]string{}}
		for _, ref := range refs {
			p.want[ref.Hash] = true
		}
		err := f.assemble(ctx, r, p)
		for _, ref := range refs {
			t.keep(ref, p.got[ref.Hash])
		}
		return err
	}
	slices.SortFunc(refs, func(a, b timeline.Ref) int { return cmp.Compare(a.Offset, b.Offset) })
	return t.forward(f, stopping{ctx, r}, refs)
}

// forward reads sorted refs; one may begin before the end of the one before it.
func (t *Texts) forward(f *file, r io.Reader, refs []timeline.Ref) error {
	var window []byte // content from at on
	at := int64(0)
	for _, ref := range refs {
		if skip := ref.Offset - at; skip < int64(len(window)) {
			window = window[skip:]
		} else {
			if _, err := io.CopyN(io.Discard, r, skip-int64(len(window))); err != nil {
				return short(err)
			}
			window = nil
		}
		at = ref.Offset
		if more := int(ref.Length) - len(window); more > 0 {
			next := make([]byte, more)
			n, err := io.ReadFull(r, next)
			window = append(window[:len(window):len(window)], next[:n]...)
			if err != nil {
				return short(err)
			}
		}
		if text, ok := f.record(window[:ref.Length], ref.Hash); ok {
			t.keep(ref, text)
		}
	}
	return nil
}

func (t *Texts) keep(ref timeline.Ref, text string) {
	if text == "" {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cached += len(text)
	if t.cached <= MostPreloaded {
		t.cache[ref] = text
	}
}
