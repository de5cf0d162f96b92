package match

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"testing"

	"roomline/timeline"
)

func build(t testing.TB, signals ...Signal) *Matcher {
	t.Helper()
	for i := range signals {
		signals[i].ID = timeline.SignalID(i)
	}
	m, err := New(signals)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// run is what a scanner does with a record that is a block of its own.
func run(m *Matcher, record string) []timeline.Match {
	needles := m.Needles(nil, []byte(record))
	if len(needles) == 0 && !m.Always() {
		return nil
	}
	var dst timeline.Matches
	m.Match(&dst, []byte(record), needles)
	return dst.List
}

func ids(ms []timeline.Match) []timeline.SignalID {
	var out []timeline.SignalID
	for _, m := range ms {
		out = append(out, m.Signal)
	}
	return out
}

func TestConditions(t *testing.T) {
	rx := KnownRegexp
	const record = "[2026-05-12 03:14:12 TP0] Decode transfer failed for request\nroom=0 bootstrap_room=42\nKVTransferError(9): gone"
	for name, c := range map[string]struct {
		Signal
		line int
		hit  bool
	}{
		"all, the line of the needle": {Signal{All: []string{"transfer failed", "KVTransferError"}}, 2, true},
		"one of all lacks":            {Signal{All: []string{"transfer failed", "nothing"}}, 0, false},
		"case counts":                 {Signal{All: []string{"Transfer failed"}}, 0, false},
		"any, the line of its hit":    {Signal{Any: []string{"nothing", "KVTransferError"}}, 2, true},
		"any, the earlier line":       {Signal{Any: []string{"KVTransferError", "bootstrap_room="}}, 1, true},
		"not":                         {Signal{All: []string{"KVTransferError"}, Not: []string{"room=42"}}, 0, false},
		"not, which is not there":     {Signal{All: []string{"KVTransferError"}, Not: []string{"room=43"}}, 2, true},
		"regex tells the line":        {Signal{All: []string{"transfer failed"}, Regex: rx(`(?m)^KVTransferError\(\d\)`)}, 2, true},
		"regex fails":                 {Signal{All: []string{"transfer failed"}, Regex: rx(`^KVTransferError`)}, 0, false},
		"slow, by regex alone":        {Signal{Regex: rx(`room=\d+`), Slow: true}, 1, true},
		"slow, by a short literal":    {Signal{All: []string{"(9)"}, Slow: true}, 2, true},
		"slow, but with a needle":     {Signal{All: []string{"gone"}, Slow: true}, 2, true},
		"short any makes it slow":     {Signal{Any: []string{"KVTransferError", "TP9"}, Slow: true}, 2, true},
		"a literal with line break":   {Signal{All: []string{"request\nroom=0", "gone"}}, 2, true},
	} {
		got := run(build(t, c.Signal), record)
		if (len(got) == 1) != c.hit || c.hit && got[0].Line != c.line {
			t.Errorf("%s: got %+v, want hit %v on line %d", name, got, c.hit, c.line)
		}
	}
}

func TestCaptures(t *testing.T) {
	rx := KnownRegexp
	m := build(t, Signal{
		All: []string{"failed"},
		Captures: []Capture{
			{"room", rx(`room=(\d+)`)},
			{"code", rx(`\(\d+\)`)},
			{"peer", rx(`peer=(\S+)`)},
			{"either", rx(`a=(\d+)|failed`)},
		},
		Ignore: map[int]map[string]bool{0: {"0": true}},
	})
	record := []byte("failed (7): room=18446744073709551615")
	got := run(m, string(record))
	want := []string{"18446744073709551615", "(7)", "", ""}
	if len(got) != 1 || !slices.Equal(got[0].Texts(record), want) || got[0].Has != 0b0011 {
		t.Errorf("got %+v, want %q with Has 0011", got, want)
	}
	if got := run(m, "failed: room=0"); len(got) > 0 {
		t.Errorf("room 0 is to be ignored, got %+v", got)
	}
	if got := run(m, "failed: no number"); len(got) != 1 || got[0].Has != 0 {
		t.Errorf("a missing capture is no reason to drop a hit: %+v", got)
	}
}

func TestFaults(t *testing.T) {
	for name, s := range map[string]Signal{
		"nothing":          {},
		"too short":        {All: []string{"abc"}},
		"line break":       {All: []string{"ab\ncdef"}},
		"one short any":    {Any: []string{"abcd", "abc"}},
		"only not":         {Not: []string{"abcd"}},
		"only regex":       {Regex: KnownRegexp("abcd")},
		"33 captures":      {All: []string{"abcd"}, Captures: make([]Capture, 33)},
		"slow, 33 of them": {Slow: true, Captures: make([]Capture, 33)},
	} {
		if _, err := New([]Signal{s}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	m, err := New(nil)
	if err != nil || m.Always() || run(m, "anything at all") != nil {
		t.Errorf("no signals: %v", err)
	}
}

// TestMany: more signals than fit one word, or the buffer on the stack; order and sharing.
func TestMany(t *testing.T) {
	for _, n := range []int{64, 65, 130, 512, 513, 1200} {
		var signals []Signal
		for i := range n {
			signals = append(signals, Signal{All: []string{fmt.Sprintf("literal number %d.", i%(n/2))}})
		}
		m := build(t, signals...)
		last := n/2 - 1
		got := run(m, fmt.Sprintf("literal number %d. literal number 0. literal number %d.", last, last))
		want := []timeline.SignalID{0, timeline.SignalID(last), timeline.SignalID(n / 2), timeline.SignalID(n/2 + last)}
		if n%2 == 1 {
			want = append(want, timeline.SignalID(n-1)) // n-1 modulo n/2 is 0
		}
		if !slices.Equal(ids(got), want) {
			t.Errorf("%d signals: got %v, want %v", n, ids(got), want)
		}
	}
}

func TestNeedlesOverlap(t *testing.T) {
	m := build(t, Signal{All: []string{"room"}}, Signal{All: []string{"bootstrap_room"}}, Signal{All: []string{"room=1"}},
		Signal{All: []string{"aaaa"}}, Signal{All: []string{"room"}})
	for text, want := range map[string]string{
		"bootstrap_room=1": "1@0 0@10 2@10",
		"xbootstrap_room":  "1@1 0@11",
		"aaaaaa":           "3@0 3@1 3@2",
		"_aaaa":            "3@1",
		"room":             "0@0",
		"\nroom":           "0@1",
		"roo":              "",
		"ro\nom":           "",
		"":                 "",
	} {
		var got []string
		for _, n := range m.Needles(nil, []byte(text)) {
			got = append(got, fmt.Sprintf("%d@%d", n.ID, n.Off))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: got %q, want %q", text, s, want)
		}
	}
}

// TestNeedlesAppend: what is in dst stays in front, and the block is not read beyond its end.
func TestNeedlesAppend(t *testing.T) {
	m := build(t, Signal{All: []string{"needle"}})
	backing := []byte("xxxxxxxxxxxneedleneedle")
	dst := m.Needles([]timeline.Needle{{Off: 99, ID: 7}}, backing[:16])
	if len(dst) != 1 {
		t.Errorf("a needle cut by the end of the block was found: %v", dst)
	}
	dst = m.Needles(dst, backing[:17])
	if want := []timeline.Needle{{Off: 99, ID: 7}, {Off: 11}}; !slices.Equal(dst, want) {
		t.Errorf("got %v, want %v", dst, want)
	}
}

func TestConcurrent(t *testing.T) {
	m := build(t, Signal{All: []string{"needle"}, Captures: []Capture{{"n", KnownRegexp(`\d+`)}}})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 200 {
				want := fmt.Sprint(g*1000 + i)
				if got := run(m, "a needle "+want); len(got) != 1 || got[0].Texts([]byte("a needle " + want))[0] != want {
					t.Errorf("got %+v, want %s", got, want)
				}
			}
		})
	}
	wg.Wait()
}

