package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/cmd/pdlab/emit"
	"roomline/cmd/pdlab/model"
	"roomline/cmd/pdlab/scenario"
)

// labJob is one run of a scenario.
type labJob struct {
	scenario.Scenario
	seed uint64
}

// tee shows a run to several bundles.
type tee []*emit.Bundle

func (t tee) Log(r model.Record) {
	for _, b := range t {
		b.Log(r)
	}
}

func (t tee) Scrape(s model.Snapshot) {
	for _, b := range t {
		b.Scrape(s)
	}
}

// run judges one run of a cluster three times: with all that its options show, with sources, parts of logs and scrapes taken
// away, and as servers would have shown it that print less.
func (j *labJudge) run(t *testing.T, job labJob) (row accuracyRow) {
	rng := rand.New(rand.NewPCG(job.seed, uint64(len(job.Name))))
	settings, opt := randomOptions(rng, job.seed)
	plan, err := scenario.Make(job.Name, settings)
	if err != nil {
		row.fault(job.Name+": cannot be made", "%v", err)
		return row
	}
	opt.Ranks, opt.DP, opt.PP, opt.Marks = plan.Config.Ranks, plan.Config.DP, plan.Config.PP, plan.Marks
	opt.Duration, opt.ScrapeEvery = plan.Config.Duration, plan.Config.ScrapeEvery
	less := opt
	less.LogRequests, less.TimeStats, less.Debug = rng.IntN(3) == 0, false, false
	if opt.LogRequests && less.LogRequests { // switched off for a while, or from some moment on
		from := time.Duration(rng.Int64N(int64(opt.Duration)))
		less.RequestsOff = [2]time.Duration{from, from + time.Duration(rng.Int64N(int64(opt.Duration)))}
	}
	less.LogRequests = less.LogRequests && opt.LogRequests
	full, quiet := emit.New(opt), emit.New(less)
	happened := model.Run(plan.Config, tee{full, quiet})
	truth := full.Truth(job.Name, job.seed, nil, happened, scenario.Expect(plan, happened, scenario.Shows(plan, opt)))

	what := fmt.Sprintf("%s seed %d (era %s, %d ranks, dp %d, %dP%dD, page %d, scrapes %v %s, requests %v, json %v, stats %v, debug %v, skew %v)", job.Name, job.seed, opt.Era.Name,
		opt.Ranks, opt.DP, settings.Prefills, settings.Decodes, settings.PageSize, opt.ScrapeEvery, opt.ScrapeForm, opt.LogRequests, opt.LogJSON, opt.TimeStats, opt.Debug, opt.Skew)
	all := j.verdicts(t, full.Files())
	row.hold(what, j.set, truth, all)
	files, removed := deprived(rng, full)
	row.holdPart(what+" without "+removed, j.set, truth, all, j.verdicts(t, files))
	row.holdPart(fmt.Sprintf("%s printed with requests %v (but for %v), no stats, no debug", what, less.LogRequests, less.RequestsOff), j.set, truth, all, j.verdicts(t, quiet.Files()))
	return row
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
	o.LogText, o.LogJSON = rng.IntN(2) == 0, rng.IntN(4) == 0
	o.ScrapeForm = emit.Forms[rng.IntN(len(emit.Forms))]
	o.Skew = time.Duration(rng.IntN(3)-1) * 700 * time.Millisecond
	if rng.IntN(4) == 0 {
		o.Zone = time.FixedZone("Asia/Shanghai", 8*3600)
	}
	s.Ranks = []int{1, 2, 4}[rng.IntN(3)]
	if s.Ranks > 1 && rng.IntN(4) == 0 {
		s.DP = 2
	}
	s.PageSize = []int{1, 64, 256}[rng.IntN(3)]
	s.ScrapeEvery = []time.Duration{0, 5 * time.Second, 10 * time.Second, 15 * time.Second}[rng.IntN(4)]
	if rng.IntN(4) == 0 {
		s.Prefills = 2
	}
	if rng.IntN(4) == 0 {
		s.Decodes = 2
	}
	return s, o
}

// deprived takes evidence away: whole sources, ends and beginnings of logs, scrapes. It says what.
func deprived(rng *rand.Rand, b *emit.Bundle) ([]emit.File, string) {
	var removed []string
	var omit []string
	for _, k := range emit.Kinds {
		if rng.IntN(3) == 0 {
			omit = append(omit, k)
		}
	}
	if len(omit) == len(emit.Kinds) {
		omit = omit[1:]
	}
	if len(omit) > 0 {
		listed := rng.IntN(2) == 0
		b.Omit(omit, listed)
		removed = append(removed, fmt.Sprintf("%s (listed %v)", strings.Join(omit, " "), listed))
	}
	from, to := rng.Float64(), rng.Float64()
	scrapes := rng.IntN(3)
	var out []emit.File
	files := b.Files()
	for i, f := range files {
		switch {
		case strings.HasSuffix(f.Name, ".log") && rng.IntN(3) == 0:
			at := rng.IntN(len(f.Text) + 1)
			if rng.IntN(3) > 0 {
				f.Text = f.Text[:at]
				removed = append(removed, fmt.Sprintf("%s from byte %d on", f.Name, at))
			} else {
				f.Text = f.Text[at:]
				removed = append(removed, fmt.Sprintf("%s before byte %d", f.Name, at))
			}
		case strings.HasSuffix(f.Name, ".prom") && strings.Count(f.Name, "/") == 2 && scrapes > 0: // one file a scrape
			part := float64(i) / float64(len(files))
			if scrapes == 1 && rng.IntN(3) == 0 || scrapes == 2 && part > min(from, to) && part < max(from, to) {
				continue
			}
		}
		out = append(out, f)
	}
	if scrapes > 0 {
		removed = append(removed, []string{"", "every third scrape", fmt.Sprintf("scrapes from %.2f to %.2f", min(from, to), max(from, to))}[scrapes])
	}
	slices.SortFunc(out, func(a, b emit.File) int { return strings.Compare(a.Name, b.Name) })
	return out, strings.Join(removed, ", ")
}
