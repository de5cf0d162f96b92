package ingest

import (
	"context"
	"fmt"

	"roomline/ingest/expo"
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
	begun    int64 // what Options.Begins was told last
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
	if s.opt.Ready != nil {
		if err := s.opt.Ready(&s.opt); err != nil {
			return nil, err
		}
	}
	s.progress.Total = sizeOf(s.files)
	if s.opt.Begins != nil {
		s.begun = likelySize(s.files)
		s.opt.Begins(s.begun)
	}
	s.files = s.dedupe(ctx, s.logsOnly(s.files))
	table := &expo.Table{}
	early := s.readAhead(ctx, table)
	s.scanLogs(ctx)
	s.readScrapes(ctx, table, early)
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

// packedTimes is how many times its size a packed log has: they come to 6 to 15, and who asks need not know it well.
const packedTimes = 8

// likelySize is about how many bytes will be read, unpacked.
func likelySize(files []*file) (n int64) {
	for _, f := range files {
		size := max(f.size, 0)
		if f.packing != "" {
			size *= packedTimes
		}
		n += size
	}
	return n
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
		gap = gap || before != nil && fam.missingBetween(before, f)
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

func (s *scan) read(f *file) func(int) {
	if s.opt.Progress == nil && s.opt.Begins == nil {
		return nil
	}
	return func(n int) {
		s.progress.Path = f.shown
		s.progress.Done += int64(n)
		s.outgrown()
		if s.opt.Progress != nil {
			s.opt.Progress(s.progress)
		}
	}
}

// outgrown tells anew how much there is to read where that comes to far more than was guessed: some KiB that are
// packed may hold a GiB.
func (s *scan) outgrown() {
	if s.opt.Begins != nil && s.begun > 0 && s.progress.Done > 2*s.begun {
		s.begun = 2 * s.progress.Done
		s.opt.Begins(s.begun)
	}
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
