package rules_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

var (
	edgeUpdate = flag.Bool("update", false, "write what the judge says into testdata/edges")
	edgeKeep   = flag.String("edges.keep", "", "write each case as pack.yaml and data/ below this folder")
)

// TestEdges holds the judge against tables of small cases at exact bounds, without a reader.
func TestEdges(t *testing.T) {
	forEachCase(t, func(t *testing.T, c *edgeCase) {
		set, pack, err := c.set()
		if err != nil {
			t.Fatal(err)
		}
		got := transcript(judgeFacts(set, c.story.facts(set)))
		if *edgeUpdate {
			c.want = got
			return
		}
		if got != c.want {
			t.Errorf("%s\n%s\ngot\n%swant\n%s", c.rules, strings.Join(c.input, "\n"), got, c.want)
		}
		if *edgeKeep != "" {
			keepCase(t, c, pack)
		}
	})
}

// TestEdgesRead reads the same cases as files: the reader must give the same verdicts.
func TestEdgesRead(t *testing.T) {
	forEachCase(t, func(t *testing.T, c *edgeCase) {
		set, _, err := c.set()
		if err != nil {
			t.Fatal(err)
		}
		got := transcript(judgeFacts(set, readBundle(t, set, c.story.bundle(), ingest.Options{Block: 64, Workers: 1})))
		if got != c.want && !*edgeUpdate {
			t.Errorf("%s\n%s\ngot\n%swant\n%s", c.rules, strings.Join(c.input, "\n"), got, c.want)
		}
	})
}

func forEachCase(t *testing.T, check func(*testing.T, *edgeCase)) {
	forEachCaseIn(t, "testdata/edges/*.txt", check)
}

func forEachCaseIn(t *testing.T, glob string, check func(*testing.T, *edgeCase)) {
	tables, err := filepath.Glob(glob)
	if err != nil || len(tables) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	for _, path := range tables {
		cases, err := readTable(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			for _, c := range cases {
				c.story.settle()
				t.Run(c.name, func(t *testing.T) { check(t, c) })
			}
		})
		if *edgeUpdate {
			updateTable(t, path, cases)
		}
	}
}

// updateTable writes what was judged behind each ----.
func updateTable(t *testing.T, path string, cases []*edgeCase) {
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	i, skip := -1, false
	for _, line := range strings.Split(strings.TrimRight(string(src), "\n"), "\n") {
		switch {
		case strings.HasPrefix(line, "== "):
			i++
		case line == "----":
			b.WriteString("----\n" + cases[i].want + "\n")
			skip = true
			continue
		}
		if skip && line != "rules" && !strings.HasPrefix(line, "== ") && !strings.HasPrefix(line, "#") {
			continue
		}
		skip = false
		b.WriteString(line + "\n")
	}
	if err := os.WriteFile(path, []byte(strings.TrimRight(b.String(), "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

func keepCase(t *testing.T, c *edgeCase, pack string) {
	dir := filepath.Join(*edgeKeep, strings.NewReplacer("/", "_", " ", "_").Replace(t.Name()))
	writeFiles(t, filepath.Join(dir, "data"), c.story.bundle())
	writeFiles(t, dir, map[string]string{"pack.yaml": pack, "want.txt": c.want})
}

func writeFiles(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// readBundle scans a bundle from a folder of its own.
func readBundle(t testing.TB, set *rules.Set, files map[string]string, o ingest.Options) *timeline.Facts {
	t.Helper()
	dir, err := os.MkdirTemp("", "roomline-story-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	writeFiles(t, dir, files)
	o.Matcher = set.Matcher
	if o.CountsOnly == nil {
		o.CountsOnly = set.CountsOnly
	}
	facts, texts, err := ingest.Scan(context.Background(), []ingest.Input{{Path: dir}}, o)
	if err != nil {
		t.Fatal(err)
	}
	texts.Close()
	for i := range facts.Sources {
		facts.Sources[i].Path = filepath.Base(facts.Sources[i].Path)
	}
	for i := range facts.Streams {
		facts.Streams[i].Name = filepath.Base(facts.Streams[i].Name)
	}
	return facts
}

func judgeFacts(set *rules.Set, f *timeline.Facts) *rules.Result {
	return rules.Judge(set, timeline.Build(f, &set.Schema))
}

// transcript writes verdicts compactly: rule, entity, verdict, then each step with its verdict
// (~: order unproven), its evidence and why it is undecided.
func transcript(res *rules.Result) string {
	var b strings.Builder
	for i := range res.Findings {
		f := &res.Findings[i]
		var keys []string
		for _, kv := range f.Entity {
			keys = append(keys, kv.Value)
		}
		fmt.Fprintf(&b, "%s %s %s:", f.Rule, strings.Join(keys, ","), f.Verdict)
		for j := range f.Steps {
			b.WriteString(" " + stepText(&f.Steps[j]))
		}
		if f.Classify != nil {
			fmt.Fprintf(&b, " class=%s", f.Classify.Name)
		}
		if f.Witnesses > 0 {
			fmt.Fprintf(&b, " witnesses=%d", f.Witnesses)
		}
		if f.Count > 1 {
			fmt.Fprintf(&b, " x%d", f.Count)
		}
		if f.Rule == "effect" {
			fmt.Fprintf(&b, " root=%s", f.Root)
		}
		b.WriteString("\n")
	}
	for i := range res.NotFired {
		n := &res.NotFired[i]
		fmt.Fprintf(&b, "%s %s%s\n", n.Rule, n.Verdict(), reasonsText(n.Missing))
	}
	return b.String()
}

func stepText(s *rules.Step) string {
	tie := ""
	if !s.OrderProven {
		tie = "~"
	}
	var at []string
	for _, e := range s.Evidence {
		switch {
		case e.Hit != nil:
			at = append(at, fmt.Sprintf("%s:%d", strings.TrimSuffix(e.Source, ".log"), e.Hit.Ref.Line))
		case e.Claim.Samples > 0: // of scrapes; a silence has none
			at = append(at, fmt.Sprintf("%s-%s", e.Claim.From.String()[14:], e.Claim.To.String()[14:]))
		}
	}
	out := fmt.Sprintf("%s=%s%s", s.ID, map[timeline.Truth]string{timeline.T: "T", timeline.F: "F", timeline.U: "U"}[s.Verdict], tie)
	if len(at) > 0 {
		out += "[" + strings.Join(at, " ") + "]"
	}
	return out + reasonsText(s.Missing)
}

func reasonsText(ms []rules.Missing) string {
	seen := map[string]bool{}
	for _, m := range ms {
		seen[string(m.Reason)] = true
	}
	if len(seen) == 0 {
		return ""
	}
	return "(" + strings.Join(sortedKeys(seen), " ") + ")"
}
