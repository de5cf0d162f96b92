package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"roomline/cmd/pdlab/scenario"
)

var update = flag.Bool("update", false, "rewrite the table in docs/lab.md")

// TestDocs holds the table of docs/lab.md against the scenarios and what their truth implies.
func TestDocs(t *testing.T) {
	const path, begin, end = "../../docs/lab.md", "-update -->\n", "<!-- end -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", path)
	}
	want := head + begin + scenarioTable(t) + end + tail
	if want == string(text) {
		return
	}
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("the table of %s is not what the scenarios are: go test ./cmd/pdlab -run TestDocs -update", path)
}

func scenarioTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| scenario | group | what happens | what must be found |\n|---|---|---|---|\n")
	for _, s := range scenario.All {
		var rules []string
		for seed := range 2 {
			m := produced(t, "-scenario", s.Name, "-seed", fmt.Sprint(seed+1), "-log-requests", "-time-stats")
			rules = append(rules, m.truth.Confirmed...)
		}
		slices.Sort(rules)
		what := strings.Join(slices.Compact(rules), ", ")
		if what == "" {
			what = "nothing"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", s.Name, s.Group, s.About, what)
	}
	return b.String()
}
