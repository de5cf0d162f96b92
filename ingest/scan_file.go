package ingest

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"roomline/timeline"
)

// tuneFrom is the size of a file from which on it pays to look at its sample first.
const tuneFrom = 8 << 20

// arm gives a scan its matcher, made for so many bytes of a file if it pays. Where that looks for
// suppression markers too, marks is from which ID on its needles are those; else 0.
func (s *scan) arm(sc *scanContext, f *file, size int64) {
	if sc.matcher = s.opt.Matcher; s.opt.Tune != nil && size >= tuneFrom {
		sc.matcher, sc.marks = s.opt.Tune(f.sample, markerTexts)
	}
	sc.soles = solesOf(sc.matcher)
	if s.opt.bounded() {
		f.looks = f.sampleFormat()
	}
	sc.decider, _ = sc.matcher.(decider)
	f.sample = bytes.Clone(f.sample[:min(len(f.sample), printBytes)]) // no more is asked for from here on
}

// solesOf asks a matcher which needles decide signals alone; not all know.
func solesOf(m Matcher) [][]timeline.Sole {
	if s, ok := m.(interface{ Soles() [][]timeline.Sole }); ok {
		return s.Soles()
	}
	return nil
}

// alwaysMatches says whether a matcher must see every record: some signal has no needle.
func alwaysMatches(m Matcher) bool {
	a, ok := m.(interface{ Always() bool })
	return ok && a.Always()
}

// wantRole says whether records must tell the role of a file, since nothing told it yet.
func (f *file) wantRole() bool {
	return f.declaredRole() == "" && (f.known.role == "" && f.known.doubt == "" || f.wrapper != "")
}

func (fam *familyScan) plain(ctx context.Context, f *file, r io.Reader, sc *scanContext, clk clock, gap bool) error {
	st := fam.stream("", "", 0)
	id := fam.addSource(f, "", &tally{})
	st.gather.nextFile(timeline.SourceID(id), gap)
	st.gather.expect = 0
	st.gather.fold.expectRole(f)
	sc.filled = st.gather.fold.filled
	if f.plain() && len(st.sources) == 0 {
		st.gather.expect = f.size
	}
	p := &pipeline{workers: fam.opt.Workers, block: fam.opt.Block, ctx: sc, clock: clk, read: fam.read(f)}
	if f.packing != "" {
		f.keeper = &keeper{spool: fam.spool}
		p.keeper, p.block = f.keeper, max(minBlock, p.block/2) // half as large, since some more of them wait
		defer f.keeper.end()
		if u, ok := r.(*unpacker); ok && len(st.sources) == 0 {
			p.likely = u.likely.Load
		}
	}
	var err error
	if fam.opt.bounded() {
		err = fam.withinBounds(ctx, st, id, f, r, p)
	} else {
		err = fam.throughCache(ctx, st, f, r, p)
	}
	f.partial = err != nil
	fam.fill(st, id, f)
	return err
}

// withinBounds scans a file as far as it may hold records of the time that was asked for.
func (fam *familyScan) withinBounds(ctx context.Context, st *familyStream, id int, f *file, r io.Reader, p *pipeline) error {
	rest := fam.unreadOf(ctx, f, p.clock)
	err := fam.scanAll(ctx, st, f, rest.limit(r), p, f.size)
	if rest.size > 0 && err == nil {
		fam.leaveOut(st.gather, &rest)
		fam.sources[id].Notes = append(fam.sources[id].Notes, rest.note())
	}
	return err
}

func (fam *familyScan) wrapped(ctx context.Context, f *file, r io.Reader, sc *scanContext, clk clock, gap bool) error {
	u := &unwrapper{wrapper: f.rewrap(), ctx: sc, clock: clk, block: fam.opt.Block, read: fam.read(f), streams: map[string]*unwrapped{}, lives: map[string][]string{}}
	u.open = func(unit, role string, life int) *gather {
		st := fam.stream(unit, role, life)
		st.gather.nextFile(timeline.SourceID(fam.addSource(f, unit, &tally{})), gap)
		st.gather.numbered = true
		return st.gather
	}
	err := u.run(ctx, r)
	f.partial = err != nil
	for _, w := range u.order {
		fam.fill(fam.streams[w.name], int(w.gather.source), f)
	}
	return err
}

// bytesOf is how much was read of a file.
func (fam *familyScan) bytesOf(f *file) (n int64) {
	for _, src := range fam.sources {
		if src.file == f {
			n += src.Bytes
		}
	}
	return n
}

// scanFile scans one file into the streams of the family.
func (fam *familyScan) scanFile(ctx context.Context, f *file, gap bool) {
	loc, _ := f.zone()
	shift, _ := f.shift()
	clk := newClock(loc, shift, fam.year)
	sc := &scanContext{countsOnly: fam.opt.CountsOnly, numbers: fam.opt.Numbers, always: alwaysMatches(fam.opt.Matcher),
		wantRole: f.wantRole(), fileHead: true, mixed: f.kind == "mixed", since: fam.opt.Since, until: fam.opt.Until}
	r, err := f.open()
	if err == nil {
		if f.wrapper == "" {
			err = fam.plain(ctx, f, r, sc, clk, gap)
		} else {
			fam.arm(sc, f, f.size)
			err = fam.wrapped(ctx, f, r, sc, clk, gap)
		}
		r.Close()
	}
	if err != nil && f.err == nil {
		f.err = err
		if ctx.Err() != nil {
			f.err = brokenOff(f, fam.bytesOf(f))
		}
		for i := range fam.sources {
			if fam.sources[i].file == f {
				fam.sources[i].Error = fmt.Sprintf("%s: %v", f.shown, f.err)
			}
		}
	}
	f.print = printOf(f.sample)
	f.sample = nil
}
