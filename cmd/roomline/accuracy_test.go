package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/cmd/pdlab/emit"
	"roomline/cmd/pdlab/model"
	"roomline/cmd/pdlab/scenario"
	"roomline/timeline"
)

// Accuracy against the lab's ground truth: with all evidence there every expected rule is confirmed
// of every entity; with or without missing sources nothing is confirmed that the truth denies.
// A short run by default; `go test ./cmd/roomline -run TestAccuracy -accuracy.seeds 200` is the long one.
var accuracySeeds = flag.Int("accuracy.seeds", 2, "seeds of each scenario")

func TestAccuracy(t *testing.T) {
	stats := &accuracy{}
	for _, sc := range scenario.All {
		for seed := range *accuracySeeds {
			stats.run(t, sc.Name, uint64(seed+1))
		}
	}
	t.Logf("%d bundles, %d of them with sources left out; %d expected verdicts confirmed of %d; %d false", stats.bundles, stats.partial, stats.met, stats.expected, stats.wrong)
}

type accuracy struct {
	bundles, partial, expected, met, wrong int
}

// run judges one scenario twice: as it is, and with sources left out at random.
func (a *accuracy) run(t *testing.T, name string, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, uint64(len(name))))
	settings, opt := randomOptions(rng, seed)
	a.check(t, name, settings, opt, nil)
	var omit []string
	for _, k := range emit.Kinds {
		if rng.IntN(2) == 0 {
			omit = append(omit, k)
		}
	}
	opt.OmitListed = rng.IntN(2) == 0
	if len(omit) > 0 && len(omit) < len(emit.Kinds) {
		a.check(t, name, settings, opt, omit)
	}
}

// randomOptions draws how the cluster is run and looked at. The first seed has the defaults.
func randomOptions(rng *rand.Rand, seed uint64) (scenario.Settings, emit.Options) {
	s := scenario.Settings{Seed: seed, KillAfter: 25 * time.Second, Ranks: 2, DP: 1, Prefills: 1, Decodes: 1, PageSize: 1, ScrapeEvery: 10 * time.Second}
	era, _ := emit.FindEra("2026-mid")
	o := emit.Options{Era: era, Zone: time.UTC, ScrapeForm: "folder", LogRequests: true}
	if seed == 1 {
		return s, o
	}
	eras := []string{"2025", "2026-spring", "2026-mid", "2026-late"}
	o.Era, _ = emit.FindEra(eras[rng.IntN(len(eras))])
	o.LogRequests, o.TimeStats, o.MS, o.Debug = rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(3) == 0, rng.IntN(4) == 0
	o.ScrapeForm = emit.Forms[rng.IntN(len(emit.Forms))]
	o.Skew = time.Duration(rng.IntN(3)-1) * 700 * time.Millisecond
	s.Ranks = []int{1, 2, 4}[rng.IntN(3)]
	s.PageSize = []int{1, 64, 256}[rng.IntN(3)]
	s.ScrapeEvery = []time.Duration{0, 5 * time.Second, 10 * time.Second, 15 * time.Second}[rng.IntN(4)]
	return s, o
}

func (a *accuracy) check(t *testing.T, name string, s scenario.Settings, o emit.Options, omit []string) {
	t.Helper()
	o.Omit = omit
	truth, found := judgeLab(t, name, s, o)
	a.bundles++
	what := fmt.Sprintf("%s seed %d %+v era %s requests %v form %s omit %v listed %v", name, s.Seed, s, o.Era.Name, o.LogRequests, o.ScrapeForm, omit, o.OmitListed)
	for rule, entities := range found {
		if truth.Expect[rule] == "not" {
			a.wrong++
			t.Errorf("%s: %s is confirmed of %v, which the truth denies", what, rule, entities)
		}
		if want, ok := truth.Entities[rule]; ok && truth.Expect[rule] == "confirmed" {
			for _, e := range entities {
				if !slices.Contains(want, e) {
					a.wrong++
					t.Errorf("%s: %s is confirmed of %s, which is none of %v", what, rule, e, want)
				}
			}
		}
	}
	if len(omit) > 0 {
		a.partial++
		return
	}
	for _, rule := range truth.Confirmed {
		for _, e := range truth.Entities[rule] {
			a.expected++
			if !slices.Contains(found[rule], e) {
				t.Errorf("%s: %s is not confirmed of %s", what, rule, e)
				continue
			}
			a.met++
		}
	}
}

// judgeLab writes a bundle and judges it: rule -> entities of which it is confirmed.
func judgeLab(t *testing.T, name string, s scenario.Settings, o emit.Options) (emit.Truth, map[string][]string) {
	t.Helper()
	plan, err := scenario.Make(name, s)
	if err != nil {
		t.Fatal(err)
	}
	o.Ranks, o.DP, o.Marks, o.Duration, o.ScrapeEvery = plan.Config.Ranks, plan.Config.DP, plan.Marks, plan.Config.Duration, plan.Config.ScrapeEvery
	b := emit.New(o)
	happened := model.Run(plan.Config, b)
	x := scenario.Expect(plan, happened, scenario.Evidence{LogRequests: o.LogRequests, Scrapes: o.ScrapeEvery > 0, Histograms: o.Era.Histograms()})
	truth := b.Truth(name, s.Seed, nil, happened, x)
	dir := t.TempDir()
	if err := b.Write(dir); err != nil {
		t.Fatal(err)
	}
	return truth, confirmedIn(t, dir)
}

func confirmedIn(t *testing.T, dir string) map[string][]string {
	t.Helper()
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, f: flags{cpus: 2, color: "never", progress: "never", output: "json", tz: "UTC"}}
	sess, err := a.open(context.Background(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	defer sess.close()
	out := map[string][]string{}
	for i := range sess.res.Findings {
		f := &sess.res.Findings[i]
		if f.Verdict != timeline.T || len(f.Entity) == 0 {
			continue
		}
		e, _, _ := strings.Cut(f.Entity[0].Value, "/") // a life of a process is that process
		if !slices.Contains(out[f.Rule], e) {
			out[f.Rule] = append(out[f.Rule], e)
		}
	}
	return out
}
