package ingest

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"roomline/ingest/expo"
	"roomline/timeline"
)

// facts puts together what was read: sources in the order given, streams and targets that point to
// them.
func (s *scan) facts() *timeline.Facts {
	out := &timeline.Facts{Marks: map[string]timeline.Time{}, CapturedAt: timeline.NoTime, Tuples: s.tuples}
	for _, b := range s.found.bundles {
		if b.manifest == nil {
			continue
		}
		if b.manifest.capturedAt.Known() {
			out.CapturedAt = max(out.CapturedAt, b.manifest.capturedAt)
		}
		for name, at := range b.manifest.marks {
			out.Marks[name] = at
		}
	}
	s.unread()
	order := s.order()
	for i, st := range s.streams {
		st.ID = timeline.StreamID(i + 1)
		for _, id := range st.sources {
			s.sources[id].own(&st.identity, st.ID, -1)
		}
		st.Sources = mapped(st.sources, order)
		st.Log.MapSources(order)
		out.Streams = append(out.Streams, st.Stream)
	}
	out.Targets = s.assembleTargets(order)
	out.Sources = make([]timeline.Source, len(s.sources))
	for id, src := range s.sources {
		out.Sources[order[id]] = src.Source
	}
	out.Warnings = s.warnings
	return out
}

// own says of a source whose it is.
func (src *source) own(id *identity, stream timeline.StreamID, target int) {
	src.Role, src.Instance, src.Group, src.RoleFrom = id.role, id.instance, id.group, id.roleFrom
	src.Notes = append(src.Notes, id.notes...)
	if stream > 0 {
		src.Stream = stream
	}
	if target >= 0 {
		src.Target = target
	}
}

// unread lists the files that no scan made a source of: those that could not be opened.
func (s *scan) unread() {
	covered := map[*file]bool{}
	for _, src := range s.sources {
		for _, f := range src.covers(s) {
			covered[f] = true
		}
	}
	for _, f := range s.files {
		if covered[f] {
			continue
		}
		if f.err == nil && s.interrupted {
			f.err = errInterrupted
		}
		if f.err != nil {
			s.addSource(f, "", nil)
		}
	}
	for _, src := range s.sources {
		if src.Role == "" {
			src.Role = "unknown"
		}
	}
}

// covers are the files that a source stands for.
func (src *source) covers(s *scan) []*file {
	for _, t := range s.targets {
		if len(t.sources) > 0 && s.sources[t.sources[0]] == src {
			return t.files
		}
	}
	return []*file{src.file}
}

// order gives each source its place: that of its file among the inputs.
func (s *scan) order() []int {
	ids := make([]int, len(s.sources))
	for i := range ids {
		ids[i] = i
	}
	slices.SortStableFunc(ids, func(a, b int) int {
		x, y := s.sources[a].at, s.sources[b].at
		return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]))
	})
	place := make([]int, len(ids))
	for at, id := range ids {
		place[id] = at
	}
	return place
}

func mapped(ids []int, order []int) []timeline.SourceID {
	out := make([]timeline.SourceID, len(ids))
	for i, id := range ids {
		out[i] = timeline.SourceID(order[id])
	}
	return out
}

// assembleTargets makes the targets. Files with one scrape each of one process are one target.
func (s *scan) assembleTargets(order []int) []timeline.Target {
	var out []timeline.Target
	for _, group := range s.sameTargets() {
		t := group[0]
		var results []expo.Result
		for _, g := range group {
			results = append(results, g.results...)
		}
		tg, notes := timeline.Target{Role: t.role, Instance: t.instance, Group: t.group, Missing: t.missing}, []string(nil)
		if !t.missing {
			tg, notes = expo.Assemble(results, t.role, t.instance, t.group)
		}
		tg.RoleFrom, tg.Interval, tg.Source = t.roleFrom, t.interval(), timeline.SourceID(order[t.sources[0]])
		for i := range tg.Scrapes {
			if id := int(tg.Scrapes[i].Ref.Source); id >= 0 && id < len(order) {
				tg.Scrapes[i].Ref.Source = timeline.SourceID(order[id])
			}
		}
		for _, g := range group {
			for _, id := range g.sources {
				if src := s.sources[id]; src.Stream > 0 {
					src.Target = len(out)
				} else {
					src.own(&g.identity, 0, len(out))
				}
				s.sources[id].Notes = append(s.sources[id].Notes, notes...)
			}
		}
		out = append(out, tg)
	}
	return out
}

// sameTargets groups targets of one process of which each holds a single scrape.
func (s *scan) sameTargets() [][]*target {
	var out [][]*target
	index := map[string]int{}
	for _, t := range s.targets {
		single := len(t.results) == 1 && len(t.results[0].Scrapes) == 1 && !t.missing
		key := fmt.Sprintf("%s@%s %s", t.role, t.instance, t.group)
		if i, ok := index[key]; ok && single && !sameTime(out[i], t) {
			out[i] = append(out[i], t)
			continue
		}
		if single {
			index[key] = len(out)
		}
		out = append(out, []*target{t})
	}
	return out
}

// sameTime says whether a group has a scrape of the time of t's already: then it is another endpoint.
func sameTime(group []*target, t *target) bool {
	for _, g := range group {
		if g.results[0].Scrapes[0].At == t.results[0].Scrapes[0].At {
			return true
		}
	}
	return false
}

// interval is the declared distance of scrapes.
func (t *target) interval() time.Duration {
	for _, f := range t.files {
		switch {
		case f.in != nil && f.in.Interval > 0:
			return f.in.Interval
		case f.entry != nil && f.entry.interval > 0:
			return f.entry.interval
		}
	}
	return 0
}
