package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"roomline/cmd/pdlab/emit"
	"roomline/cmd/pdlab/scenario"
	"roomline/rules"
	"roomline/timeline"
)

// Accuracy against the lab's ground truth. With all evidence there every expected rule is confirmed of every entity, and nothing
// else is; with evidence taken away nothing is confirmed that the truth denies, and what was confirmed is not refuted.
// A short run by default; `go test ./cmd/roomline -run TestAccuracy -v -accuracy.seeds 64` is the long one.
var (
	accuracySeeds = flag.Int("accuracy.seeds", 2, "seeds of each scenario")
	accuracyFrom  = flag.Int("accuracy.from", 1, "the first of them")
	accuracyOnly  = flag.String("accuracy.only", "", "scenarios, with commas; empty: all")
)

func TestAccuracy(t *testing.T) {
	var jobs []labJob
	for _, sc := range scenario.All {
		if *accuracyOnly != "" && !slices.Contains(strings.Split(*accuracyOnly, ","), sc.Name) {
			continue
		}
		for i := range *accuracySeeds {
			jobs = append(jobs, labJob{sc, uint64(*accuracyFrom + i)})
		}
	}
	all := &accuracy{rows: map[string]*accuracyRow{}}
	queue := make(chan labJob)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			judge := newLabJudge(t)
			for job := range queue {
				if judge != nil {
					all.add(job, judge.run(t, job))
				}
			}
		})
	}
	for _, job := range jobs {
		queue <- job
	}
	close(queue)
	workers.Wait()
	all.report(t)
}

// accuracyRow are the figures of one scenario, or of all.
type accuracyRow struct {
	Runs, Expected, Met, False          int // with full evidence
	Partial, PartialFalse, Flips, Still int // with evidence taken away; Still: expected and confirmed all the same
	Left                                int
	faults                              []accuracyFault
	absent                              []string // rules that are expected and that no pack has
}

func (a *accuracyRow) plus(b accuracyRow) {
	a.Runs, a.Expected, a.Met, a.False, a.Left = a.Runs+b.Runs, a.Expected+b.Expected, a.Met+b.Met, a.False+b.False, a.Left+b.Left
	a.Partial, a.PartialFalse, a.Flips, a.Still = a.Partial+b.Partial, a.PartialFalse+b.PartialFalse, a.Flips+b.Flips, a.Still+b.Still
	a.faults = append(a.faults, b.faults...)
	a.absent = append(a.absent, b.absent...)
}

// accuracyFault is one wrong or missing verdict; those of one key are alike.
type accuracyFault struct{ key, text string }

func (a *accuracyRow) fault(key, format string, args ...any) {
	a.faults = append(a.faults, accuracyFault{key, fmt.Sprintf(format, args...)})
}

type accuracy struct {
	sync.Mutex
	rows map[string]*accuracyRow
}

func (a *accuracy) add(job labJob, r accuracyRow) {
	a.Lock()
	defer a.Unlock()
	if a.rows[job.Name] == nil {
		a.rows[job.Name] = &accuracyRow{}
	}
	a.rows[job.Name].plus(r)
}

func (a *accuracy) report(t *testing.T) {
	t.Helper()
	var table strings.Builder
	fmt.Fprintf(&table, "\n%-28s %2s %5s %8s %9s %7s %5s %5s | %7s %9s %5s %5s\n", "scenario", "", "runs", "expected", "confirmed", "missing", "false", "left", "partial", "confirmed", "false", "flips")
	line := func(name, group string, r *accuracyRow) {
		fmt.Fprintf(&table, "%-28s %2s %5d %8d %9d %7d %5d %5d | %7d %9d %5d %5d\n", name, group, r.Runs, r.Expected, r.Met, r.Expected-r.Met, r.False, r.Left, r.Partial, r.Still, r.PartialFalse, r.Flips)
	}
	sum := &accuracyRow{}
	for _, sc := range scenario.All {
		if r := a.rows[sc.Name]; r != nil {
			line(sc.Name, sc.Group, r)
			sum.plus(*r)
		}
	}
	line("all", "", sum)
	t.Log(table.String())
	if slices.Sort(sum.absent); len(sum.absent) > 0 {
		t.Logf("not judged, no pack has them: %s", strings.Join(slices.Compact(sum.absent), ", "))
	}
	alike := map[string][]string{}
	for _, f := range sum.faults {
		alike[f.key] = append(alike[f.key], f.text)
	}
	for _, key := range slices.Sorted(maps.Keys(alike)) {
		t.Errorf("%s: %d, such as %s", key, len(alike[key]), slices.Min(alike[key]))
	}
}

// verdicts is what a report says: rule, then entity, then the verdicts that it has of it.
type verdicts map[string]map[string][]timeline.Truth

