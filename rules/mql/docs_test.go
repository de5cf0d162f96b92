package mql

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

func readDoc(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../../docs/metricsql.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// fenced is the text of a code block of that kind.
func fenced(t *testing.T, doc, kind string) []string {
	t.Helper()
	_, rest, ok := strings.Cut(doc, "```"+kind+"\n")
	block, _, end := strings.Cut(rest, "```")
	if !ok || !end {
		t.Fatalf("no block of %s", kind)
	}
	return strings.Split(strings.TrimSpace(block), "\n")
}

// TestDocExamples: every example of docs/metricsql.md gives the answers that stand there.
func TestDocExamples(t *testing.T) {
	doc := readDoc(t)
	var failed []int
	var series []string
	for _, l := range fenced(t, doc, "series") {
		fields := strings.Fields(l)
		for i, f := range fields[1:] {
			if f == "!" {
				fields[i+1] = "_"
				if !slices.Contains(failed, i) {
					failed = append(failed, i)
				}
			}
		}
		series = append(series, strings.Join(fields, " "))
	}
	x := target(10*time.Second, series, failed...)
	reason := regexp.MustCompile(`\?\w+`)
	examples := fenced(t, doc, "examples")
	for _, l := range examples {
		at := strings.LastIndex(l, "  ")
		expr, want := strings.TrimSpace(l[:at]), strings.TrimSpace(l[at:])
		grid := mustParse(t, expr).Range([]*timeline.Target{x}, GapRule{}, Span{From: timeline.NoTime, To: timeline.NoTime})
		got := line(grid)
		got = strings.ReplaceAll(reason.ReplaceAllString(got, "?"), "?+?", "?")
		if got != want {
			t.Errorf("%s: %s, the text says %s", expr, got, want)
		}
	}
	if len(examples) < 25 {
		t.Errorf("only %d examples", len(examples))
	}
}

// TestDocLists: the lists of the text are what there is.
func TestDocLists(t *testing.T) {
	doc := readDoc(t)
	list := func(kind string) []string {
		_, rest, _ := strings.Cut(doc, "<!-- "+kind+" -->")
		names, _, ok := strings.Cut(rest, "<!-- end -->")
		if !ok {
			t.Fatalf("no list of %s", kind)
		}
		return strings.Fields(strings.ReplaceAll(names, ",", " "))
	}
	names := func(of ...[]string) []string {
		all := slices.Concat(of...)
		slices.Sort(all)
		return all
	}
	same := func(kind string, have []string) {
		t.Helper()
		if want := list(kind); !slices.Equal(want, have) {
			t.Errorf("%s: the text has %v, there are %v", kind, want, have)
		}
	}
	same("aggregates", names(slices.Collect(maps.Keys(aggregates)), slices.Collect(maps.Keys(gathering))))
	same("rollups", names(slices.Collect(maps.Keys(rollupFuncs)), []string{"absent_over_time"}))
	same("functions", names(slices.Collect(maps.Keys(transforms)), slices.Collect(maps.Keys(labelFuncs)), slices.Collect(maps.Keys(rangedFuncs)),
		slices.Collect(maps.Keys(edges)), []string{"absent", "histogram_quantile", "scalar", "time", "union", "vector"}))
	for _, name := range list("refused") {
		if _, err := Parse(name+"(m)", nil); err == nil || !strings.Contains(err.Error(), name+" is not available offline; ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
