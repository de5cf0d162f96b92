package rules_test

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"roomline/rules"
	"roomline/timeline"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// facts makes of a story what a reader would: by hand, record by record, so that the judge is tested
// without one.
func (s *story) facts(set *rules.Set) *timeline.Facts {
	f := &timeline.Facts{CapturedAt: s.captured, Marks: s.marks}
	for _, l := range s.logs {
		l.stream(set, f, s.captured)
	}
	for _, t := range s.targets {
		f.Sources = append(f.Sources, timeline.Source{Path: t.role + "-" + t.instance + ".prom", Kind: "scrapes", Role: t.role, Instance: t.instance, Group: "g0", Target: len(f.Targets)})
		f.Targets = append(f.Targets, t.target(timeline.SourceID(len(f.Sources)-1)))
	}
	return f
}

// record is a log call with its lines, or a hole.
type record struct {
	timeline.Interval
	text      string
	pos       timeline.Pos
	source    int // index among the files
	line      int64
	rank      string
	stamped   bool
	cut, hole bool
	why       string
}

var opensBlock = regexp.MustCompile(`(?i)error|exception|traceback|failed|dump|debug info`)

// records puts lines together: across the files of a rotation bytes go on.
func (l *storyLog) records(parts [][]storyLine, numbers []int) (out []record, open bool) {
	pos, goesOn := timeline.Pos(0), false
	var current *record
	begin := func(r record) {
		out = append(out, r)
		current = &out[len(out)-1]
	}
	for i, part := range parts {
		if i > 0 && numbers[i-1]-numbers[i] > 1 {
			pos++
			begin(record{pos: pos, hole: true, why: "rotation"})
			if len(out) > 1 {
				out[len(out)-2].cut = true
			}
			current, goesOn = nil, false
		}
		for n, x := range part {
			pos++
			span, rank, message, stamped := stampOf(x.text)
			switch {
			case x.text == suppressed:
				if current != nil {
					current.cut = true
				}
				begin(record{pos: pos, hole: true, why: "marker"})
				current, goesOn = nil, false
			case stamped:
				begin(record{Interval: span, text: x.text, pos: pos, source: i, line: int64(n + 1), rank: rank, stamped: true})
				goesOn = opensBlock.MatchString(message)
			case current != nil && goesOn:
				current.text += "\n" + x.text
			default:
				begin(record{text: x.text, pos: pos, source: i, line: int64(n + 1), cut: current == nil})
				goesOn = true
			}
		}
	}
	return out, current != nil && goesOn
}

// between gives records and holes without a stamp their time: between their neighbours (P01, P06).
func between(rs []record, end timeline.Time) {
	for i := range rs {
		if rs[i].stamped {
			continue
		}
		span := timeline.Interval{Lo: timeline.MinTime, Hi: end}
		if rs[i].hole {
			span.Hi = timeline.MaxTime
		}
		known := false
		for j := i - 1; j >= 0 && !known; j-- {
			if known = rs[j].stamped; known {
				span.Lo = rs[j].Lo
				for k := i + 1; k < len(rs); k++ {
					if rs[k].stamped {
						span = rs[j].Hull(rs[k].Interval)
						break
					}
				}
			}
		}
		for k := i + 1; k < len(rs) && !known; k++ {
			if known = rs[k].stamped; known {
				span.Hi = rs[k].Hi
			}
		}
		span.Hi = max(span.Hi, span.Lo+1)
		rs[i].Interval = span
	}
}

