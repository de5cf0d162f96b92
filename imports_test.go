package roomline_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	"timeline":          {"", "the vocabulary: everybody may know it, it knows nobody"},
	"ingest/lines":      {"", "a block is bytes: the pass knows no format"},
	"ingest/template":   {"", "a message is bytes: what it means does not matter"},
	"ingest/format":     {"timeline", "formats are pure functions over lines"},
	"ingest/wrap":       {"timeline", "envelopes are pure functions over lines"},
	"ingest/expo":       {"timeline", "expositions are read from bytes"},
	"ingest":            {"timeline ingest/lines ingest/format ingest/template ingest/wrap ingest/expo", "ingest knows no rules: it declares the Matcher that it takes"},
	"rules/match":       {"timeline rules/match/teddy", "the matcher works on raw text"},
	"rules/match/teddy": {"timeline", "the search knows bytes and needles only"},
	"rules/mql":         {"timeline", "expressions are evaluated over series"},
	"rules":             {"timeline rules/match rules/mql", "the judge is pure: it never reads"},
	"rules/packs":       {"rules", "the shipped packs are data"},
	"rules/cre":         {"rules", "other people's rules become a pack, which is held against what a pack may say"},
	"rules/packtest":    {"timeline rules ingest/format", "a test is a bundle and what is expected of it: whoever runs it reads"},
	"rules/schema":      {"rules", "the schema describes what the loader takes"},
	"rules/skeleton":    {"", "a skeleton is text"},
	"report":            {"timeline rules rules/mql", "a report draws what was judged, and what a query evaluates to"},
	"tui/cells":         {"", "the drawing grid knows neither messages nor incidents"},
	"cmd/bench":         {"cmd/bench/gen cmd/bench/pack", "what measures knows nothing of what it measures"},
	"cmd/bench/gen":     {"", "the logs are written from what engines print, not from what is read"},
	"cmd/bench/pack":    {"", "patterns and packs are text"},
	"cmd/bench/codec":   {"", "the decoder alone is the yardstick"},
	"cmd/bench/count":   {"timeline rules ingest", "what is counted is what the scan finds"},
	"tui":               {"timeline rules tui/cells", "the UI draws what was judged; it never reads files"},
}

// only says which packages may import what is not ours, and what lies below it. A package stands for
// itself alone: that ingest opens files does not let ingest/format do so.
var only = []struct{ imports, in, why string }{
	{"os", "ingest cmd/roomline cmd/pdlab cmd/pdlab/emit cmd/bench cmd/bench/codec cmd/bench/count", "the core does no I/O"},
	{"net", "", "nothing talks to a network yet"},
	{"syscall", "cmd/roomline cmd/roomline/early cmd/bench", "the core does no I/O"},
	{"charm.land", "tui", "bubbletea and lipgloss belong to the UI"},
	{"github.com/charmbracelet/x/term", "cmd/roomline", "what the terminal can do is found out in one place"},
	{"github.com/spf13", "cmd/roomline", "commands belong to cmd"},
	{"github.com/klauspost/compress", "ingest cmd/bench/codec", "what is packed is opened in one place"},
	{"github.com/ulikunitz/xz", "ingest", "what is packed is opened in one place"},
	{"github.com/prometheus", "ingest/expo", "expositions are read in one place"},
	{"github.com/VictoriaMetrics", "rules/mql", "expressions are evaluated in one place"},
	{"golang.org/x/sys/cpu", "rules/match/teddy ingest/format ingest/lines ingest/template", "what the processor can do is asked where it matters"},
	{"golang.org/x/sys/unix", "cmd/roomline cmd/bench", "how memory and the page cache lie is settled with the system by commands alone"},
	{"go.yaml.in/yaml", "ingest rules rules/cre", "manifests, packs and what becomes one are all the YAML there is"},
	{"github.com/santhosh-tekuri/jsonschema", "", "schemas are validated by tests"},
}

// pureUnder are parts of the standard library that do no I/O though they lie below a package that does.
var pureUnder = []string{"net/url", "net/netip"}

// loud are the packages that may start a goroutine; clocked those that may ask what time it is.
const (
	loud    = "ingest tui cmd/roomline cmd/roomline/early"
	clocked = "ingest cmd/roomline cmd/bench"
)

func TestImports(t *testing.T) {
	forEachFile(t, func(dir, path string, imports []string) {
		for _, imp := range imports {
			checkArrow(t, dir, path, imp)
			for _, o := range only {
				if (imp == o.imports || strings.HasPrefix(imp, o.imports+"/")) && !slices.Contains(pureUnder, imp) && !listed(dir, o.in) {
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

// TestClockAndGoroutines: who may ask for the time or start a goroutine; all else gets its moments as
// values, and is over when it returns.
func TestClockAndGoroutines(t *testing.T) {
	asks := []string{"Now", "Since", "Until", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer", "Sleep"}
	forEachFile(t, func(dir, path string, _ []string) {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				if !listed(dir, loud) {
					t.Errorf("%s starts a goroutine: only %s may", path, loud)
				}
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(asks, n.Sel.Name) && !listed(dir, clocked) {
					t.Errorf("%s uses time.%s: only %s may", path, n.Sel.Name, clocked)
				}
			}
			return true
		})
	})
}

// TestPackageComments: every package has a comment, and a library's says what it gives, what it does
// not do, and who may call it from where.
func TestPackageComments(t *testing.T) {
	docs := map[string]string{}
	forEachFile(t, func(dir, path string, _ []string) {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		docs[dir] += f.Doc.Text()
	})
	for dir, text := range docs {
		if len(text) < 80 {
			t.Errorf("package %s has no package comment", dir)
		}
		if _, library := arrows[dir]; !library {
			continue
		}
		for says, words := range map[string]string{"gives": `It gives`, "does not do": `\b(not|no)\b`, "lets run at once": `goroutine|Concurrency`} {
			if !regexp.MustCompile(words).MatchString(text) {
				t.Errorf("the comment of package %s does not say what it %s", dir, says)
			}
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
	rule, known := arrows[dir]
	if !known {
		t.Errorf("%s: package %s has no arrows: list it in imports_test.go with a reason", path, dir)
		return
	}
	if !listed(ours, rule.may) {
		t.Errorf("%s imports %s: %s", path, imp, rule.why)
	}
}

func listed(dir, list string) bool { return slices.Contains(strings.Fields(list), dir) }

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
		if d.IsDir() && path != "." {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				return filepath.SkipDir // a module of its own: what measures ours against others
			}
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
