package match_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"roomline/rules"
	"roomline/rules/match"
	"roomline/rules/packs"
	"roomline/timeline"
)

// shipped gives the signals of the shipped packs, as a run has them.
func shipped(t testing.TB) []match.Signal {
	t.Helper()
	all, err := packs.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	var out []match.Signal
	for _, p := range all {
		for _, s := range p.Signals {
			if s.Kind != rules.MetricSignal {
				out = append(out, asMatched(p, s, timeline.SignalID(len(out))))
			}
		}
	}
	return out
}

func asMatched(p *rules.Pack, s *rules.Signal, id timeline.SignalID) match.Signal {
	m := match.Signal{ID: id, All: s.All, Any: s.Any, Not: s.Not, Regex: s.Regex, Slow: s.Slow, Ignore: map[int]map[string]bool{}}
	for i, c := range s.Captures {
		m.Captures = append(m.Captures, match.Capture{Name: c.Name, Regex: c.Regex})
		m.Ignore[i] = map[string]bool{}
		for _, v := range p.Ignore[c.Name] {
			m.Ignore[i][v] = true
		}
	}
	return m
}

// hit is a match with what it captures.
type hit struct {
	signal timeline.SignalID
	line   int
	caps   []string
	has    uint32
}

// defined is a signal by its definition, and by package regexp.
func defined(s *match.Signal, record []byte) (m hit, ok bool) {
	has := func(l string) bool { return bytes.Contains(record, []byte(l)) }
	lacks := func(l string) bool { return !has(l) }
	if slices.ContainsFunc(s.All, lacks) || slices.ContainsFunc(s.Not, has) || len(s.Any) > 0 && !slices.ContainsFunc(s.Any, has) {
		return m, false
	}
	m.signal = s.ID
	if s.Regex != nil {
		loc := s.Regex.Compiled().FindIndex(record)
		if loc == nil {
			return m, false
		}
		m.line = bytes.Count(record[:loc[0]], []byte("\n"))
	}
	for i, c := range s.Captures {
		m.caps = append(m.caps, "")
		if sub := c.Regex.Compiled().FindSubmatch(record); sub != nil && sub[len(sub[:min(len(sub), 2)])-1] != nil {
			m.caps[i] = string(sub[min(len(sub), 2)-1])
			m.has |= 1 << i
			if s.Ignore[i][m.caps[i]] {
				return m, false
			}
		}
	}
	return m, true
}

// logs are the texts to try: the corpus beside the checkout and what ROOMLINE_BENCH_LOG names.
func logs(t testing.TB, most int) [][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpus", "*.log"))
	if err != nil {
		t.Fatal(err)
	}
	if path := os.Getenv("ROOMLINE_BENCH_LOG"); path != "" {
		names = append(names, path)
	}
	if len(names) == 0 {
		t.Skip("no logs to try: name one by ROOMLINE_BENCH_LOG")
	}
	var out [][]byte
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, text[:min(len(text), most)])
	}
	return out
}

// TestPack: the shipped signals are found in lines, and in runs of lines, as they are defined.
func TestPack(t *testing.T) {
	signals := shipped(t)
	m, err := match.New(signals)
	if err != nil {
		t.Fatal(err)
	}
	hits := 0
	check := func(m *match.Matcher, record []byte) {
		var want []hit
		for i := range signals {
			if d, ok := defined(&signals[i], record); ok {
				want = append(want, d)
			}
		}
		got := found(m, record)
		hits += len(got)
		if !slices.EqualFunc(got, want, func(a, b hit) bool {
			if signals[a.signal].Regex == nil {
				a.line = b.line // which is not defined here
			}
			return same(a, b)
		}) {
			t.Fatalf("%q:\ngot  %+v\nwant %+v", record, got, want)
		}
	}
	for _, text := range logs(t, 4<<20) {
		lines := bytes.Split(text, []byte("\n"))
		tuned := m.Tuned(text[:min(len(text), 256<<10)])
		for i, l := range lines {
			check(m, l)
			if i%7 == 0 {
				check(tuned, bytes.Join(lines[i:min(i+9, len(lines))], []byte("\n")))
			}
		}
	}
	t.Logf("%d hits", hits)
}

// BenchmarkPack is what the lines of a log cost that hold a needle of a shipped signal.
func BenchmarkPack(b *testing.B) {
	m, err := match.New(shipped(b))
	if err != nil {
		b.Fatal(err)
	}
	var lines [][]byte
	var needles [][]timeline.Needle
	for _, text := range logs(b, 16<<20) {
		for l := range bytes.SplitSeq(text, []byte("\n")) {
			if n := m.Needles(nil, l); len(n) > 0 {
				lines, needles = append(lines, l), append(needles, n)
			}
		}
	}
	var dst timeline.Matches
	b.ReportAllocs()
	for b.Loop() {
		for i, l := range lines {
			dst.Reset()
			m.Match(&dst, l, needles[i])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/record")
}

// BenchmarkNew is what the shipped packs cost before the first record.
func BenchmarkNew(b *testing.B) {
	signals := shipped(b)
	for b.Loop() {
		if _, err := match.New(signals); err != nil {
			b.Fatal(err)
		}
	}
}