func (l *storyLog) stream(set *rules.Set, f *timeline.Facts, captured timeline.Time) {
	numbers, parts := l.files()
	st := timeline.Stream{Name: l.path(), Role: l.role, Instance: l.instance, Group: "g0", RoleFrom: "manifest", Life: l.life, Missing: l.missing, Captured: timeline.NoTime}
	if size := len(textOf(parts[len(parts)-1])); l.captured.Known() && (l.size < 0 || l.size == size) {
		st.Captured = l.captured // P16
	} else if captured.Known() && !l.captured.Known() {
		st.Captured = captured
	}
	first := timeline.SourceID(len(f.Sources))
	for i, n := range numbers {
		name := l.path()
		if n > 0 {
			name = fmt.Sprintf("%s.%d", name, n)
		}
		f.Sources = append(f.Sources, timeline.Source{Path: name, Kind: "log", Role: l.role, Instance: l.instance, Group: "g0", Stream: timeline.StreamID(len(f.Streams) + 1), Target: -1})
		st.Sources = append(st.Sources, first+timeline.SourceID(i))
	}
	if !l.missing {
		rs, open := l.records(parts, numbers)
		end := timeline.MaxTime
		if st.Captured.Known() {
			end = st.Captured
		}
		between(rs, end)
		if n := len(rs); open && !st.Captured.Known() {
			rs[n-1].cut = true
		}
		addRecords(set, f, &st, rs, first)
	}
	f.Streams = append(f.Streams, st)
}

func addRecords(set *rules.Set, f *timeline.Facts, st *timeline.Stream, rs []record, first timeline.SourceID) {
	ranks := map[string]bool{}
	for _, r := range rs {
		if r.hole {
			st.Holes = append(st.Holes, timeline.Hole{Pos: r.pos, Interval: r.Interval, Why: r.why})
			continue
		}
		if r.stamped {
			if !st.Stamped {
				st.Stamped, st.First, st.Last, st.Opening = true, r.Interval, r.Interval, r.Interval
			}
			if r.Lo < st.First.Lo {
				st.First = r.Interval
			}
			if r.Lo > st.Last.Lo {
				st.Last = r.Interval
			}
			if r.rank != "" {
				ranks[r.rank] = true
			}
		}
		id := first + timeline.SourceID(r.source)
		f.Sources[id].Records++
		st.Beats = append(st.Beats, timeline.Beat{Interval: r.Interval, Pos: r.pos, Stamped: r.stamped, Cut: r.cut})
		var matches timeline.Matches
		set.Matcher.Match(&matches, []byte(r.text), set.Matcher.Needles(nil, []byte(r.text)))
		for _, m := range matches.List {
			st.Hits = append(st.Hits, timeline.Hit{Signal: m.Signal, Interval: r.Interval, Pos: r.pos, Stamped: r.stamped, Cut: r.cut, N: 1, Rank: r.rank, Caps: m.Texts([]byte(r.text)), Has: m.Has,
				Ref: timeline.Ref{Source: id, Line: r.line + int64(m.Line), Hash: hash(r.text)}})
		}
	}
	st.MultiRank = len(ranks) > 1
}

func hash(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}

func (t *storyTarget) target(source timeline.SourceID) timeline.Target {
	out := timeline.Target{Role: t.role, Instance: t.instance, Group: "g0", RoleFrom: "manifest", Source: source, Interval: t.interval, Missing: len(t.scrapes) == 0}
	index := map[string]int{}
	for i, sc := range t.scrapes {
		out.Scrapes = append(out.Scrapes, timeline.Scrape{At: sc.at, OK: sc.ok, ScrapeDetail: &timeline.ScrapeDetail{TimeFrom: "comment"}})
		for _, x := range sc.samples {
			k, ok := index[x.key()]
			if !ok {
				k = len(out.Series)
				index[x.key()] = k
				out.Series = append(out.Series, newSeries(t, x, len(t.scrapes)))
			}
			out.Series[k].Values[i] = x.value
			out.Series[k].Samples++
		}
	}
	slices.SortFunc(out.Series, func(a, b timeline.Series) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Label("tp_rank"), b.Label("tp_rank")))
	})
	return out
}

func newSeries(t *storyTarget, x storySample, n int) timeline.Series {
	s := timeline.Series{Name: x.name, Type: "unknown", Created: timeline.NoTime, Values: slices.Repeat([]float64{timeline.Absent}, n)}
	s.Labels = []timeline.Label{{Name: "group", Value: "g0"}, {Name: "instance", Value: t.instance}, {Name: "role", Value: t.role}}
	if x.rank != "" {
		s.Labels = append(s.Labels, timeline.Label{Name: "tp_rank", Value: x.rank})
	}
	return s
}
