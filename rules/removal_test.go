package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// removal takes evidence away. All but tail and head (of a log or of scrapes) leave a mark.
type removal struct {
	kind   string // tail, head, hole, gone, fail, lack, mtail, mhead
	of     int    // index of the log or target
	ids    map[string]bool
	at     map[int64]bool
	series string
}

func (o removal) String() string {
	return fmt.Sprintf("%s of %d: lines %v scrapes %d series %s", o.kind, o.of, sortedKeys(o.ids), len(o.at), o.series)
}

func (o removal) marked() bool {
	return o.kind != "tail" && o.kind != "head" && o.kind != "mtail" && o.kind != "mhead"
}

// chooseRemoval picks one that fits; ok is false where none was found.
func chooseRemoval(rng *rand.Rand, s *story) (removal, bool) {
	for range 20 {
		kind := pick(rng, "tail", "head", "hole", "hole", "hole", "gone", "fail", "fail", "lack", "mtail", "mhead")
		switch kind {
		case "tail", "head", "hole", "gone":
			if o, ok := removeLines(rng, s, kind); ok {
				return o, true
			}
		default:
			if o, ok := removeScrapes(rng, s, kind); ok {
				return o, true
			}
		}
	}
	return removal{}, false
}

func removeLines(rng *rand.Rand, s *story, kind string) (removal, bool) {
	if len(s.logs) == 0 {
		return removal{}, false
	}
	o := removal{kind: kind, of: rng.IntN(len(s.logs)), ids: map[string]bool{}}
	var ids []string
	for _, x := range s.logs[o.of].lines {
		if x.id != "" {
			ids = append(ids, x.id)
		}
	}
	if kind == "gone" {
		return o, true
	}
	if len(ids) < 3 {
		return o, false
	}
	from, to := 1+rng.IntN(len(ids)-1), len(ids)
	switch kind {
	case "head":
		from, to = 0, from
	case "hole":
		to = min(len(ids), from+pick(rng, 1, 1, 1, 2, 3, 5, 9))
		if rng.Float64() < 0.1 {
			from = min(rng.IntN(len(ids)), to-1)
		}
	}
	for _, id := range ids[from:to] {
		o.ids[id] = true
	}
	return o, true
}

func removeScrapes(rng *rand.Rand, s *story, kind string) (removal, bool) {
	if len(s.targets) == 0 {
		return removal{}, false
	}
	o := removal{kind: kind, of: rng.IntN(len(s.targets)), at: map[int64]bool{}}
	scrapes := s.targets[o.of].scrapes
	if len(scrapes) < 3 {
		return o, false
	}
	first, last := 0, len(scrapes)
	switch k := 1 + rng.IntN(len(scrapes)-1); kind {
	case "mtail":
		first = k
	case "mhead":
		last = k
	default:
		for _, i := range rng.Perm(len(scrapes))[:pick(rng, 1, 1, 2, 3)] {
			o.at[int64(scrapes[i].at)] = true
		}
		first = last
		if some := scrapes[rng.IntN(len(scrapes))].samples; kind == "lack" && len(some) > 0 {
			o.series = some[rng.IntN(len(some))].key()
		}
	}
	for _, sc := range scrapes[first:last] {
		o.at[int64(sc.at)] = true
	}
	return o, true
}

// without is the story with evidence removed. Captured logs remember the size that they had.
func (s *story) without(ops []removal) *story {
	out := &story{captured: s.captured, marks: s.marks, zoneless: s.zoneless}
	for _, l := range s.logs {
		c := *l
		if _, parts := l.files(); c.captured.Known() && c.size < 0 {
			c.size = len(textOf(parts[len(parts)-1]))
		}
		out.logs = append(out.logs, &c)
	}
	for _, t := range s.targets {
		c := *t
		out.targets = append(out.targets, &c)
	}
	for _, o := range ops {
		switch {
		case o.at != nil && o.of < len(out.targets):
			out.targets[o.of].remove(o)
		case o.at == nil && o.of < len(out.logs) && o.kind == "gone":
			out.logs[o.of].missing = true
		case o.at == nil && o.of < len(out.logs):
			out.logs[o.of].remove(o)
		}
	}
	return out
}

func (l *storyLog) remove(o removal) {
	gone := func(x storyLine) bool { return x.id != "" && o.ids[x.id] }
	first := slices.IndexFunc(l.lines, gone)
	if first < 0 {
		return
	}
	last := first
	for i, x := range l.lines {
		if gone(x) {
			last = i
		}
	}
	switch o.kind {
	case "tail":
		l.lines = slices.Clone(l.lines[:first])
	case "head":
		l.lines = slices.Clone(l.lines[last+1:])
	default:
		lines := slices.Clone(l.lines[:first])
		lines = append(lines, storyLine{thing: -1, text: suppressed})
		for _, x := range l.lines[first:last] {
			if x.cut > 0 { // the file goes on to be named by what is left of the rotation
				lines = append(lines, x, storyLine{thing: -1, text: suppressed})
			}
		}
		l.lines = append(lines, l.lines[last+1:]...)
	}
}

func (t *storyTarget) remove(o removal) {
	var out []storyScrape
	for _, sc := range t.scrapes {
		switch hit := o.at[int64(sc.at)]; {
		case !hit:
		case o.kind == "fail":
			sc.ok, sc.samples = false, nil
		case o.kind == "lack":
			sc.samples = slices.DeleteFunc(slices.Clone(sc.samples), func(x storySample) bool { return x.key() == o.series })
		default:
			continue
		}
		out = append(out, sc)
	}
	t.scrapes = out
}
