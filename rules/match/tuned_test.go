package match_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"testing"

	"roomline/rules/match"
	"roomline/timeline"
)

// found is what a matcher makes of a record that is a block of its own, with the captures as text.
func found(m *match.Matcher, record []byte) []hit {
	needles := m.Needles(nil, record)
	if len(needles) == 0 && !m.Always() {
		return nil
	}
	var dst timeline.Matches
	m.Match(&dst, record, needles)
	var out []hit
	for _, f := range dst.List {
		out = append(out, hit{f.Signal, f.Line, f.Texts(record), f.Has})
	}
	return out
}

func same(a, b hit) bool {
	return a.signal == b.signal && a.line == b.line && a.has == b.has && slices.Equal(a.caps, b.caps)
}

// words makes signals and texts of few words, so that they meet.
type words struct{ *rand.Rand }

func (w words) list(most int) []string {
	var out []string
	for range w.Intn(most + 1) {
		out = append(out, w.word())
	}
	return out
}

func (w words) word() string {
	return []string{"room=1", "room", "bootstrap_room=", "failed", "Failed to send", " timed out", "größe", "ab", "Decode batch", "line\nbreak", "batch. ", "aaaa", "aaaaa"}[w.Intn(13)]
}

func (w words) text(n int) []byte {
	var sb strings.Builder
	for range n {
		sb.WriteString(w.word())
		sb.WriteString([]string{"", " ", "\n", "7"}[w.Intn(4)])
	}
	return []byte(sb.String())
}

func (w words) signals() []match.Signal {
	var out []match.Signal
	for i := range 1 + w.Intn(12) {
		s := match.Signal{ID: timeline.SignalID(i), All: w.list(3), Any: w.list(2), Not: w.list(1), Slow: true}
		if w.Intn(2) == 0 {
			s.Captures = []match.Capture{{Name: "n", Regex: match.KnownRegexp(`room=?(\d)`)}, {Name: "rest", Regex: match.KnownRegexp(`failed([^\n]*)`)}}
			s.Ignore = map[int]map[string]bool{0: {"7": true}}
		}
		if w.Intn(3) == 0 {
			s.Regex = match.KnownRegexp(`(?m)^(?:room|batch)`)
		}
		out = append(out, s)
	}
	return out
}

// TestTunedFindsTheSame: whatever the sample is, down to the line of a hit.
func TestTunedFindsTheSame(t *testing.T) {
	w := words{rand.New(rand.NewSource(4))}
	for range 150 {
		m, err := match.New(w.signals())
		if err != nil {
			t.Fatal(err)
		}
		tuned := []*match.Matcher{m.Tuned(nil), m.Tuned(w.text(400)), m.Tuned(bytes.Repeat([]byte{0}, 5000))}
		tuned = append(tuned, tuned[1].Tuned(w.text(3000)))
		for range 30 {
			record := w.text(w.Intn(12))
			want := found(m, record)
			for i, other := range tuned {
				if got := found(other, record); !slices.EqualFunc(got, want, same) {
					t.Fatalf("sample %d, %q: got %+v, want %+v", i, record, got, want)
				}
			}
		}
	}
}

// TestTunedToText: a literal that the sample is full of is not what is looked for, if there is another.
func TestTunedToText(t *testing.T) {
	m, err := match.New([]match.Signal{{All: []string{"XYZ!XYZ!", "seldom"}}})
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(strings.Repeat("XYZ!XYZ! and so on ", 200))
	if got := m.Needles(nil, text); len(got) != 200 {
		t.Fatalf("%d needles: the test expects that the longer one is looked for", len(got))
	}
	if got := m.Tuned(text).Needles(nil, text); len(got) != 0 {
		t.Errorf("%d needles, want none", len(got))
	}
}

// TestTunedAtOnce: goroutines tune a matcher, and use it and what they get, together.
func TestTunedAtOnce(t *testing.T) {
	w := words{rand.New(rand.NewSource(5))}
	m, err := match.New(w.signals())
	if err != nil {
		t.Fatal(err)
	}
	record := w.text(200)
	want := found(m, record)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 20 {
				if got := found(m.Tuned(record[i:]), record); !slices.EqualFunc(got, want, same) {
					t.Errorf("got %+v, want %+v", got, want)
				}
			}
		})
	}
	wg.Wait()
}

