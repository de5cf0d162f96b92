package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules"
	"roomline/rules/packtest"
	"roomline/timeline"
)

// testFlags are those of `rules test`.
type testFlags struct {
	run  string
	got  bool
	less bool
	laws bool
	n    int
	seed uint64
	only *regexp.Regexp
}

func (a *app) rulesTestCmd() *cobra.Command {
	var f testFlags
	c := &cobra.Command{
		Use:   "test [PACK...]",
		Short: "Runs the tests that packs carry, and the laws that every confirmed one obeys",
		Long: "Runs the tests that packs carry through the same reader and judge as an incident (docs/rule-tests.md).\n" +
			"With --metamorphic it also holds the laws that every test which expects something confirmed has to obey:\n" +
			"without any span of its evidence nothing is refuted, and so on. -o junit writes what CI systems read.",
		RunE: func(cmd *cobra.Command, args []string) error { return a.rulesTest(cmd.Context(), args, &f) },
	}
	fs := c.Flags()
	fs.StringVar(&f.run, "run", "", "only tests whose name, or a rule that they expect something of, matches `REGEXP`")
	fs.BoolVar(&f.got, "got", false, "write what each test got as its `expect` block, to be read and put into the pack")
	fs.BoolVarP(&f.less, "quiet", "q", false, "write only what failed, and the total")
	fs.BoolVar(&f.laws, "metamorphic", false, "hold the laws of every test that expects something confirmed")
	fs.IntVarP(&f.n, "removals", "n", 40, "how many spans of evidence are taken from each of those tests")
	fs.Uint64Var(&f.seed, "seed", 1, "which spans: the same seed takes the same ones")
	return c
}

// packRun is what came of the tests of a pack.
type packRun struct {
	file     *packFile
	outcomes []*packtest.Outcome
	took     []time.Duration
	suite    *packtest.Suite // nil: the laws were not asked for
	lawsTook time.Duration
}

func (r *packRun) failed() int {
	n := 0
	for _, o := range r.outcomes {
		n += o.Failed()
	}
	return n
}

func (r *packRun) broken() int {
	if r.suite == nil {
		return 0
	}
	return len(r.suite.Broken)
}

// rulesTest runs the tests that packs carry, through the same reader and judge as an incident.
func (a *app) rulesTest(ctx context.Context, paths []string, f *testFlags) error {
	if err := a.checkTestFlags(f); err != nil {
		return err
	}
	files, err := a.packFiles(a.packsHere(paths))
	if err != nil {
		return err
	}
	var runs []*packRun
	ran := 0
	for i := range files {
		r, err := a.runPack(ctx, &files[i], f)
		if err != nil {
			return err
		}
		runs = append(runs, r)
		ran += len(r.outcomes)
		if r.failed()+r.broken() > 0 {
			a.code = exitFailOn
		}
	}
	if f.only != nil && ran == 0 {
		return usage("--run %q: no test, and no rule that a test expects something of, has such a name", f.run)
	}
	return a.write(func(w io.Writer) error {
		switch a.f.output {
		case "json":
			return testsJSON(w, runs)
		case "junit":
			return packtest.WriteJUnit(w, suitesOf(runs))
		}
		return testsText(w, runs, f)
	})
}

func (a *app) checkTestFlags(f *testFlags) error {
	if err := a.f.checkFor("text", "json", "junit"); err != nil {
		return err
	}
	if f.n < 0 || f.n > 100_000 {
		return usage("-n %d: give a number from 0 to 100000", f.n)
	}
	if f.got && a.f.output != "text" {
		return usage("--got writes YAML: leave out -o %s", a.f.output)
	}
	if f.run == "" {
		return nil
	}
	only, err := regexp.Compile(f.run)
	if err != nil {
		return usage("--run %q: %v", f.run, err)
	}
	f.only = only
	return nil
}

func (f *testFlags) wants(t *rules.Test) bool {
	if f.only == nil || f.only.MatchString(t.Name) {
		return true
	}
	for _, e := range t.Expect {
		if f.only.MatchString(e.Rule) {
			return true
		}
	}
	return false
}

// setOf joins a pack with what it needs.
func (a *app) setOf(f *packFile) (*rules.Set, error) {
	if f.pack == nil {
		return nil, usage("cannot load rule pack %s:\n%s", report.Escape(f.path), escapeLines(f.faults.Error()))
	}
	now := timeline.NoTime // a test says the same on every day, unless a day is asked for
	if a.f.asOf != "" {
		var err error
		if now, err = a.f.today(); err != nil {
			return nil, err
		}
	}
	set, err := f.join(rules.Joining{Now: now, Partial: true})
	if err != nil {
		return nil, &exitError{exitUsage, fmt.Errorf("cannot load rule pack %s: %w", f.path, err)}
	}
	return set, nil
}

// runPack runs the tests of one pack and holds their laws.
func (a *app) runPack(ctx context.Context, file *packFile, f *testFlags) (*packRun, error) {
	set, err := a.setOf(file)
	if err != nil {
		return nil, err
	}
	r := &packRun{file: file}
	runner := &packtest.Runner{Set: set, Pack: file.pack, Read: a.reader(ctx, set, false)}
	for _, t := range file.pack.Tests {
		if !f.wants(t) {
			continue
		}
		begin := time.Now()
		r.outcomes = append(r.outcomes, runner.Run(t))
		r.took = append(r.took, time.Since(begin))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if !f.laws {
		return r, nil
	}
	begin := time.Now()
	r.suite = &packtest.Suite{Runner: &packtest.Runner{Set: set, Pack: file.pack, Read: a.reader(ctx, set, true)}, Seed: f.seed, N: f.n}
	for _, o := range r.outcomes {
		if o.Err != nil {
			continue // told as its outcome
		}
		if err := r.suite.Hold(o.Test); err != nil {
			return nil, &exitError{exitUsage, err}
		}
	}
	r.lawsTook = time.Since(begin)
	return r, nil
}
