package ingest

import (
	"context"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"roomline/ingest/expo"
	"roomline/timeline"
)

// maxScrapeFile bounds a file of scrapes, which is read as a whole.
const maxScrapeFile = 1 << 30

// target is a scraped endpoint with what tells whose it is.
type target struct {
	identity
	files   []*file
	results []expo.Result
	sources []int
	missing bool
	folder  string // shown as one source
}

// snapshotName is how files are called that hold one scrape each: by its time.
var snapshotName = regexp.MustCompile(`\d{4}-\d\d-\d\dT?\d\d|^\D*\d{10}(\d{3})?\D*$`)

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
func (s *scan) readScrapes(ctx context.Context) {
	table := &expo.Table{}
	var reads []*scrapeRead
	for _, f := range s.files {
		if ctx.Err() != nil {
			break
		}
		switch {
		case f.missing && f.scrapesDeclared():
			t := &target{files: []*file{f}, missing: true}
			t.sources = []int{s.addSource(f, "", nil)}
			t.identity = identifyTarget(f, nil)
			s.targets = append(s.targets, t)
		case f.kind == "scrapes" && f.err == nil:
			reads = append(reads, s.scrapeFile(f, table)...)
		case f.kind == "scrapes":
			s.addSource(f, "", nil)
		case f.kind == "mixed":
			s.mixedFile(f, table)
		}
	}
	s.group(reads)
}

// scrapeFile reads one file; an answer of a store may hold several targets.
func (s *scan) scrapeFile(f *file, table *expo.Table) []*scrapeRead {
	content, err := s.whole(f)
	if err != nil {
		f.err = err
	}
	res := expo.Read(content, expo.Options{Path: f.shown, Name: path.Base(f.rel), ModTime: modTime(f.mtime), Table: table})
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
		t.files, t.results = append(t.files, r.file), append(t.results, r.result)
		s.count(t.sources[0], r.file, &r.result, r.size, r.err)
	}
}

func modTime(t timeline.Time) time.Time {
	if t <= 0 {
		return time.Time{}
	}
	return t.Std()
}

func (s *scan) whole(f *file) ([]byte, error) {
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxScrapeFile+1))
	if len(b) > maxScrapeFile {
		return b[:maxScrapeFile], fmt.Errorf("longer than %s: what is beyond was not read; give the snapshots as single files", sizeText(maxScrapeFile))
	}
	if read := s.read(f); read != nil {
		read(len(b))
	}
	return b, realError(err)
}

// targetKey says which files are one target: those of one manifest entry or flag, and snapshots that
// lie in one folder and are called by their times.
func (f *file) targetKey() (key, folder string) {
	dir := path.Dir(strings.ReplaceAll(f.shown, `\`, "/"))
	switch {
	case f.entry != nil && f.entry.path != f.rel:
		return "entry " + f.bundle.shown + " " + f.entry.path, dirOf(f, f.entry.path)
	case f.entry != nil || f.in != nil && f.in.Role != "" && f.in.Path == f.shown:
		return "file " + f.shown, ""
	case f.in != nil && f.in.Role != "":
		return "flag " + f.in.Path, f.in.Path
	case snapshotName.MatchString(path.Base(packedExt.ReplaceAllString(f.shown, ""))):
		return "dir " + dir, dir
	}
	return "file " + f.shown, ""
}

// dirOf is the shown path of a folder that a manifest names.
func dirOf(f *file, entry string) string {
	return strings.TrimSuffix(f.shown, f.rel) + entry
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
func (s *scan) mixedFile(f *file, table *expo.Table) {
	content, err := s.whole(f)
	if err != nil {
		return // the log's scan has said so
	}
	res := expo.Read(onlyExposition(content), expo.Options{Path: f.shown, Name: path.Base(f.rel), ModTime: modTime(f.mtime), Table: table})
	t := &target{files: []*file{f}, results: []expo.Result{res}, identity: identifyTarget(f, &res)}
	for i := range s.sources {
		if s.sources[i].file == f {
			t.sources = []int{i}
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

// identifyTarget finds out whose scrapes they are: a flag, the manifest, labels, names.
func identifyTarget(f *file, r *expo.Result) identity {
	id := identity{role: f.declaredRole(), instance: f.declaredInstance(), group: f.declaredGroup(), dir: path.Base(path.Dir(strings.ReplaceAll(f.shown, `\`, "/"))), unnamed: f.shown}
	base := path.Base(packedExt.ReplaceAllString(f.rel, ""))
	if snapshotName.MatchString(base) {
		base = path.Base(path.Dir(f.rel))
		id.dir, id.unnamed = path.Base(path.Dir(path.Dir(f.shown))), path.Dir(f.shown)
	}
	if base == "." || base == "/" {
		base = ""
	}
	nameRole, nameInstance := nameParts(base)
	switch {
	case id.role != "":
		id.roleFrom = declaredBy([]*file{f})
		if r != nil && r.RoleHint != "" && r.RoleHint != id.role {
			id.notes = append(id.notes, fmt.Sprintf("its labels say %s (%s), but %s says %s", r.RoleHint, r.RoleFrom, id.roleFrom, id.role))
		}
	case r != nil && r.RoleHint != "":
		id.role, id.roleFrom = r.RoleHint, r.RoleFrom
	case nameRole != "":
		id.role, id.roleFrom = nameRole, "name "+base
	default:
		id.role = "unknown"
	}
	if id.instance == "" {
		id.derived, id.instance = true, nameInstance
		if r != nil && r.InstanceHint != "" && nameInstance == "" {
			id.instance = r.InstanceHint
		}
	}
	return id
}

// tie gives a target the instance of the log process that it must be: the one of its name, or the
// only one of its role. A target of unknown role is that of the log process of its name.
func (s *scan) tie(t *target) {
	var same []*stream
	for _, st := range s.streams {
		if st.role != t.role && t.role != "unknown" {
			continue
		}
		if t.instance != "" && st.instance == t.instance && (t.role != "unknown" || st.role == "unknown" || !t.derived) {
			t.adopt(st)
			return
		}
		if !slices.ContainsFunc(same, func(o *stream) bool { return o.instance == st.instance }) {
			same = append(same, st)
		}
	}
	if t.derived && t.role != "unknown" && len(same) == 1 {
		t.adopt(same[0])
	}
}

func (t *target) adopt(st *stream) {
	if t.role == "unknown" && st.role != "unknown" {
		t.role, t.roleFrom = st.role, "the log of "+st.instance
	}
	t.instance, t.derived = st.instance, false
	if t.group == "" {
		t.group = st.group
	}
}
