package ingest

import (
	"context"
	"fmt"
	"io"
	"slices"

	"roomline/timeline"
)

// Scan reads all inputs once. It gives what was read even where it also gives an error (a cancelled
// context); what could not be read is in Source.Error. A manifest with faults is an error of its own
// ([*ManifestError]), since a wrong role or zone would silently change verdicts. Close the Texts.
func Scan(ctx context.Context, inputs []Input, opt Options) (*timeline.Facts, *Texts, error) {
	opt = opt.withDefaults()
	s := &scan{opt: opt, tuples: &timeline.Tuples{}, spool: &spool{budget: opt.SpoolBudget}}
	facts, err := s.run(ctx, inputs)
	if facts == nil {
		s.spool.close()
		return nil, nil, err
	}
	return facts, newTexts(s), err
}

// scan is one run of Scan.
type scan struct {
	opt      Options
	spool    *spool
	found    discovery
	files    []*file
	sources  []*source
	streams  []*stream
	targets  []*target
	warnings []string
	progress Progress
	tuples   *timeline.Tuples
	cached   map[*file]*cached // of files that may be in the cache

	interrupted bool // it was cancelled: files may be without a source
}

// source is a Source with what made it. Its place in scan.sources is its id while the scan runs; in
// the end sources stand in the order given.
type source struct {
	timeline.Source
	file *file
	unit string   // the stream inside the file
	at   [2]int   // file and place in it
	rest *stretch // how to read its records again; nil of what could not be read

	leftOut int // scrapes outside Options.Since and Until
}

// stream is a Stream with what tells whose it is.
type stream struct {
	timeline.Stream
	identity
	files   []*file
	sources []int
	unit    string
}

func (s *scan) run(ctx context.Context, inputs []Input) (*timeline.Facts, error) {
	s.found = discovery{ctx: ctx, opt: s.opt, spool: s.spool}
	if err := s.found.inputs(inputs); err != nil {
		return nil, err
	}
	s.files, s.warnings = s.found.files, s.found.warnings
	for _, f := range s.files {
		if ctx.Err() == nil {
			f.probe()
		}
	}
	s.progress.Total = sizeOf(s.files)
	if s.opt.Begins != nil {
		s.opt.Begins(s.progress.Total)
	}
	s.files = s.dedupe(ctx, s.logsOnly(s.files))
	s.scanLogs(ctx)
	s.readScrapes(ctx)
	s.identifyAll()
	s.interrupted = ctx.Err() != nil
	return s.facts(), ctx.Err()
}

// sizeOf is how many bytes will be read; 0 where that is not known, since some are packed.
func sizeOf(files []*file) (n int64) {
	for _, f := range files {
		if f.packing != "" {
			return 0
		}
		n += max(f.size, 0)
	}
	return n
}

// logsOnly leaves out what was found in a folder and is no log; named files are read whatever they are.
func (s *scan) logsOnly(files []*file) []*file {
	out := files[:0:0]
	for _, f := range files {
		if f.strange && f.kind == "log" {
			s.warn("%s: no line of it looks like one of a log; skipped. Name the file to have it read all the same", f.shown)
			continue
		}
		out = append(out, f)
	}
	return out
}

func (s *scan) warn(format string, args ...any) {
	s.warnings = append(s.warnings, fmt.Sprintf(format, args...))
}

// scanLogs scans the logs, one rotation family after the other.
func (s *scan) scanLogs(ctx context.Context) {
	fams := families(s.files)
	recalled := s.recallAll(fams)
	var done []*familyScan
	for _, files := range fams {
		if ctx.Err() != nil {
			break
		}
		if fam := s.family(ctx, files); len(fam.order) > 0 || ctx.Err() == nil {
			done = append(done, fam)
		}
	}
	for _, fam := range done {
		fam.finish()
	}
	recalled.Wait()
}

// family scans the files of one rotation, oldest first: its streams go on from file to file. Their facts
// are put together while the next family is scanned.
func (s *scan) family(ctx context.Context, files []*file) *familyScan {
	fam := &familyScan{scan: s, files: files, streams: map[string]*familyStream{}}
	year, from := s.year(files)
	gap, before := false, (*file)(nil)
	for _, f := range files {
		if ctx.Err() != nil {
			gap = true
			break // what is left is listed as not read
		}
		gap = gap || before != nil && missingBetween(before, f)
		if f.err != nil && len(f.sample) == 0 {
			fam.broken(f)
			gap = gap || before != nil && (f.missing || f == files[len(files)-1])
			continue
		}
		fam.year, fam.yearFrom = year, from
		fam.scanFile(ctx, f, gap)
		gap, before = f.partial, f // what is not there of the older one is missing in front of the newer
	}
	if gap {
		fam.endsOpen()
	}
	for _, st := range fam.order {
		st.end()
	}
	return fam
}

