package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"roomline/ingest"
	"roomline/report"
	"roomline/rules"
	"roomline/timeline"
)

// rulesTest runs the tests that packs carry, through the same reader and judge as an incident.
func (a *app) rulesTest(ctx context.Context, paths []string) error {
	if err := a.f.check(); err != nil {
		return err
	}
	files, err := a.packFiles(paths)
	if err != nil {
		return err
	}
	failed := 0
	err = a.write(func(w io.Writer) error {
		for i := range files {
			n, err := a.testPack(ctx, w, &files[i])
			if err != nil {
				return err
			}
			failed += n
		}
		return nil
	})
	if err == nil && failed > 0 {
		a.code = exitFailOn
	}
	return err
}

// testPack runs the tests of one pack and counts the expectations that failed.
func (a *app) testPack(ctx context.Context, w io.Writer, f *packFile) (int, error) {
	if f.pack == nil {
		return 0, usage("cannot load rule pack %s:\n%s", report.Escape(f.path), escapeLines(f.faults.Error()))
	}
	now := timeline.NoTime // a test says the same on every day, unless a day is asked for
	if a.f.asOf != "" {
		var err error
		if now, err = a.f.today(); err != nil {
			return 0, err
		}
	}
	set, err := f.join(rules.Joining{Now: now, Partial: true})
	if err != nil {
		return 0, &exitError{exitUsage, fmt.Errorf("cannot load rule pack %s: %w", f.path, err)}
	}
	if len(f.pack.Tests) == 0 {
		fmt.Fprintf(w, "%s carries no tests\n", report.Escape(f.path))
	}
	o := ingest.Options{Matcher: set.Matcher, CountsOnly: set.CountsOnly, SignalRole: set.SignalRole, Workers: a.f.cpus, MaxHits: a.f.maxHits, Block: a.f.block, Since: timeline.NoTime, Until: timeline.NoTime}
	failed := 0
	for _, t := range f.pack.Tests {
		n, err := testOne(ctx, w, set, t, o)
		if err != nil {
			return failed, &exitError{exitUsage, err}
		}
		failed += n
	}
	for _, l := range lacking(f.pack) {
		fmt.Fprintf(w, "lacks %s: no test for %s\n", report.Escape(l.rule.ID), strings.Join(l.lacks, ", "))
	}
	fmt.Fprintf(w, "%d tests, %d expectations failed\n", len(f.pack.Tests), failed)
	return failed, nil
}

// testOne runs one test and writes a line for each expectation, with what differs under it.
func testOne(ctx context.Context, w io.Writer, set *rules.Set, t *rules.Test, o ingest.Options) (int, error) {
	res, err := runPackTest(ctx, set, t, o)
	if err != nil {
		return 0, err
	}
	failed := 0
	for i := range t.Expect {
		want := &t.Expect[i]
		bad := checkExpect(want, res)
		word := "ok   "
		if len(bad) > 0 {
			word = "FAIL "
			failed++
		}
		fmt.Fprintf(w, "%s%s: %s %s\n", word, report.Escape(t.Name), report.Escape(want.Rule), want.NotFired+want.Verdict)
		for _, b := range bad {
			fmt.Fprintf(w, "       %s\n", report.Escape(b))
		}
	}
	return failed, nil
}
