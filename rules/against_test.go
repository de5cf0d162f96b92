package rules_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

// TestAgainst holds what is said against refuted steps to tables of small cases, operator by operator.
func TestAgainst(t *testing.T) {
	forEachCaseIn(t, "testdata/against/*.txt", func(t *testing.T, c *edgeCase) {
		set, _, err := c.set()
		if err != nil {
			t.Fatal(err)
		}
		got := againstTranscript(judgeFacts(set, c.story.facts(set)))
		if *edgeUpdate {
			c.want = got
			return
		}
		if got != c.want {
			t.Errorf("%s\n%s\ngot\n%swant\n%s", c.rules, strings.Join(c.input, "\n"), got, c.want)
		}
	})
}

// againstTranscript writes what speaks against each refuted step, and how near the rule came.
func againstTranscript(res *rules.Result) string {
	var b strings.Builder
	for i := range res.Findings {
		f := &res.Findings[i]
		for j := range f.Steps {
			for _, x := range f.Steps[j].Against {
				fmt.Fprintf(&b, "%s: %s (%s to %s)\n", f.Steps[j].ID, x.Says, cmp.Or(x.Window.Lo.String(), "open"), cmp.Or(x.Window.Hi.String(), "open"))
				for _, e := range x.Evidence {
					fmt.Fprintf(&b, "  %s\n", evidenceWords(e))
				}
			}
		}
		n := f.NearMiss
		fmt.Fprintf(&b, "%s at %s %q: %s | %s\n", f.Verdict, n.BlockedAt, n.Lacks, n.Nearest, n.Distance)
	}
	return b.String()
}

func evidenceWords(e rules.Evidence) string {
	if e.Hit != nil {
		return fmt.Sprintf("%s:%d", e.Source, e.Hit.Ref.Line)
	}
	return fmt.Sprintf("%s %s to %s, %d samples, at last %q", e.Claim.Series, e.Claim.From, e.Claim.To, e.Claim.Samples, e.Claim.Value)
}

// TestAgainstHistories: in random histories, whatever refuted a step is named with a record or a sample, and
// nothing is said against a step that is not refuted.
func TestAgainstHistories(t *testing.T) {
	set := lawSet(t)
	var mu sync.Mutex
	seen := map[string]int{}
	eachHistory(t, *lawN, func(rng *rand.Rand, i int) {
		s := makeHistory(rng, 1+i%3)
		res := judgeFacts(set, s.facts(set))
		mu.Lock()
		defer mu.Unlock()
		for n := range res.Findings {
			f := &res.Findings[n]
			for k := range f.Steps {
				if st := &f.Steps[k]; st.Verdict == timeline.F {
					seen[f.Rule]++
				}
				if fault := faultOfAgainst(f, &f.Steps[k]); fault != "" {
					t.Fatalf("history %d, seed %d: %s %v %s: %s\n%s", i, *lawSeed, f.Rule, f.Entity, f.Steps[k].ID, fault, s.bundle())
				}
			}
		}
	})
	for _, rule := range []string{"after", "silent", "silent-during", "burst-after", "few", "holds", "holds-base", "grew", "rises", "falls", "any-of", "all-of", "witnesses", "unless"} {
		if seen[rule] == 0 {
			t.Errorf("no step of %s was refuted: the test shows nothing of it", rule)
		}
	}
}

func faultOfAgainst(f *rules.Finding, st *rules.Step) string {
	if st.Verdict != timeline.F {
		if len(st.Against) > 0 {
			return "something is said against what is not refuted"
		}
		return ""
	}
	if len(st.Against) == 0 {
		return "nothing is said against it"
	}
	for _, x := range st.Against {
		if x.Says == "" || len(x.Evidence) == 0 {
			return fmt.Sprintf("%q has no evidence", x.Says)
		}
		for _, e := range x.Evidence {
			if e.Hit == nil && !e.Claim.Silence && e.Claim.Samples == 0 {
				return fmt.Sprintf("%q rests on no sample", x.Says)
			}
		}
	}
	if f.Verdict == timeline.F && f.NearMiss.BlockedAt == "" {
		return "it is not said which step refuted it"
	}
	return ""
}