// brute is the definition: every place of every needle.
func brute(literals []string, text string) []timeline.Needle {
	var out []timeline.Needle
	for off := range len(text) {
		for id, l := range literals {
			if strings.HasPrefix(text[off:], l) {
				out = append(out, timeline.Needle{Off: off, ID: int32(id)})
			}
		}
	}
	return out
}

func compare(t *testing.T, literals []string, text string) {
	t.Helper()
	literals = unique(literals)
	var signals []Signal
	for _, l := range literals {
		signals = append(signals, Signal{All: []string{l}})
	}
	m := build(t, signals...)
	if got, want := m.Needles(nil, []byte(text)), brute(literals, text); !slices.Equal(got, want) {
		t.Fatalf("needles %q in %q:\ngot  %v\nwant %v", literals, text, got, want)
	}
	var want []timeline.SignalID
	for i, l := range literals {
		if strings.Contains(text, l) {
			want = append(want, timeline.SignalID(i))
		}
	}
	if got := ids(run(m, text)); !slices.Equal(got, want) {
		t.Fatalf("signals of %q in %q: got %v, want %v", literals, text, got, want)
	}
}

// TestDifferential: few letters, so that needles overlap, begin and end alike.
func TestDifferential(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	word := func(n, letters int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "ab \x00\xff=xyzw"[rng.Intn(letters)]
		}
		return string(b)
	}
	for range 4000 {
		letters := 1 + rng.Intn(10)
		var literals []string
		for range 1 + rng.Intn(40) {
			literals = append(literals, word(4+rng.Intn(9), letters))
		}
		text := word(rng.Intn(200), letters)
		for range rng.Intn(4) {
			text += literals[rng.Intn(len(literals))]
		}
		compare(t, literals, text)
	}
}

func FuzzNeedles(f *testing.F) {
	f.Add("room=|bootstrap_room=|oom=1", "bootstrap_room=1")
	f.Add("aaaa|aaaaa", "aaaaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, needles, text string) {
		var literals []string
		for _, l := range strings.Split(needles, "|") {
			if fit(l) {
				literals = append(literals, l)
			}
		}
		compare(t, literals, text)
	})
}
