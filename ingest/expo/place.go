package expo

import (
	"fmt"
	"sort"

	"roomline/timeline"
)

// finish ends the scrape that was being read, at an offset of the content.
func (r *reader) finish(end int) {
	b := &r.scrape
	scrape := timeline.Scrape{At: timeline.NoTime, ScrapeDetail: &timeline.ScrapeDetail{BadLines: b.bad, Error: r.failure()}}
	scrape.OK = scrape.Error == ""
	scrape.Ref = timeline.Ref{Offset: int64(b.begin), Line: b.line, Length: int32(min(end-b.begin, 1<<31-1))}
	if b.dump {
		r.res.note("series with many stamps each: read as a dump, a scrape for each stamp")
		for _, p := range byStamp(b.table, dumped(b)) {
			p.OK, p.Error, p.BadLines, p.Ref = scrape.OK, scrape.Error, scrape.BadLines, scrape.Ref
			r.res.Scrapes = append(r.res.Scrapes, p)
		}
		return
	}
	p := b.parsed()
	p.Scrape = scrape
	if t := b.newest(); t != timeline.NoTime {
		p.At, p.TimeFrom = t, "sample"
	}
	r.res.Scrapes = append(r.res.Scrapes, p)
}

// failure is why a scrape is not OK, "" if it is: it has samples that could be read to the end. Two
// families or more that are declared without a sample are an answer too; one may be a cut answer.
func (r *reader) failure() string {
	b, s := &r.scrape, r.seg
	switch {
	case s.fault != "":
		return s.fault
	case s.code >= 400:
		return s.status
	case b.bad > 0 && len(b.ids) == 0:
		return fmt.Sprintf("no sample: %s cannot be read%s", lines(b.bad), r.firstBad())
	case b.bad > 0:
		return fmt.Sprintf("%s cannot be read%s", lines(b.bad), r.firstBad())
	case len(b.ids) > 0 || b.families > 1:
		return ""
	case b.families == 1:
		return "ends behind the first # TYPE: no sample"
	case s.code > 0:
		return s.status + ", empty"
	}
	return "empty"
}

func lines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

func (r *reader) firstBad() string {
	for _, bad := range r.res.Bad {
		if bad.Line >= r.scrape.line {
			return fmt.Sprintf(", the first is line %d", bad.Line)
		}
	}
	return ""
}

// place gives times to the scrapes of one of the segments of a file: stamps of samples, the mark
// before it, the file's name, the server's date, the file's mtime. Name and mtime speak of one
// scrape; of several they are used for want of better, and said.
func (r *reader) place(s *segment, scrapes []Parsed, segs []segment) {
	alone := len(segs) == 1 && len(scrapes) == 1
	for i := range scrapes {
		p := &scrapes[i]
		if p.TimeFrom != "" {
			continue
		}
		if p.At, p.TimeFrom = r.when(s, alone); alone || p.TimeFrom == "comment" || p.TimeFrom == "header" {
			continue
		}
		if s == &segs[0] && segs[len(segs)-1].mark != unmarked {
			p.At, p.TimeFrom = timeline.NoTime, ""
			r.res.note("what stands before the first mark has no time: left out")
			continue
		}
		r.res.note("several scrapes, and nothing tells when each was taken: all have the time of the file (%s)", p.TimeFrom)
	}
	if s.url != "" && r.res.InstanceHint == "" {
		r.res.InstanceHint = hostOf(s.url)
	}
}

func (r *reader) when(s *segment, alone bool) (timeline.Time, string) {
	if s.at != timeline.NoTime && s.mark != unmarked {
		return s.at, "comment"
	}
	name, text, named := nameTime(r.o.Name)
	switch {
	case named && (alone || s.date == timeline.NoTime):
		if !zoned(text) {
			r.res.note("the time in the file's name (%s) has no zone: taken as UTC", text)
		}
		return name, "name"
	case s.date != timeline.NoTime:
		return s.date, "header"
	case !r.o.ModTime.IsZero():
		return timeline.FromStd(r.o.ModTime), "mtime"
	}
	return timeline.NoTime, ""
}

// stamped is a sample with its own time.
type stamped struct {
	at timeline.Time
	id int32
	v  float64
}

func dumped(b *builder) []stamped {
	out := make([]stamped, len(b.ids))
	for i, id := range b.ids {
		out[i] = stamped{b.stampOf(i), id, b.vals[i]}
	}
	return out
}

// byStamp makes a scrape of all samples with one stamp. What has none is left out.
func byStamp(t *Table, samples []stamped) []Parsed {
	sort.SliceStable(samples, func(i, j int) bool { return samples[i].at < samples[j].at })
	entries, prev := t.view()
	var out []Parsed
	for len(samples) > 0 {
		at := samples[0].at
		n := 1
		for n < len(samples) && samples[n].at == at {
			n++
		}
		if at != timeline.NoTime {
			p := column(t, entries, &prev, samples[:n])
			p.At, p.TimeFrom = at, "sample"
			out = append(out, p)
		}
		samples = samples[n:]
	}
	return out
}

// column is the scrape of some samples of one time. A scraper writes `up` 0 where it failed.
func column(t *Table, entries []*entry, prev **layout, samples []stamped) Parsed {
	p := Parsed{Scrape: timeline.Scrape{OK: true, ScrapeDetail: &timeline.ScrapeDetail{}}, values: make([]float64, 0, len(samples))}
	ids := make([]int32, 0, len(samples))
	for _, s := range samples {
		ids = append(ids, s.id)
		p.values = append(p.values, s.v)
		if entries[s.id].name == "up" && s.v == 0 {
			p.OK, p.Error = false, "the scraper noted up 0"
		}
	}
	p.layout = t.share(ids, *prev)
	*prev = p.layout
	return p
}
