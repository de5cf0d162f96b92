package ingest

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"roomline/ingest/format"
	"roomline/timeline"
)

// families groups logs by rotation, oldest first; families stand in the order of their first file.
func families(files []*file) [][]*file {
	index := map[string]int{}
	var out [][]*file
	for _, f := range files {
		if f.kind == "scrapes" || f.lostScrapes() {
			continue
		}
		if f.named.family == "" {
			f.named = parseName(f.shown)
		}
		key := f.familyKey(files)
		i, ok := index[key]
		if !ok {
			i = len(out)
			index[key] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], f)
	}
	for _, fam := range out {
		slices.SortStableFunc(fam, func(a, b *file) int {
			switch {
			case a.named.older(b.named):
				return -1
			case b.named.older(a.named):
				return 1
			}
			return 0
		})
	}
	return out
}

// familyKey tells families apart: by name, and by what is declared. A file of which nothing is
// declared goes with the first of its name.
func (f *file) familyKey(files []*file) string {
	key := f.declared()
	if key == "@" {
		for _, o := range files {
			if o.named.family == f.named.family && o.declared() != "@" {
				key = o.declared()
				break
			}
		}
	}
	return key + "|" + f.named.family
}

// year is a time in the year that stamps without one are taken to be near to: known in the family,
// in what was given with it, of the capture, or of the file.
func (s *scan) year(files []*file) (timeline.Time, string) {
	for _, f := range files {
		if f.known.year != 0 {
			return f.known.year, "another stamp of it"
		}
	}
	for _, o := range s.files {
		if o.known.year != 0 && o.bundle == files[0].bundle {
			return o.known.year, o.shown
		}
	}
	for _, f := range files {
		switch {
		case f.entry != nil && f.entry.capturedAt.Known():
			return lastYear(f.entry.capturedAt), "captured_at"
		case f.bundle != nil && f.bundle.manifest != nil && f.bundle.manifest.capturedAt.Known():
			return lastYear(f.bundle.manifest.capturedAt), "captured_at"
		}
	}
	for _, f := range files {
		if f.mtime > 0 {
			return lastYear(f.mtime), "the time of the file"
		}
	}
	return timeline.NoTime, ""
}

// lastYear makes the nearest year the one that ends at t (and a day, for zones): nothing was printed
// after a file was written.
func lastYear(t timeline.Time) timeline.Time { return t - 181*24*hour }

// fill writes what was counted of a file into its source.
func (fam *familyScan) fill(st *familyStream, id int, f *file) {
	t := st.gather.endFile()
	src := fam.sources[id]
	st.sources = append(st.sources, id)
	src.Records, src.Lines, src.Bytes, src.Unparsed, src.UnparsedSamples = t.records, t.lines, t.bytes, t.unparsed, t.samples
	src.Format = dominant(t.names)
	if fam.noneAsked(f, t) {
		src.Format = f.looks // what is left out still tells what it is
	}
	src.Shift, _ = f.shift()
	if t.stamps.any {
		src.First, src.Last = t.stamps.first.Lo, t.stamps.last.Lo
		src.Resolution = time.Duration(t.stamps.begin.Hi - t.stamps.begin.Lo)
	}
	src.Ranks = slices.Clone(t.ranks)
	slices.SortFunc(src.Ranks, cmp.Compare)
	src.Zone, src.ZoneFrom = zoneOf(f, t)
	st.assumed = st.assumed || src.ZoneFrom == "assumed" && t.naive > 0
	src.Repeats = st.gather.repeats.named()
	fam.notes(src, t)
	if st.gather.repeats.capped() {
		src.Notes = append(src.Notes, fmt.Sprintf("more than %d different messages: those beyond were not told apart, so one that repeats may not be named", maxTemplates))
	}
	if at, ok := f.captured(t.bytes); ok {
		if fam.opt.Until.Known() { // what was left out behind it must not pass for silence
			at = min(at, fam.opt.Until)
		}
		st.captured = at
	}
	fam.remember(st, src, f, t)
}

// notes says of a source what was assumed or left out.
func (fam *familyScan) notes(src *source, t *tally) {
	note := func(format string, args ...any) { src.Notes = append(src.Notes, fmt.Sprintf(format, args...)) }
	if t.noYear > 0 {
		if fam.yearFrom == "" {
			note("stamps without a year, and nothing tells it: taken as 1970; name captured_at in %s", ManifestName)
		} else {
			note("year assumed: %d lines without one, taken nearest to %s", t.noYear, fam.yearFrom)
		}
	}
	if t.truncated > 0 {
		note("records longer than %[2]s or %[3]d lines: %[1]d; what is beyond was not looked at", t.truncated, sizeText(maxRecordBytes), maxRecordLines)
	}
	if src.file.partial {
		return // its error says why there is so little
	}
	if fam.noneAsked(src.file, t) {
		note("no record between --since and --until")
		return
	}
	switch {
	case src.file.size == 0:
		note("empty: nothing was written to it, or the copy failed; check the file")
	case t.records == 0 && src.Kind == "log":
		note("no record: blank lines only; check the file")
	case t.unparsed > 0 && t.unparsed == t.records:
		note("no line has a header that is known: is it a log? Times come from nowhere, so nothing can be ordered")
	}
	if e := src.file.entry; e != nil && e.bytes >= 0 && e.bytes != t.bytes {
		note("%d bytes, but %s noted %d: it is taken to end at its last line", t.bytes, ManifestName, e.bytes)
	}
}

// noneAsked says whether all records of a file lie outside the time that was asked for. Lines before
// the first stamp are no reason to call it a log without stamps.
func (fam *familyScan) noneAsked(f *file, t *tally) bool {
	return fam.opt.bounded() && !t.stamps.any && (t.records == 0 && t.lines > 0 || f.known.year != 0)
}

// sampleFormat is the format of most lines of the sample; "" where an envelope hides it.
func (f *file) sampleFormat() string {
	var seen tally
	for _, l := range f.sampleLines(detectLines) {
		if h, ok := format.Parse(l); ok {
			seen.name(h.Name, 1)
		}
	}
	if len(seen.names) == 0 {
		return ""
	}
	return dominant(seen.names)
}

// side programs print lines among those of an engine; they do not make the format of a file.
var sideNames = []string{"uvicorn", "glog", "nixl", "ucx", "nccl", "plain"}

// dominant is the format of most records; an engine stands above what its libraries print.
func dominant(names []nameCount) string {
	best, most := "", int64(0)
	for _, side := range []bool{false, true} {
		for _, n := range names {
			if slices.Contains(sideNames, n.name) == side && n.n > most {
				best, most = n.name, n.n
			}
		}
		if best != "" {
			return best
		}
	}
	return "plain"
}

// zoneOf says in which zone the stamps of a file were read, and why.
func zoneOf(f *file, t *tally) (zone, from string) {
	loc, by := f.zone()
	switch {
	case loc != nil && (by != "wrapper" || t.naive > 0):
		return loc.String(), by
	case t.naive > 0:
		return "UTC", "assumed"
	case t.absolute > 0:
		return "UTC", absoluteBy(t.names)
	case f.known.outer:
		return "UTC", "wrapper"
	}
	return "UTC", "assumed"
}

func absoluteBy(names []nameCount) string {
	switch dominant(names) {
	case "gateway", "ucx":
		return "format"
	}
	return "offset"
}
