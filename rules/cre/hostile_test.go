package cre_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"roomline/cmd/bench/pack"
	"roomline/rules"
	"roomline/rules/cre"
)

// reads imports one file; whatever it holds, what comes out is a pack that loads.
func reads(t testing.TB, src string) *cre.Result {
	t.Helper()
	res := cre.Import([]cre.File{{Path: "a.yaml", Src: []byte(src), LogPath: "test.log", Log: []byte("2031-03-01T10:00:00Z \x1b[31mup\n")}}, cre.Options{Name: "cre", Version: "1.0.0", Owner: "imported"})
	if p := res.Pack(); p != "" {
		if _, faults := rules.Load("pack.yaml", []byte(p)); faults != nil {
			t.Fatalf("what was carried over is no pack: %v\n%s", faults[0], p)
		}
		if i := strings.IndexFunc(p, func(r rune) bool { return r != '\n' && r < ' ' || r == 0x7f }); i >= 0 {
			t.Fatalf("a control character is in the pack at %d: %q", i, p[max(0, i-20):i+1])
		}
	}
	for _, r := range res.Rules {
		if r.State == cre.Out && len(r.Notes) == 0 {
			t.Fatalf("rule %q is left out without a reason", r.ID)
		}
	}
	return res
}

func one(body string) string {
	return "rules:\n  - cre: {id: X-1, title: t}\n    rule: {set: {event: {source: a}, " + body + "}}\n"
}

// What a hostile file may hold ends soon, is told, and does not keep others out.
func TestHostile(t *testing.T) {
	many := strings.Builder{}
	many.WriteString("rules:\n")
	for i := range 3000 {
		fmt.Fprintf(&many, "  - {cre: {id: X-%d}, rule: {set: {event: {source: a}, match: [text %d]}}}\n", i, i)
	}
	for _, c := range []struct{ name, src, says string }{
		{"aliases", "a: &a [x, x]\nb: &b [*a, *a]\nrules: [*b, *b]\n", "anchors"},
		{"ten megabytes", "rules:\n" + strings.Repeat("# padding of a comment\n", 10<<20/23), "over the limit"},
		{"deep brackets", "rules: " + strings.Repeat("[", 100_000), "max depth"},
		{"deep lists", "rules: \n" + strings.Repeat("- ", 200_000), ""},
		{"NULs", "rules:\n  - cre: {id: \"X\x00\"}\n", "NUL byte"},
		{"binary", "\x00\x01\xff", "NUL byte"},
		{"a term that is itself", one("match: [a]") + "terms: {a: {value: a}, b: b}\n", ""},
		{"terms in a ring", one("match: [a]") + "terms: {a: b, b: c, c: a}\n", ""},
		{"a count of all numbers", one("window: 5s, match: [{value: text, count: 99999999999999999999}]"), "count"},
		{"spans that overflow", one("match: [text], negate: [{value: other, window: 2562047h, slide: 2562047h}]"), "no span"},
		{"sixty-five conditions", one("window: 5s, match: [" + strings.Repeat("text, ", 64) + "text]"), "the limit is 64"},
		{"a long expression", one("match: [{regex: '" + strings.Repeat("(a|b)", 2000) + "'}]"), "over the limit"},
		{"an expression that repeats", one("match: [{regex: '((a{1000}){1000}){1000}'}]"), "invalid repeat"},
		{"jq without an end", one("match: [{jq: '" + strings.Repeat("(", 2000) + "'}]"), "nested"},
		{"escapes", "rules:\n  - cre: {id: X-1, title: \"t\\e[31m\\x9b\", description: \"a\\eb\\nc\", tags: [\"\\e\"]}\n    rule: {set: {event: {source: \"\\e\"}, match: [\"text\\e[0m\"]}}\n", ""},
		{"a long text", "rules:\n  - cre: {id: X-1, title: t, description: '" + strings.Repeat("é", 100_000) + "'}\n    rule: {set: {event: {source: a}, match: [text]}}\n", "is cut at"},
		{"three thousand rules", many.String(), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if text := notesText(reads(t, c.src)); !strings.Contains(text, c.says) {
				t.Errorf("it does not say %q:\n%.600s", c.says, text)
			}
		})
	}
}