// endsOpen forgets until when the family is known to be complete: its newest part was not read, which
// must not pass for silence.
func (fam *familyScan) endsOpen() {
	for _, st := range fam.order {
		st.captured = timeline.NoTime
	}
}

// missingBetween says whether a file of the rotation between the two is not there.
func missingBetween(older, newer *file) bool {
	a, b := older.named, newer.named
	return a.numbered && a.date == b.date && a.number-b.number > 1
}

// familyScan is the scan of one family.
type familyScan struct {
	*scan
	files    []*file
	streams  map[string]*familyStream
	order    []*familyStream
	year     timeline.Time
	yearFrom string
	lost     []int // sources of files that could not be read
}

type familyStream struct {
	unit, role string
	life       int
	gather     *gather
	sources    []int
	assumed    bool
	captured   timeline.Time
	facts      <-chan timeline.Stream
}

// end begins to put together what was gathered. What is written for the cache looks up captured values,
// which the next scan adds to: then it does not begin before that is done.
func (st *familyStream) end() {
	facts := make(chan timeline.Stream, 1)
	st.facts = facts
	if st.gather.pending != nil {
		facts <- st.gather.stream(st.captured)
		return
	}
	go func() { facts <- st.gather.stream(st.captured) }()
}

func (fam *familyScan) broken(f *file) {
	fam.lost = append(fam.lost, fam.addSource(f, "", nil))
}

// addSource makes the source of a file, or of one stream in it.
func (s *scan) addSource(f *file, unit string, t *tally) int {
	src := &source{file: f, unit: unit, at: [2]int{slices.Index(s.files, f), len(s.sources)}}
	src.Source = timeline.Source{Path: f.shown, Kind: f.kind, Wrapper: f.wrapper, First: timeline.NoTime, Last: timeline.NoTime, Target: -1, Notes: f.notes}
	if f.err != nil {
		src.Error = fmt.Sprintf("%s: %v", f.shown, f.err)
	}
	if t == nil && src.Error != "" {
		src.Kind = ""
	}
	s.sources = append(s.sources, src)
	return len(s.sources) - 1
}

func (s *scan) read(f *file) func(int) {
	if s.opt.Progress == nil {
		return nil
	}
	return func(n int) {
		s.progress.Path = f.shown
		s.progress.Done += int64(n)
		s.opt.Progress(s.progress)
	}
}

// scanFile scans one file into the streams of the family.
func (fam *familyScan) scanFile(ctx context.Context, f *file, gap bool) {
	loc, _ := f.zone()
	shift, _ := f.shift()
	clk := newClock(loc, shift, fam.year)
	sc := &scanContext{countsOnly: fam.opt.CountsOnly, numbers: fam.opt.Numbers, always: alwaysMatches(fam.opt.Matcher), wantRole: f.wantRole(), fileHead: true, mixed: f.kind == "mixed", since: fam.opt.Since, until: fam.opt.Until}
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

// wantRole says whether records must tell the role of a file, since nothing told it yet.
func (f *file) wantRole() bool {
	return f.declaredRole() == "" && (f.known.role == "" && f.known.doubt == "" || f.wrapper != "")
}

// tuneFrom is the size of a file from which on it pays to look at its sample first.
const tuneFrom = 8 << 20

// arm gives a scan its matcher, made for so many bytes of a file if it pays. Where that looks for
// suppression markers too, marks is from which ID on its needles are those; else 0.
func (s *scan) arm(sc *scanContext, f *file, size int64) {
	if sc.matcher = s.opt.Matcher; s.opt.Tune != nil && size >= tuneFrom {
		sc.matcher, sc.marks = s.opt.Tune(f.sample, markerTexts)
	}
	sc.soles = solesOf(sc.matcher)
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

func (fam *familyScan) plain(ctx context.Context, f *file, r io.Reader, sc *scanContext, clk clock, gap bool) error {
	st := fam.stream("", "", 0)
	id := fam.addSource(f, "", &tally{})
	st.gather.nextFile(timeline.SourceID(id), gap)
	st.gather.expect = 0
	st.gather.fold.expectRole(f)
	if f.plain() && len(st.sources) == 0 {
		st.gather.expect = f.size
	}
	p := &pipeline{workers: fam.opt.Workers, block: fam.opt.Block, ctx: sc, clock: clk, read: fam.read(f)}
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
		st.gather.numbered = true
		st.gather.nextFile(timeline.SourceID(fam.addSource(f, unit, &tally{})), gap)
		return st.gather
	}
	err := u.run(ctx, r)
	f.partial = err != nil
	for _, w := range u.order {
		fam.fill(fam.streams[w.name], int(w.gather.source), f)
	}
	return err
}

func (fam *familyScan) stream(unit, role string, life int) *familyStream {
	st := fam.streams[unit]
	if st == nil {
		st = &familyStream{unit: unit, role: role, life: life, gather: newGather(fam.opt, fam.tuples), captured: timeline.NoTime}
		fam.streams[unit] = st
		fam.order = append(fam.order, st)
	}
	return st
}
