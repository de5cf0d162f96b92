package cre_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/rules/cre"
)

// The meaning of a CRE rule, said a second time and plainly: there are records, one for each condition (as often as
// it is counted), all within the window, of a sequence in this order, so that no record of a negate lies in its
// window. Random rules on random logs that cover all of it: what is carried over must say the same; what is
// carried over in part may not say more.

var rounds = flag.Int("rounds", 400, "how many random rules TestMeaning tries")

type wantTerm struct {
	letter byte
	count  int
}

type wantNegate struct {
	letter        byte
	window, slide time.Duration
	anchor        int
	absolute      bool
}

type wanted struct {
	sequence bool
	window   time.Duration
	terms    []wantTerm
	negates  []wantNegate
}

type line struct {
	at     time.Duration
	letter byte
}

// step is the distance of records: no sum of the windows below is a multiple of it, so no verdict hangs on a tie.
const step = 1300 * time.Millisecond

func TestMeaning(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	fired, exact := 0, 0
	for i := range *rounds {
		w := randomRule(r)
		log := randomLog(r)
		res := cre.Import([]cre.File{{Path: "a.yaml", Src: []byte(w.yaml())}}, cre.Options{Name: "cre", Version: "1.0.0", Owner: "imported"})
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.log"), []byte(text(log)), 0o600); err != nil {
			t.Fatal(err)
		}
		if res.Rules[0].State == cre.Out {
			t.Fatalf("left out:\n%s%s", w.yaml(), notesText(res))
		}
		got, fires := judge(t, res.Pack(), dir), w.fires(log)
		v := verdict(got, "X")
		wrong := v == "confirmed" && !fires
		if res.Rules[0].State == cre.Carried {
			exact++
			wrong = wrong || v != "confirmed" && fires || v == "inconclusive" || v == "not_observed"
		}
		if wrong {
			t.Fatalf("round %d: it is %s, and plainly it fires: %v\n%s\n%s\n%s\n%s", i, v, fires, w.yaml(), res.Pack(), text(log), said(res, got))
		}
		if fires {
			fired++
		}
	}
	if fired < *rounds/8 || fired > *rounds*7/8 || exact < *rounds/4 {
		t.Errorf("of %d rules %d fire and %d are exact: that tells little", *rounds, fired, exact)
	}
	t.Logf("of %d rules %d fire, %d are carried over exactly", *rounds, fired, exact)
}

func randomRule(r *rand.Rand) *wanted {
	spans := []time.Duration{0, 5 * time.Second, 15 * time.Second}
	w := &wanted{sequence: r.IntN(2) == 0, window: 10 * time.Second}
	letters := []byte("ABC")
	r.Shuffle(3, func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	n, counted := 1+r.IntN(3), false
	if w.sequence {
		n = 2 + r.IntN(2)
	}
	for i := range n {
		c := 1
		if r.IntN(4) == 0 {
			c, counted = 2, true
		}
		if w.sequence && r.IntN(4) == 0 && i > 0 {
			letters[i] = letters[0] // the same text twice in a sequence
		}
		w.terms = append(w.terms, wantTerm{letters[i], c})
	}
	for range r.IntN(3) {
		g := wantNegate{letter: "NM"[r.IntN(2)], window: spans[r.IntN(3)], slide: []time.Duration{0, -5 * time.Second, 5 * time.Second}[r.IntN(3)], absolute: r.IntN(2) == 0}
		if !counted {
			g.anchor = r.IntN(n)
		}
		w.negates = append(w.negates, g)
	}
	return w
}

func randomLog(r *rand.Rand) []line {
	var out []line
	at := time.Duration(0)
	for range 14 {
		at += time.Duration(1+r.IntN(5)) * step
		out = append(out, line{at, "AABBCCNMx"[r.IntN(9)]})
	}
	return out
}

func (w *wanted) yaml() string {
	kind, key := "set", "match"
	if w.sequence {
		kind, key = "sequence", "order"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "rules:\n  - cre: {id: X, title: t, severity: 1}\n    rule:\n      %s:\n        event: {source: a}\n        window: %s\n        %s:\n", kind, w.window, key)
	for _, x := range w.terms {
		fmt.Fprintf(&b, "          - {value: letter %c, count: %d}\n", x.letter, x.count)
	}
	if w.negates != nil {
		b.WriteString("        negate:\n")
	}
	for _, g := range w.negates {
		fmt.Fprintf(&b, "          - {value: letter %c, window: %s, slide: %s, anchor: %d, absolute: %v}\n", g.letter, g.window, g.slide, g.anchor, g.absolute)
	}
	return b.String()
}

func text(log []line) string {
	begin := time.Date(2031, 3, 1, 10, 0, 0, 0, time.UTC)
	stamp := func(d time.Duration) string { return begin.Add(d).Format("2006-01-02T15:04:05.000Z") }
	var b strings.Builder
	fmt.Fprintf(&b, "%s up\n", stamp(-10*time.Minute))
	for _, l := range log {
		fmt.Fprintf(&b, "%s letter %c\n", stamp(l.at), l.letter)
	}
	fmt.Fprintf(&b, "%s idle\n", stamp(20*time.Minute))
	return b.String()
}

// fires tries every choice of records.
func (w *wanted) fires(log []line) bool {
	var asked []byte
	for _, x := range w.terms {
		asked = append(asked, slices.Repeat([]byte{x.letter}, x.count)...)
	}
	return w.choose(log, asked, nil)
}

func (w *wanted) choose(log []line, asked []byte, chosen []int) bool {
	if len(asked) == 0 {
		return w.holds(log, chosen)
	}
	for i, l := range log {
		after := !w.sequence || len(chosen) == 0 || i > chosen[len(chosen)-1]
		if l.letter == asked[0] && after && !slices.Contains(chosen, i) && w.choose(log, asked[1:], append(slices.Clone(chosen), i)) {
			return true
		}
	}
	return false
}

func (w *wanted) holds(log []line, chosen []int) bool {
	var at []time.Duration
	for _, i := range chosen {
		at = append(at, log[i].at)
	}
	slices.Sort(at)
	span := at[len(at)-1] - at[0]
	if span > w.window {
		return false
	}
	for _, g := range w.negates {
		from := at[g.anchor] + g.slide
		to := from + g.window
		if !g.absolute {
			to += span
		}
		for _, l := range log {
			if l.letter == g.letter && l.at >= from && l.at <= to {
				return false
			}
		}
	}
	return true
}