// Ids that differ in signs alone have signals of their own.
func TestNamesOfSignals(t *testing.T) {
	var src strings.Builder
	src.WriteString("rules:\n")
	for _, id := range []string{"X-1", "x-1", "X.1", "X_1"} {
		fmt.Fprintf(&src, "  - {cre: {id: %s}, rule: {sequence: {event: {source: a}, window: 5s, order: [text %s, more of it]}}}\n", id, id)
	}
	if res := reads(t, src.String()); res.Count(cre.Carried) != 4 {
		t.Error(notesText(res))
	}
}

// sources are the CRE files of all fixtures.
func sources(t testing.TB) []string {
	t.Helper()
	var out []string
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range a.Files {
			if strings.HasSuffix(file.Name, ".yaml") {
				out = append(out, string(file.Data))
			}
		}
	}
	return out
}

// FuzzImport: no file brings it down, and whatever it carries over is a pack.
func FuzzImport(f *testing.F) {
	for _, src := range sources(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) { reads(t, src) })
}

var mutations = flag.Int("mutations", 1500, "how many damaged files to read")

// TestDamaged: the same of files that were damaged in some places, by bytes, by lines and by words of the format.
func TestDamaged(t *testing.T) {
	files := sources(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range *mutations {
		lines := strings.SplitAfter(files[r.IntN(len(files))], "\n")
		for range 1 + r.IntN(4) {
			lines = damage(r, lines, files)
		}
		src := strings.Join(lines, "")
		func() {
			defer func() {
				if x := recover(); x != nil {
					t.Fatalf("%v in\n%s", x, src)
				}
			}()
			reads(t, src)
		}()
	}
}

var grammar = []string{"window: 5s", "negate:", "- set:", "match:", "count: 3", "count: -1", "anchor: 1", "slide: -3s", "absolute: true", "order: []", "event: {source: a}", "sequence: {}",
	"extract: [{name: x, regex: '('}]", "correlations: [x]", "jq: '.a == '", "jq: '.a.b | test(\"[\")'", "regex: '('", "value: \"\"", "terms: {a: {value: b}}", "- a", "field: reason", "---"}

func damage(r *rand.Rand, lines, files []string) []string {
	i := r.IntN(len(lines))
	line := lines[i]
	switch r.IntN(6) {
	case 0:
		if len(lines) > 1 {
			return slices.Delete(slices.Clone(lines), i, i+1)
		}
		return lines
	case 1:
		other := strings.SplitAfter(files[r.IntN(len(files))], "\n")
		return slices.Insert(slices.Clone(lines), i, other[r.IntN(len(other))])
	case 2:
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		return slices.Insert(slices.Clone(lines), i, indent+grammar[r.IntN(len(grammar))]+"\n")
	case 3:
		lines = slices.Clone(lines)
		lines[i] = strings.Replace(line, ":", ": "+grammar[r.IntN(len(grammar))]+" #", 1)
		return lines
	}
	if len(line) > 0 {
		at := r.IntN(len(line))
		lines = slices.Clone(lines)
		lines[i] = line[:at] + string(rune(r.IntN(300))) + line[at+r.IntN(len(line)-at):]
	}
	return lines
}

// Loading is what the start of a run with many rules costs: so much for each of them, however many there are.
func TestLoadingBudget(t *testing.T) {
	allocations := func(n int) float64 {
		res := cre.Import([]cre.File{{Path: "bench.yaml", Src: []byte(pack.CRE(n))}}, cre.Options{Name: "bench", Version: "1.0.0", Owner: "bench"})
		src := []byte(res.Pack())
		return testing.AllocsPerRun(3, func() {
			p, faults := rules.Load("pack.yaml", src)
			if p == nil {
				t.Fatal(faults)
			}
			if _, err := rules.NewSet(p); err != nil {
				t.Fatal(err)
			}
		}) / float64(n)
	}
	few, many := allocations(100), allocations(2*pack.CRERules)
	if many > 400 {
		t.Errorf("%.0f allocations for a rule; at most 400", many)
	}
	if many > 1.2*few {
		t.Errorf("%.0f allocations for a rule of %d, %.0f of 100: it grows with their number", many, 2*pack.CRERules, few)
	}
	t.Logf("%.0f and %.0f allocations for a rule", few, many)
}