func (v verdicts) has(rule, entity string, x timeline.Truth) bool {
	return slices.Contains(v[rule][entity], x)
}

// hold counts what a report on full evidence has of what is true.
func (a *accuracyRow) hold(what string, set *rules.Set, truth emit.Truth, got verdicts) {
	a.Runs++
	a.Left += len(truth.Left)
	a.False += a.falseOnes(what, set, truth, got)
	for _, rule := range truth.Confirmed {
		if set.Rule(rule) == nil {
			a.absent = append(a.absent, rule)
			continue
		}
		for _, e := range ofRule(set, rule, truth.Entities[rule]) {
			a.Expected++
			if !got.has(rule, e, timeline.T) {
				a.fault(truth.Scenario+": missing "+rule, "%s of %s, which is %v: %s", rule, e, slices.Compact(got[rule][e]), what)
				continue
			}
			a.Met++
		}
	}
}

// falseOnes counts the confirmed findings that the truth rules out.
func (a *accuracyRow) falseOnes(what string, set *rules.Set, truth emit.Truth, got verdicts) (n int) {
	for rule, entities := range got {
		for e := range entities {
			if !got.has(rule, e, timeline.T) {
				continue
			}
			known := slices.Contains(ofRule(set, rule, append(truth.Entities[rule], truth.May[rule]...)), e)
			_, left := truth.Left[rule]
			if truth.Expect[rule] == "not" || !known && !(left && len(truth.May[rule]) == 0) {
				n++
				a.fault(truth.Scenario+": false "+rule, "%s (the truth has %v, may be %v): %s", e, truth.Entities[rule], truth.May[rule], what)
			}
		}
	}
	return n
}

// holdPart compares a report on a part of the evidence with the truth and with the report on all of it.
func (a *accuracyRow) holdPart(what string, set *rules.Set, truth emit.Truth, full, part verdicts) {
	a.Partial++
	a.PartialFalse += a.falseOnes(what, set, truth, part)
	for rule, entities := range full {
		for e := range entities {
			confirmed, refuted := full.has(rule, e, timeline.T), full.has(rule, e, timeline.F)
			switch {
			case confirmed && !refuted && len(part[rule][e]) > 0 && !part.has(rule, e, timeline.T) && !part.has(rule, e, timeline.U):
				a.Flips++
				a.fault(truth.Scenario+": confirmed, refuted with less evidence: "+rule, "%s: %s", e, what)
			case refuted && !confirmed && !full.has(rule, e, timeline.U) && part.has(rule, e, timeline.T):
				a.Flips++
				a.fault(truth.Scenario+": refuted, confirmed with less evidence: "+rule, "%s: %s", e, what)
			case confirmed && part.has(rule, e, timeline.T) && slices.Contains(ofRule(set, rule, truth.Entities[rule]), e):
				a.Still++
			}
		}
	}
}

// ofRule names processes by their group where a rule is about groups: the truth knows which process it was.
func ofRule(set *rules.Set, rule string, entities []string) []string {
	r := set.Rule(rule)
	if r == nil || !slices.Equal(r.By, []string{"group"}) {
		return entities
	}
	out := []string{}
	for _, e := range entities {
		if strings.Contains(e, "@") {
			e = "g0"
		}
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// labJudge judges one bundle after the other with packs that are loaded once.
type labJudge struct {
	set *rules.Set
	dir string
}

func newLabJudge(t *testing.T) *labJudge {
	set, err := (&app{stderr: io.Discard}).loadSet(&session{})
	if err != nil {
		t.Error(err)
		return nil
	}
	return &labJudge{set, t.TempDir()}
}

func (j *labJudge) verdicts(t *testing.T, files []emit.File) verdicts {
	dir, err := os.MkdirTemp(j.dir, "bundle")
	if err != nil {
		t.Error(err)
		return nil
	}
	defer os.RemoveAll(dir) // thousands of bundles are more than a disk has
	if err := emit.WriteFiles(dir, files); err != nil {
		t.Error(err)
		return nil
	}
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, f: flags{cpus: 1, color: "never", progress: "never", output: "json", tz: "UTC", noCache: true}}
	inputs, err := a.f.inputs([]string{dir})
	if err != nil {
		t.Error(err)
		return nil
	}
	s := &session{set: j.set}
	defer s.close()
	if err := a.read(context.Background(), s, inputs); err != nil {
		t.Error(err)
		return nil
	}
	out := verdicts{}
	for i := range s.res.Findings {
		f := &s.res.Findings[i]
		if len(f.Entity) == 0 {
			continue
		}
		e, _, _ := strings.Cut(f.Entity[0].Value, "/") // a life of a process is that process
		if out[f.Rule] == nil {
			out[f.Rule] = map[string][]timeline.Truth{}
		}
		out[f.Rule][e] = append(out[f.Rule][e], f.Verdict)
	}
	return out
}
