package packtest_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"roomline/rules"
	"roomline/rules/packtest"
)

// two is a test that expects something confirmed of one process, while work goes on in another.
const two = `  - name: two processes
    logs:
      decode@n1: |
        [2026-05-12 03:14:00] Decode batch 1
        [2026-05-12 03:14:01] it went boom
        [2026-05-12 03:15:50] alive
      decode@n2: |
        [2026-05-12 03:14:00] Decode batch 1
        [2026-05-12 03:14:01] it went boom
        [2026-05-12 03:14:25] Decode batch 2
        [2026-05-12 03:14:50] Decode batch 3
        [2026-05-12 03:15:50] alive
    expect: [{rule: quiet, entity: {process: decode@n1}, verdict: confirmed}]
`

func hold(t *testing.T, p *rules.Pack, seed uint64, n int, spoil func(name, text string) string) *packtest.Suite {
	t.Helper()
	s := &packtest.Suite{Runner: runner(t, p, spoil), Seed: seed, N: n}
	for _, x := range p.Tests {
		if err := s.Hold(x); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestLawsHold(t *testing.T) {
	s := hold(t, load(t, two+fmt.Sprintf(body, "")), 1, 30, nil)
	if len(s.Broken) > 0 || s.Tests != 2 || s.Variants[packtest.LawRemoval] < 40 || s.Variants[packtest.LawZone] == 0 || s.Variants[packtest.LawOrder] == 0 || s.Variants[packtest.LawIdentity] == 0 || s.Variants[packtest.LawSkew] == 0 {
		t.Errorf("%d tests, %v: %+v", s.Tests, s.Variants, s.Broken)
	}
}

// TestLawsAreDeterministic: a seed decides what is tried.
func TestLawsAreDeterministic(t *testing.T) {
	p := load(t, two)
	blind := func(_, text string) string { return strings.ReplaceAll(text, "-- Suppressed 7 messages\n", "") }
	a, b, c := hold(t, p, 3, 20, blind), hold(t, p, 3, 20, blind), hold(t, p, 4, 20, blind)
	if fmt.Sprint(a.Broken) != fmt.Sprint(b.Broken) {
		t.Errorf("one seed: %v, and then %v", a.Broken, b.Broken)
	}
	if len(a.Broken) == 0 || len(c.Broken) == 0 {
		t.Errorf("a reader that takes holes for silence is not caught: %v, %v", a.Broken, c.Broken)
	}
}

// TestLawsCatch: a reader that is wrong in some way breaks a law, and what is shown is small.
func TestLawsCatch(t *testing.T) {
	rooms := `  - name: rooms
    logs:
      decode@n1: |
        [2026-05-12 03:14:00] Decode batch 1
        [2026-05-12 03:14:01] Receive: obj room=7001
        [2026-05-12 03:15:50] alive
    expect: [{rule: got, entity: {room: "7001"}, verdict: confirmed}]
`
	byRoom := strings.Replace(head, "rules:\n", "rules:\n  - {id: got, title: t, severity: info, by: [room], mitigation: m, pattern: {event: seen}}\n", 1)
	pair := `  - name: pair
    logs:
      decode@n1: |
        [2026-05-12 03:14:00] Decode batch 1
        [2026-05-12 03:14:01] it went boom
        [2026-05-12 03:15:50] alive
      prefill@n2: |
        [2026-05-12 03:14:00] Prefill
        [2026-05-12 03:14:11] Receive: obj room=7
        [2026-05-12 03:15:50] alive
    expect: [{rule: pair, verdict: confirmed}]
`
	byGroup := strings.Replace(head, "rules:\n", "rules:\n  - {id: pair, title: t, severity: info, by: [group], mitigation: m, pattern: {seq: [{a: boom}, {b: {event: seen, during: {after: a, within: 30s}}}]}}\n", 1)
	replaced := func(old, by string) func(_, text string) string {
		return func(_, text string) string { return strings.ReplaceAll(text, old, by) }
	}
	for _, x := range []struct {
		name, pack string
		spoil      func(name, text string) string
		law, what  string
		lines      int
	}{
		{"holes are taken for silence", head + two, replaced("-- Suppressed 7 messages\n", ""), packtest.LawRemoval, "refuted -> confirmed", 2},
		{"the second file counts for nothing", head + two, func(name, text string) string {
			if name == "l1.log" {
				return strings.ReplaceAll(text, "boom", "fine")
			}
			return text
		}, packtest.LawOrder, "only then", 0},
		{"an id is mistaken for another", byRoom + rooms, func(_, text string) string {
			return regexp.MustCompile(`room=7046\d+`).ReplaceAllString(text, "room=7001")
		}, packtest.LawIdentity, "by a line about another", 1},
		{"a wrong zone is believed", byGroup + pair, func(_, text string) string {
			if !strings.Contains(text, "shift: ") {
				return text
			}
			text = strings.ReplaceAll(text, `group: "g0"}`, `group: "g0", zone: UTC}`)
			return regexp.MustCompile(`shift: -?[18]h0m0s`).ReplaceAllString(text, "zone: Asia/Shanghai")
		}, packtest.LawZone, "inconclusive", 0},
		{"a clock is set off by more than is doubted", strings.Replace(byGroup, "event: seen,", "event: work,", 1) + strings.Replace(pair, "Receive: obj room=7", "Decode batch", 1), replaced("shift: -4s", "shift: -60s"), packtest.LawSkew, "confirmed -> refuted", 0},
	} {
		p, faults := rules.Load("p.yaml", []byte(x.pack))
		if p == nil {
			t.Fatal(faults)
		}
		s := hold(t, p, 1, 40, x.spoil)
		i := slices.IndexFunc(s.Broken, func(b packtest.Breach) bool { return b.Law == x.law && strings.Contains(b.What, x.what) })
		if i < 0 {
			t.Errorf("%s: not caught: %+v", x.name, s.Broken)
			continue
		}
		if b := s.Broken[i]; x.lines > 0 && len(b.Touched) > x.lines {
			t.Errorf("%s: %d lines are shown, %d would do: %v", x.name, len(b.Touched), x.lines, b.Touched)
		}
	}
}
