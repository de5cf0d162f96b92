package ingest

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"roomline/ingest/expo"
	"roomline/timeline"
)

// maxScrapeFile bounds a file of scrapes, which is read as a whole.
const maxScrapeFile = 1 << 30

// scrapeRead is one file of scrapes, read.
type scrapeRead struct {
	file   *file
	result expo.Result
	size   int64
	err    error
	id     identity
	key    string
	folder string
}

// readScrapes reads all files of scrapes, and the scrapes in logs that hold some.
func (s *scan) readScrapes(ctx context.Context, table *expo.Table, early *ahead) {
	<-early.done
	var reads []*scrapeRead
	for _, f := range s.files {
		if ctx.Err() != nil {
			break
		}
		switch {
		case f.lostScrapes():
			s.lostTarget(f)
		case f.kind == "scrapes" && f.err == nil:
			reads = append(reads, s.scrapeFile(ctx, f, table, early)...)
		case f.kind == "scrapes":
			s.addSource(f, "", nil)
		case f.kind == "mixed":
			s.mixedFile(ctx, f, table)
		}
	}
	s.group(reads)
	s.noteLeftOut()
}

// lostTarget lists what should be scrapes, but cannot be read. Of a declared one it is known that a
// target is missing.
func (s *scan) lostTarget(f *file) {
	id := s.addSource(f, "", nil)
	if f.entry != nil || f.declaredRole() != "" {
		s.targets = append(s.targets, &target{files: []*file{f}, missing: true, sources: []int{id}, identity: identifyTarget(f, nil)})
	}
}

// scrapeFile reads one file; an answer of a store may hold several targets.
func (s *scan) scrapeFile(ctx context.Context, f *file, table *expo.Table, early *ahead) []*scrapeRead {
	content, err := s.whole(ctx, f)
	if ctx.Err() != nil { // half of a scrape is none
		f.err = errInterrupted
		return nil
	}
	if err != nil {
		f.err = err
	}
	res, ok := early.read[f]
	if !ok {
		res = expo.Read(content, expositionOf(f, table))
	}
	var out []*scrapeRead
	for i, r := range append([]expo.Result{res}, res.More...) {
		read := &scrapeRead{file: f, result: r, err: err, id: identifyTarget(f, &r)}
		read.key, read.folder = f.targetKey()
		if i == 0 {
			read.size = int64(len(content))
		}
		if len(res.More) > 0 {
			read.key += "|" + r.InstanceHint
		}
		out = append(out, read)
	}
	return out
}

// group puts what was read together to targets. In a folder of snapshots of several roles a failed
// scrape does not tell whose it is.
func (s *scan) group(reads []*scrapeRead) {
	roles := map[string][]string{} // of a key
	for _, r := range reads {
		if r.id.role != "unknown" && !slices.Contains(roles[r.key], r.id.role) {
			roles[r.key] = append(roles[r.key], r.id.role)
		}
	}
	groups := map[string]*target{}
	for _, r := range reads {
		key := r.key
		if known := roles[key]; len(known) > 1 {
			key += "|" + r.id.role
		}
		t := groups[key]
		if t == nil {
			t = &target{identity: r.id, folder: r.folder, sources: []int{s.scrapeSource(r.file, r.folder)}}
			groups[key] = t
			s.targets = append(s.targets, t)
		}
		if t.role == "unknown" {
			t.role, t.roleFrom = r.id.role, r.id.roleFrom
		}
		s.bound(t.sources[0], &r.result)
		t.files, t.results = append(t.files, r.file), append(t.results, r.result)
		s.count(t.sources[0], r.file, &r.result, r.size, r.err)
	}
}

// bound leaves out the scrapes that were not asked for, before series are made of them: neither rules
// nor queries may see them. They are counted, since a source of one file each tells them as one number.
func (s *scan) bound(id int, r *expo.Result) {
	before := len(r.Scrapes)
	r.Scrapes = slices.DeleteFunc(r.Scrapes, func(p expo.Parsed) bool { return s.opt.outside(p.At) })
	s.sources[id].leftOut += before - len(r.Scrapes)
}

func (s *scan) noteLeftOut() {
	for _, src := range s.sources {
		if n := src.leftOut; n > 0 {
			what := "scrapes"
			if n == 1 {
				what = "scrape"
			}
			src.Notes = append(src.Notes, fmt.Sprintf("%d %s outside --since/--until left out", n, what))
		}
	}
}

func modTime(t timeline.Time) time.Time {
	if t <= 0 {
		return time.Time{}
	}
	return t.Std()
}

// whole is what a file holds. Of a short one the sample is all.
func (s *scan) whole(ctx context.Context, f *file) ([]byte, error) {
	if f.short() {
		if read := s.read(f); read != nil {
			read(len(f.sample))
		}
		return f.sample, nil
	}
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(stopping{ctx, r}, maxScrapeFile+1))
	if len(b) > maxScrapeFile {
		return b[:maxScrapeFile], fmt.Errorf("longer than %s: what is beyond was not read; give the snapshots as single files", sizeText(maxScrapeFile))
	}
	if read := s.read(f); read != nil {
		read(len(b))
	}
	return b, realError(err)
}

// scrapeSource makes the source of a target: a folder of snapshots is listed once.
func (s *scan) scrapeSource(f *file, folder string) int {
	id := s.addSource(f, "", &tally{})
	src := s.sources[id]
	src.Kind, src.Wrapper = "scrapes", ""
	src.Zone, src.ZoneFrom = "UTC", "format"
	if folder != "" {
		src.Path = folder
	}
	return id
}

// count adds what was read of a file to the source of its target.
func (s *scan) count(id int, f *file, r *expo.Result, size int64, err error) {
	src := s.sources[id]
	src.Format = r.Format
	src.Records += int64(len(r.Scrapes))
	src.Lines, src.Bytes, src.Unparsed = src.Lines+r.Lines, src.Bytes+size, src.Unparsed+r.Unparsed
	for _, b := range r.Bad {
		if len(src.UnparsedSamples) < maxSamples {
			src.UnparsedSamples = append(src.UnparsedSamples, b.String())
		}
	}
	for _, n := range r.Notes {
		if !slices.Contains(src.Notes, n) {
			src.Notes = append(src.Notes, n)
		}
	}
	for i := range r.Scrapes {
		if at := r.Scrapes[i].At; at.Known() {
			if !src.First.Known() || at < src.First {
				src.First = at
			}
			src.Last = max(src.Last, at)
		}
		r.Scrapes[i].Ref.Source = timeline.SourceID(id)
	}
	if err != nil {
		src.Error = fmt.Sprintf("%s: %v", f.shown, err)
	}
}

// mixedFile reads the scrapes that stand among the records of a log. They are of its process.
func (s *scan) mixedFile(ctx context.Context, f *file, table *expo.Table) {
	content, err := s.whole(ctx, f)
	if err != nil {
		return // the log's scan has said so
	}
	res := expo.Read(onlyExposition(content), expositionOf(f, table))
	t := &target{files: []*file{f}, results: []expo.Result{res}, identity: identifyTarget(f, &res)}
	for i := range s.sources {
		if s.sources[i].file == f {
			t.sources = []int{i}
			s.bound(i, &t.results[0])
		}
	}
	for _, st := range s.streams {
		if slices.Contains(st.files, f) {
			t.role, t.roleFrom, t.instance, t.group = st.role, st.roleFrom, st.instance, st.group
			t.unnamed, t.derived, t.dir = st.unnamed, st.derived, st.dir
		}
	}
	s.targets = append(s.targets, t)
}
