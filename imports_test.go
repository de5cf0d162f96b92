package roomline_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// arrows says which packages of ours each package may import, and why. A package that is not listed
// here fails the test: decide where it belongs first (docs/architecture.md).
var arrows = map[string]struct {
	may string
	why string
}{
	"timeline":      {"", "the vocabulary: everybody may know it, it knows nobody"},
	"ingest/format": {"timeline", "formats are pure functions over lines"},
	"ingest/wrap":   {"timeline", "envelopes are pure functions over lines"},
	"ingest/expo":   {"timeline", "expositions are read from bytes"},
	"ingest":        {"timeline ingest/format ingest/wrap ingest/expo", "ingest knows no rules: it declares the Matcher that it takes"},
	"rules/match":   {"timeline", "the matcher works on raw text"},
	"rules/mql":     {"timeline", "expressions are evaluated over series"},
	"rules":         {"timeline rules/match rules/mql", "the judge is pure: it never reads"},
	"rules/packs":   {"rules", "the shipped packs are data"},
	"report":        {"timeline rules rules/mql", "a report draws what was judged, and what a query evaluates to"},
	"tui/cells":     {"", "the drawing grid knows neither messages nor incidents"},
	"tui":           {"timeline rules tui/cells", "the UI draws what was judged; it never reads files"},
}

// only says which packages may import what is not ours.
var only = []struct {
	imports string
	in      []string
	why     string
}{
	{"charm.land/", []string{"tui"}, "bubbletea and lipgloss belong to the UI"},
	{"os", []string{"ingest", "cmd"}, "the core does no I/O"},
	{"net/http", []string{"ingest", "cmd"}, "the core does no I/O"},
	{"github.com/spf13/cobra", []string{"cmd"}, "commands belong to cmd"},
	{"github.com/prometheus/", []string{"ingest/expo"}, "expositions are read in one place"},
	{"github.com/VictoriaMetrics/", []string{"rules/mql"}, "expressions are evaluated in one place"},
}

func TestImports(t *testing.T) {
	forEachFile(t, func(dir, path string, imports []string) {
		for _, imp := range imports {
			checkArrow(t, dir, path, imp)
			for _, o := range only {
				if (imp == o.imports || strings.HasSuffix(o.imports, "/") && strings.HasPrefix(imp, o.imports)) && !under(dir, o.in) {
					t.Errorf("%s imports %s: %s", path, imp, o.why)
				}
			}
		}
	})
}

// TestVocabulary: the innermost package imports the standard library only.
func TestVocabulary(t *testing.T) {
	forEachFile(t, func(dir, path string, imports []string) {
		for _, imp := range imports {
			if dir == "timeline" && strings.Contains(strings.Split(imp, "/")[0], ".") {
				t.Errorf("%s imports %s: timeline imports the standard library only", path, imp)
			}
		}
	})
}

// TestClock: time.Now is the business of ingest and cmd; all else gets its moments as values.
func TestClock(t *testing.T) {
	forEachFile(t, func(dir, path string, _ []string) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(src), "time.Now(") && !under(dir, []string{"ingest", "cmd"}) {
			t.Errorf("%s calls time.Now: only ingest and cmd may", path)
		}
	})
}

// TestPackageComments: every package says what it gives, does not do, its units and concurrency.
func TestPackageComments(t *testing.T) {
	docs := map[string]bool{}
	forEachFile(t, func(dir, path string, _ []string) {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		docs[dir] = docs[dir] || f.Doc != nil && len(f.Doc.Text()) > 80
	})
	for dir, ok := range docs {
		if !ok {
			t.Errorf("package %s has no package comment", dir)
		}
	}
}

func checkArrow(t *testing.T, dir, path, imp string) {
	t.Helper()
	ours, ok := strings.CutPrefix(imp, "roomline/")
	if !ok || strings.HasPrefix(dir, "cmd/roomline") {
		return
	}
	if strings.HasPrefix(dir, "cmd/pdlab") {
		if !strings.HasPrefix(ours, "cmd/pdlab") {
			t.Errorf("%s imports %s: the lab is written from what SGLang does, not from what we read", path, imp)
		}
		return
	}
	rule, listed := arrows[dir]
	if !listed {
		if dir != "samples" {
			t.Errorf("%s: package %s has no arrows: list it in imports_test.go with a reason", path, dir)
		}
		return
	}
	for _, may := range strings.Fields(rule.may) {
		if ours == may {
			return
		}
	}
	t.Errorf("%s imports %s: %s", path, imp, rule.why)
}

func under(dir string, parents []string) bool {
	for _, p := range parents {
		if dir == p || strings.HasPrefix(dir, p+"/") {
			return true
		}
	}
	return false
}

// forEachFile visits the Go files that are no tests.
func forEachFile(t *testing.T, visit func(dir, path string, imports []string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != ".") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		var imports []string
		for _, i := range f.Imports {
			p, _ := strconv.Unquote(i.Path.Value)
			imports = append(imports, p)
		}
		visit(filepath.ToSlash(filepath.Dir(path)), path, imports)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
