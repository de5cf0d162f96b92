package match_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"roomline/rules/match"
	"roomline/timeline"
)

const alikeHeader = `(?m)^(?:\[[^\]\n]*\][: ]*)*(?:(?:ERROR|WARNING|WARN|INFO|DEBUG|CRITICAL):[ \t]+)?`

func alikeSignals() []match.Signal {
	rx := match.KnownRegexp
	return []match.Signal{
		{ID: 0, All: []string{"Decode batch", "#running-req:"}, Regex: rx(alikeHeader + `Decode batch`)},
		{ID: 1, Any: []string{"Prefill batch", "Decode batch"}, Not: []string{"#new-seq: 1, #new-token: 1,", "#new-seq: 1, #new-token: 64,"},
			Regex: rx(alikeHeader + `(?:Prefill batch|Decode batch(?: ?\[\d+\])?[.,] #running-req: [1-9])`)},
		{ID: 2, All: []string{"Decode batch", "token usage: 0.9"}, Regex: rx(`token usage: 0\.9[5-9]`)},
		{ID: 3, All: []string{"Decode batch"}, Not: []string{" PP1", " PP2"}},
		{ID: 4, All: []string{"Decode batch", "-req: 1"}},
		{ID: 5, All: []string{"Decode batch"}, Regex: rx(`#running-req: \d\d\b`)},
		{ID: 6, All: []string{"#token: ", "Decode batch"}, Captures: []match.Capture{{Name: "n", Regex: rx(`#token: (\d+)`)}}},
		{ID: 7, All: []string{"Prefill batch"}, Regex: rx(`(?m)^\[\d{4}-[^\n]*#new-token: (?:1|64|256),`)},
		{ID: 8, All: []string{"batch"}, Any: []string{"TP1", "#queue-req: 0"}},
		{ID: 9, All: []string{"Decode batch"}, Regex: rx(alikeHeader + `(?i)decode (?:BATCH)[^\n]*$`)},
		{ID: 10, All: []string{"Decode batch"}, Not: []string{"True"}},
	}
}

// alikeLine is a batch line, or nearly one: what its digits are is left open.
func alikeLine(r *rand.Rand) (form string) {
	for _, p := range []string{"Decode batch", "[0]", ".", ", #running-req: 0", ", #token: 0", ", token usage: 0.0", ", #new-seq: 0, #new-token: 0, #cached-token: 0,", " cuda graph: True", ", #queue-req: 0"} {
		if r.IntN(4) > 0 {
			form += p
		}
	}
	switch r.IntN(4) {
	case 0:
		return "Prefill batch" + form
	case 1:
		return "Decode batch. #running-req: 0, #token: 0" + form
	}
	return form
}

// someSignals looks for a few signals.
func someSignals(t *testing.T, r *rand.Rand) *match.Matcher {
	all := alikeSignals()
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	m, err := match.New(all[:1+r.IntN(4)])
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// randomDigits is what may be known of a run: something is possible.
func randomDigits(r *rand.Rand) timeline.Digits {
	d := timeline.Digits(1<<r.IntN(10) | 1<<(10+r.IntN(2)))
	switch r.IntN(3) {
	case 0:
		return timeline.AnyDigits
	case 1:
		return d | timeline.Digits(r.IntN(1<<12))
	}
	return d
}

// fill writes digits for each 0.
func fill(r *rand.Rand, form string, l *timeline.Alike) []byte {
	var out []byte
	run := 0
	for _, c := range []byte(form) {
		if c != '0' {
			out = append(out, c)
			continue
		}
		n := 1 + r.IntN(3)
		first := "01125699"[r.IntN(8)]
		if run < len(l.Digits) {
			d := l.Digits[run]
			for first = byte('0' + r.IntN(10)); d>>(first-'0')&1 == 0; {
				first = byte('0' + r.IntN(10))
			}
			switch {
			case d&timeline.MoreDigits == 0:
				n = 1
			case d&timeline.OneDigit == 0:
				n = 2 + r.IntN(3)
			}
		}
		out = append(out, first)
		for range n - 1 {
			out = append(out, "0124569"[r.IntN(7)])
		}
		run++
	}
	return out
}

// TestDecide: what is said of all records that are alike, Match says of each.
func TestDecide(t *testing.T) {
	r, decided, some := rand.New(rand.NewPCG(5, 6)), 0, 0
	var m *match.Matcher
	for i := range 20_000 {
		if i%100 == 0 {
			m = someSignals(t, r)
		}
		form := alikeLine(r)
		l := timeline.Alike{Form: []byte(form)}
		for range r.IntN(2 + bytes.Count(l.Form, []byte("0"))) {
			l.Digits = append(l.Digits, randomDigits(r))
		}
		header := func() string {
			return fmt.Sprintf("[2026-11-01 12:%02d:00.000%s] ", r.IntN(60), []string{"", " TP1", " DP12 TP0", " PP2"}[r.IntN(4)])
		}
		first := header() + string(fill(r, form, &l))
		l.IDs = needleIDs(m, first)
		signals, ok := m.Decide(&l)
		if !ok {
			continue
		}
		decided++
		some += len(signals)
		for k := range 12 {
			line := first
			if k > 0 {
				line = header() + string(fill(r, form, &l))
			}
			needles := m.Needles(nil, []byte(line))
			if !slices.Equal(needleIDs(m, line), l.IDs) {
				continue
			}
			var got timeline.Matches
			m.Match(&got, []byte(line), needles)
			ids := []timeline.SignalID(nil)
			for _, g := range got.List {
				ids = append(ids, g.Signal)
			}
			if !slices.Equal(ids, signals) {
				t.Fatalf("%q: %v, decided %v of %+v", line, ids, signals, l)
			}
		}
	}
	if decided < 5000 || some < 2000 {
		t.Errorf("only %d forms were decided, %d signals", decided, some)
	}
}

func needleIDs(m *match.Matcher, line string) (ids []int32) {
	for _, n := range m.Needles(nil, []byte(line)) {
		ids = append(ids, n.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// TestDecides: what the shipped packs ask of a batch line is told by its first number.
func TestDecides(t *testing.T) {
	m, err := match.New(alikeSignals()[:2])
	if err != nil {
		t.Fatal(err)
	}
	form := "Decode batch. #running-req: 0, #token: 0, token usage: 0.0, cuda graph: True, gen throughput (token/s): 0.0, #queue-req: 0, "
	ids := needleIDs(m, form)
	const length = timeline.OneDigit | timeline.MoreDigits
	for _, c := range []struct {
		digits []timeline.Digits
		want   string
	}{
		{nil, "[] false"},
		{[]timeline.Digits{timeline.AnyDigits, 1 | length}, "[] false"},
		{[]timeline.Digits{1<<10 - 2 | length}, "[0 1] true"},
		{[]timeline.Digits{1 | length}, "[0] true"},
		{[]timeline.Digits{3 | length}, "[] false"},
	} {
		got, ok := m.Decide(&timeline.Alike{Form: []byte(form), Digits: c.digits, IDs: ids})
		if s := fmt.Sprintln(got, ok); s != c.want+"\n" {
			t.Errorf("digits %b: %s, want %s", c.digits, s, c.want)
		}
	}
}
