package rules_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"roomline/ingest"
	"roomline/timeline"
)

// TestLawLab: the law on whole incidents of the lab, judged by the shipped pack.
func TestLawLab(t *testing.T) {
	set := lawSet(t)
	dirs, err := filepath.Glob("../samples/*/roomline.yaml")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, path := range dirs {
		name := filepath.Base(filepath.Dir(path))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &law{t: t, set: set, stats: map[string]int{}, each: true}
			s := sampleStory(t, filepath.Dir(path))
			before := l.judge(s, ingest.Options{})
			rng := rand.New(rand.NewPCG(*lawSeed, uint64(len(name))))
			for range max(3, *lawN/100) {
				var ops []removal
				for range 1 + rng.IntN(3) {
					if o, ok := chooseRemoval(rng, s); ok {
						ops = append(ops, o)
					}
				}
				for _, f := range l.compare(s, ops, before) {
					t.Errorf("%s; removed %.300s", f.key(), fmt.Sprint(ops))
				}
			}
			for _, x := range before.all {
				l.stats[x.Verdict.String()]++
			}
			t.Logf("instances: %v", l.stats)
		})
	}
}

// sampleStory reads a bundle as a story.
func sampleStory(t *testing.T, dir string) *story {
	t.Helper()
	var m struct {
		CapturedAt time.Time            `yaml:"captured_at"`
		Marks      map[string]time.Time `yaml:"marks"`
		Sources    []struct{ Path, Role, Instance, Kind, Interval string }
	}
	src, err := os.ReadFile(filepath.Join(dir, "roomline.yaml"))
	if err == nil {
		err = yaml.Unmarshal(src, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &story{captured: timeline.NoTime, marks: map[string]timeline.Time{}}
	for k, v := range m.Marks {
		s.marks[k] = timeline.FromStd(v)
	}
	for _, x := range m.Sources {
		if x.Kind == "scrapes" {
			every, _ := time.ParseDuration(x.Interval)
			s.targets = append(s.targets, &storyTarget{role: x.Role, instance: x.Instance, interval: every, scrapes: sampleScrapes(t, filepath.Join(dir, x.Path))})
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, x.Path))
		if err != nil {
			t.Fatal(err)
		}
		l := &storyLog{role: x.Role, instance: x.Instance, captured: timeline.FromStd(m.CapturedAt), size: -1}
		for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			l.lines = append(l.lines, storyLine{id: strconv.Itoa(i), thing: i, text: line})
		}
		s.logs = append(s.logs, l)
	}
	return s
}

// sampleScrapes reads a folder of snapshots that are named by their time.
func sampleScrapes(t *testing.T, dir string) []storyScrape {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []storyScrape
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), filepath.Ext(f.Name()))
		at, err := time.Parse("2006-01-02T15-04-05Z", name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		sc := storyScrape{at: timeline.FromStd(at)}
		for line := range strings.Lines(string(text)) {
			series, value, ok := strings.Cut(strings.TrimSpace(line), "} ")
			v, err := strconv.ParseFloat(value, 64)
			if !ok || err != nil || strings.HasPrefix(line, "#") {
				continue
			}
			sc.samples = append(sc.samples, storySample{name: series + "}", value: v})
		}
		sc.ok = len(sc.samples) > 0
		out = append(out, sc)
	}
	return out
}
