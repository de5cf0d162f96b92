package match_test

import (
	"math/rand/v2"
	"testing"

	"roomline/rules/match"
	"roomline/timeline"
)

func soleSignals() []match.Signal {
	number := func(id int, literal, expr string) match.Signal {
		return match.Signal{ID: timeline.SignalID(id), All: []string{literal}, Captures: []match.Capture{{Name: "n", Regex: match.KnownRegexp(expr)}}}
	}
	ignoring := number(3, "sess ", `sess (\d+)`)
	ignoring.Ignore = map[int]map[string]bool{0: {"0": true}}
	return []match.Signal{
		{ID: 0, All: []string{"lost"}},
		number(1, "room=", `room=(\d+)`),
		number(2, " room ", ` room (\d{1,3})\b`),
		ignoring,
		number(4, "other", `other=(\d+)`),                                  // the literal is not all that stands before it
		{ID: 5, All: []string{"both", "room="}},                            // two literals
		{ID: 6, All: []string{"with"}, Regex: match.KnownRegexp(`with x`)}, // more than a literal
	}
}

// TestSoles: where one needle decides, Match says the same.
func TestSoles(t *testing.T) {
	m, err := match.New(soleSignals())
	if err != nil {
		t.Fatal(err)
	}
	soles, said := m.Soles(), 0
	words := []string{"lost", "room=", " room ", "sess ", "other", "=", "0", "7", "12", "1234", "99999999999999999999999", "a", "_", " ", "-", "é", "both", "with", "x"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var b []byte
		for range r.IntN(9) {
			b = append(b, words[r.IntN(len(words))]...)
		}
		needles := m.Needles(nil, b)
		var got []timeline.Match
		alone := len(needles) > 0
		for _, n := range needles {
			alone = alone && n.ID == needles[0].ID && soles[n.ID] != nil
		}
		if !alone {
			continue
		}
		said++
		for _, s := range soles[needles[0].ID] {
			from, to, hit := s.Find(b, needles, needles[0].ID)
			if hit {
				one := timeline.Match{Signal: s.Signal}
				if from >= 0 {
					one.Has, one.Caps = 1, []timeline.Span{{From: int32(from), To: int32(to)}}
				}
				got = append(got, one)
			}
		}
		var want timeline.Matches
		m.Match(&want, b, needles)
		if len(got) != len(want.List) {
			t.Fatalf("%q: %d signals, want %d", b, len(got), len(want.List))
		}
		for i, g := range got {
			w := want.List[i]
			if g.Signal != w.Signal || g.Has != w.Has || g.Has == 1 && g.Caps[0] != w.Caps[0] {
				t.Fatalf("%q: %+v, want %+v", b, g, w)
			}
		}
	}
	if said < 1000 {
		t.Fatalf("only %d records were decided by one needle", said)
	}
}

// TestNoSoles: what a needle alone does not decide is left to Match.
func TestNoSoles(t *testing.T) {
	m, err := match.New(soleSignals())
	if err != nil {
		t.Fatal(err)
	}
	decided := map[timeline.SignalID]bool{}
	for _, list := range m.Soles() {
		for _, s := range list {
			decided[s.Signal] = true
		}
	}
	for id, want := range map[timeline.SignalID]bool{0: true, 2: true, 3: true, 4: false, 5: false, 6: false} {
		if decided[id] != want {
			t.Errorf("signal %d is decided by its needle alone: %v", id, decided[id])
		}
	}
}
