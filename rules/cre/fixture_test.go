package cre_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"roomline/ingest"
	"roomline/rules"
	"roomline/rules/cre"
	"roomline/timeline"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// TestFixtures: each testdata/NAME.txtar holds CRE rules (*.yaml), what becomes of them (pack, notes), and incidents:
// CASE/FILE, where CASE begins with what every rule of the fixture must say of it, confirmed, quiet (refuted or
// clear) or unsure (inconclusive or not observed), or with said, where it is written in CASE/want.
func TestFixtures(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { fixture(t, path) })
	}
}

func fixture(t *testing.T, path string) {
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var files []cre.File
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".yaml") {
			files = append(files, cre.File{Path: f.Name, Src: f.Data})
		}
	}
	res := cre.Import(files, cre.Options{Name: "cre", Version: "1.0.0", Owner: "imported"})
	golden(t, a, "pack", res.Pack())
	golden(t, a, "notes", notesText(res))
	if *update {
		if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	for _, name := range cases(a) {
		word, _, _ := strings.Cut(name, "-")
		seen[word] = true
		t.Run(name, func(t *testing.T) { judged(t, res, a, name, word) })
	}
	if res.Pack() != "" && !seen["said"] && len(seen) != 3 {
		t.Errorf("of confirmed, quiet and unsure it has %v: each construct is shown where it fires, where it looks like it but is not, and where something is missing", seen)
	}
}

func golden(t *testing.T, a *txtar.Archive, name, got string) {
	t.Helper()
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		a.Files = append(a.Files, txtar.File{Name: name})
		i = len(a.Files) - 1
	}
	if *update {
		a.Files[i].Data = []byte(got)
	}
	if want := string(a.Files[i].Data); want != got {
		t.Errorf("%s differs; go test ./rules/cre -update rewrites it. Got:\n%s", name, got)
	}
}

func notesText(res *cre.Result) string {
	var b strings.Builder
	for _, n := range res.Files {
		fmt.Fprintf(&b, "%s: %s: %s: %s\n", n.Place(), n.Effect, n.What, n.Why)
	}
	for _, r := range res.Rules {
		fmt.Fprintf(&b, "%s %s\n", r.ID, r.State)
		for _, n := range r.Notes {
			fmt.Fprintf(&b, "  %s: %s: %s: %s\n", n.Place(), n.Effect, n.What, n.Why)
		}
	}
	return b.String()
}

// cases are the folders of incidents, in order.
func cases(a *txtar.Archive) []string {
	var out []string
	for _, f := range a.Files {
		if name, _, ok := strings.Cut(f.Name, "/"); ok && !strings.HasSuffix(f.Name, ".yaml") && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// judged holds what every rule says of an incident against what it must say.
func judged(t *testing.T, res *cre.Result, a *txtar.Archive, name, word string) {
	dir, want := t.TempDir(), ""
	for _, f := range a.Files {
		file, ok := strings.CutPrefix(f.Name, name+"/")
		switch {
		case !ok:
		case file == "want":
			want = string(f.Data)
		default:
			if err := os.WriteFile(filepath.Join(dir, file), f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := judge(t, res.Pack(), dir)
	if word == "said" {
		if text := said(res, got); text != want {
			t.Errorf("got:\n%swant:\n%s", text, want)
		}
		return
	}
	for _, r := range res.Rules {
		if v := verdict(got, r.ID); r.State != cre.Out && !slices.Contains(map[string][]string{"confirmed": {"confirmed"}, "quiet": {"refuted", "clear"}, "unsure": {"inconclusive", "not_observed"}}[word], v) {
			t.Errorf("%s is %s\n%s", r.ID, v, said(res, got))
		}
	}
}

var words = map[timeline.Truth]string{timeline.T: "confirmed", timeline.U: "inconclusive", timeline.F: "refuted"}

// verdict is the strongest finding of a rule, else why it has none.
func verdict(res *rules.Result, id string) string {
	for _, f := range res.Findings {
		if f.Rule == id {
			return words[f.Verdict]
		}
	}
	for _, q := range res.NotFired {
		if q.Rule == id {
			return q.Verdict()
		}
	}
	return "nothing"
}

// said tells each finding with its evidence, and of each rule without one why.
func said(imported *cre.Result, res *rules.Result) string {
	var b strings.Builder
	for _, r := range imported.Rules {
		if r.State == cre.Out {
			continue
		}
		fired := false
		for _, f := range res.Findings {
			if f.Rule == r.ID {
				fired = true
				fmt.Fprintf(&b, "%s %s:%s\n", r.ID, words[f.Verdict], steps(&f))
			}
		}
		if !fired {
			fmt.Fprintf(&b, "%s %s\n", r.ID, verdict(res, r.ID))
		}
	}
	return b.String()
}

func steps(f *rules.Finding) string {
	var b strings.Builder
	for _, s := range f.Steps {
		fmt.Fprintf(&b, " %s=%s", s.ID, s.Verdict)
		for _, e := range s.Evidence {
			if e.Hit != nil {
				fmt.Fprintf(&b, "[%d]", e.Hit.Ref.Line)
			}
		}
		for _, m := range s.Missing {
			fmt.Fprintf(&b, "(%s)", m.Reason)
		}
	}
	if f.NearMiss != nil && f.NearMiss.Distance != "" {
		fmt.Fprintf(&b, " near miss: %s", f.NearMiss.Distance)
	}
	return b.String()
}

func judge(t *testing.T, pack, dir string) *rules.Result {
	t.Helper()
	p, faults := rules.Load("pack.yaml", []byte(pack))
	if faults != nil {
		t.Fatal(faults)
	}
	set, err := rules.NewSet(p)
	if err != nil {
		t.Fatal(err)
	}
	o := ingest.Options{Matcher: set.Matcher, CountsOnly: set.CountsOnly, SignalRole: set.SignalRole, Workers: 1, Since: timeline.NoTime, Until: timeline.NoTime}
	facts, texts, err := ingest.Scan(context.Background(), []ingest.Input{{Path: dir}}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	return rules.Judge(set, timeline.Build(facts, &set.Schema))
}