// FuzzMatch holds a signal, plain and tuned to the record, against its definition by package regexp.
func FuzzMatch(f *testing.F) {
	f.Add("room=|failed", "", "", `(?m)^fail`, `room=(\d{1,20})\b`, "x\nfailed room=12")
	f.Add("room", "ab|cd", "no", `(?m)^(?:\[[^\]\n]*\][: ]*)*room`, `with ([^\n]*)`, "[a] room ab with é\n")
	f.Fuzz(func(t *testing.T, all, some, not, regex, capture, text string) {
		s := match.Signal{All: split(all), Any: split(some), Not: split(not), Slow: true, Ignore: map[int]map[string]bool{0: {"0": true}}}
		c, err := match.ParseRegexp(capture)
		if err != nil || len(regex)+len(capture) > 200 || len(text) > 2000 {
			t.Skip()
		}
		s.Captures = []match.Capture{{Name: "c", Regex: c}}
		if s.Regex, err = match.ParseRegexp(regex); err != nil {
			t.Skip()
		}
		m, err := match.New([]match.Signal{s})
		if err != nil {
			t.Fatal(err)
		}
		want, ok := defined(&s, []byte(text))
		for _, m := range []*match.Matcher{m, m.Tuned([]byte(strings.Repeat(text, 2000/(len(text)+1)+1)))} {
			if got := found(m, []byte(text)); len(got) == 1 != ok || ok && !same(got[0], want) {
				t.Errorf("%+v in %q: got %+v, want %+v %v", s, text, got, want, ok)
			}
		}
	})
}

func split(list string) []string {
	return slices.DeleteFunc(strings.Split(list, "|"), func(s string) bool { return s == "" })
}

// TestQuotedShared: several signals pass the same quoted text, and ask for what lies in it in any order.
func TestQuotedShared(t *testing.T) {
	const quoted = `obj=(?:[^'"\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")*?`
	var signals []match.Signal
	for i, expr := range []string{quoted + `\blast=(\d+)`, quoted + `\broom=\[?(\d{1,20})\b`, quoted + `out=\{(\w+)`, `last=(\d+)`} {
		signals = append(signals, match.Signal{ID: timeline.SignalID(i), All: []string{"obj="}, Regex: match.KnownRegexp(strings.ReplaceAll(expr, "(\\d+)", "\\d")),
			Captures: []match.Capture{{Name: "c", Regex: match.KnownRegexp(expr)}}, Slow: true})
	}
	m, err := match.New(signals)
	if err != nil {
		t.Fatal(err)
	}
	rng, hits := rand.New(rand.NewSource(8)), 0
	for range 20000 {
		var sb strings.Builder
		sb.WriteString("obj=")
		for range rng.Intn(25) {
			sb.WriteString([]string{"'", "'", `"`, `\`, " ", "room=1", "room=[2", " last=3", "out={x", "obj=", "\n", "é", "x"}[rng.Intn(13)])
		}
		record := []byte(sb.String())
		var want []hit
		for i := range signals {
			if d, ok := defined(&signals[i], record); ok {
				want = append(want, d)
			}
		}
		got := found(m, record)
		hits += len(got)
		if !slices.EqualFunc(got, want, same) {
			t.Fatalf("%q: got %+v, want %+v", record, got, want)
		}
	}
	if hits < 10000 {
		t.Errorf("only %d hits", hits)
	}
}

// BenchmarkTuned is what a sample of 256 KiB costs.
func BenchmarkTuned(b *testing.B) {
	var sample []byte
	for i := 0; len(sample) < 256<<10; i++ {
		sample = fmt.Appendf(sample, "[2026-05-12 03:14:%02d TP%d] Decode batch. #running-req: %d, #token: %d, gen throughput (token/s): %d.%02d\n", i%60, i%8, i%97, i*31, i%2000, i%100)
	}
	for _, n := range []int{52, 400} {
		var signals []match.Signal
		for i := range n {
			signals = append(signals, match.Signal{All: []string{fmt.Sprintf("the %c%c%d of it failed badly", 'a'+i%26, 'A'+i/26, i)}})
		}
		m, err := match.New(signals)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				m.Tuned(sample)
			}
		})
	}
	b.Run("pack", func(b *testing.B) {
		m, err := match.New(shipped(b))
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			m.Tuned(sample)
		}
	})
}
