package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

var update = flag.Bool("update", false, "rewrite golden files")

// brief is what a sample's expected.json holds: the verdicts, not the lines.
type brief struct {
	Confirmed    []briefFinding `json:"confirmed"`
	Inconclusive []briefFinding `json:"inconclusive"`
	Refuted      []string       `json:"refuted"`
	Clear        []string       `json:"clear"`
	NotObserved  []string       `json:"not_observed"`
	Nothing      []string       `json:"nothing_to_look_at,omitempty"` // packs of engines that are not there
	Rooms        map[string]int `json:"rooms_by_state"`
	Zones        []string       `json:"zones_in_doubt"`
}

type briefFinding struct {
	Rule        string   `json:"rule"`
	Entity      string   `json:"entity"`
	Root        string   `json:"root,omitempty"`
	ExplainedBy []string `json:"explained_by,omitempty"`
	Class       string   `json:"class,omitempty"`
	Witnesses   int      `json:"witnesses,omitempty"`
	Missing     []string `json:"missing,omitempty"`
}

// TestSamples holds each sample to its expected.json. The files are written with -update and read by
// a person: what they say must follow from truth.json and the sample's README.md.
func TestSamples(t *testing.T) {
	dirs, err := filepath.Glob("../../samples/*/README.md")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no samples: ", err)
	}
	for _, readme := range dirs {
		dir := filepath.Dir(readme)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			got, err := json.MarshalIndent(briefOf(t, dir), "", " ")
			if err != nil {
				t.Fatal(err)
			}
			compareGolden(t, filepath.Join(dir, "expected.json"), append(got, '\n'))
		})
	}
}

func compareGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s differs (rewrite it with -update and review the change):\n%s", path, got)
	}
}

func briefOf(t *testing.T, dir string) brief {
	t.Helper()
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, f: flags{cpus: 2, color: "never", progress: "never", output: "json", tz: "UTC"}}
	s, err := a.open(context.Background(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	b := brief{Rooms: map[string]int{}}
	for i := range s.inc.Rooms.Len() {
		b.Rooms[s.inc.Rooms.State(i)]++
	}
	for _, z := range s.inc.Zones {
		b.Zones = append(b.Zones, s.inc.Stream(z.Stream).Base()+" "+z.Shift.String())
	}
	names := map[string]string{}
	for i := range s.res.Findings {
		names[s.res.Findings[i].ID] = s.res.Findings[i].Rule
	}
	for i := range s.res.Findings {
		b.add(&s.res.Findings[i], names)
	}
	for i := range s.res.NotFired {
		switch n := &s.res.NotFired[i]; {
		case n.NoEngine && n.Observed:
			t.Errorf("%s is clear, though nothing of its engine is there", n.Rule)
		case n.NoEngine:
			if pack, _, _ := strings.Cut(n.Pack, "@"); !slices.Contains(b.Nothing, pack) {
				b.Nothing = append(b.Nothing, pack)
			}
		case n.Observed:
			b.Clear = append(b.Clear, n.Rule)
		default:
			b.NotObserved = append(b.NotObserved, n.Rule)
		}
	}
	return b
}

func (b *brief) add(f *rules.Finding, names map[string]string) {
	x := briefFinding{Rule: f.Rule, Entity: f.Entity[0].Value, Witnesses: f.Witnesses}
	if f.Classify != nil {
		x.Class = f.Classify.Name
	}
	for _, id := range f.ExplainedBy {
		if !slices.Contains(x.ExplainedBy, names[id]) {
			x.ExplainedBy = append(x.ExplainedBy, names[id])
		}
	}
	for _, s := range f.Steps {
		for _, m := range s.Missing {
			if !slices.Contains(x.Missing, string(m.Reason)) {
				x.Missing = append(x.Missing, string(m.Reason))
			}
		}
	}
	switch f.Verdict {
	case timeline.T:
		x.Root = string(f.Root)
		b.Confirmed = append(b.Confirmed, x)
	case timeline.U:
		b.Inconclusive = append(b.Inconclusive, x)
	default:
		if !slices.Contains(b.Refuted, f.Rule) {
			b.Refuted = append(b.Refuted, f.Rule)
		}
	}
}
