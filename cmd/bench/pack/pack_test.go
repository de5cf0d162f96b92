package pack_test

import (
	"regexp"
	"strings"
	"testing"

	"roomline/cmd/bench/pack"
	"roomline/rules"
)

func TestPacksLoad(t *testing.T) {
	for what, c := range map[string]struct {
		patterns []string
		n        int
	}{"the fifty": {pack.Patterns, 50}, "many": {pack.Many(400), 400}} {
		p, faults := rules.Load(what, []byte(pack.Of(c.patterns)))
		if p == nil {
			t.Fatalf("%s: %v", what, faults)
		}
		set, err := rules.NewSet(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(set.RuleIDs()); got != c.n {
			t.Errorf("%s: %d rules, not %d", what, got, c.n)
		}
	}
}

// Every match of a pattern holds its literal; of a literal that is all.
func TestLongest(t *testing.T) {
	for pattern, want := range map[string]string{
		`a\.b`: "a.b", `Request [0-9]+ timed out after [0-9.]+s`: " timed out after ", `ooncake [Ss]ession .* (failed|is not alive)`: "ooncake ", ` room (\d+)`: " room ",
	} {
		if got, whole := pack.Longest(pattern); got != want || whole != (pattern == `a\.b`) {
			t.Errorf("the literal of %q is %q (%v), not %q", pattern, got, whole, want)
		}
	}
}

// Many are different literals, of which the first are the fifty's.
func TestMany(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range pack.Many(400) {
		if literal, whole := pack.Longest(p); !whole || len(literal) < 4 || seen[literal] || !regexp.MustCompile(p).MatchString(literal) {
			t.Errorf("%q is no literal of its own", p)
		} else {
			seen[literal] = true
		}
	}
}

// The CRE rules are as many as asked for, a literal of its own each.
func TestCRE(t *testing.T) {
	text := pack.CRE(pack.CRERules)
	if n := strings.Count(text, "- cre:"); n != pack.CRERules {
		t.Errorf("%d rules", n)
	}
	for what, least := range map[string]int{"sequence:": 60, "negate:": 60, "count:": 30} {
		if n := strings.Count(text, what); n < least {
			t.Errorf("%d times %q, at least %d are meant", n, what, least)
		}
	}
}
