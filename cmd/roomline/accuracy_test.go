package main

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"roomline/cmd/pdlab/scenario"
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
	byRule                              map[string]ruleRow
}

// ruleRow are the figures of one rule with full evidence. Open: the truth leaves it open.
type ruleRow struct{ expected, met, open int }

func (a *accuracyRow) plus(b accuracyRow) {
	a.Runs, a.Expected, a.Met, a.False, a.Left = a.Runs+b.Runs, a.Expected+b.Expected, a.Met+b.Met, a.False+b.False, a.Left+b.Left
	a.Partial, a.PartialFalse, a.Flips, a.Still = a.Partial+b.Partial, a.PartialFalse+b.PartialFalse, a.Flips+b.Flips, a.Still+b.Still
	a.faults = append(a.faults, b.faults...)
	a.absent = append(a.absent, b.absent...)
	for rule, r := range b.byRule {
		a.ofRule(rule, r)
	}
}

// accuracyFault is one wrong or missing verdict; those of one key are alike.
type accuracyFault struct{ key, text string }

func (a *accuracyRow) fault(key, format string, args ...any) {
	a.faults = append(a.faults, accuracyFault{key, fmt.Sprintf(format, args...)})
}

func (a *accuracyRow) ofRule(rule string, b ruleRow) {
	if a.byRule == nil {
		a.byRule = map[string]ruleRow{}
	}
	r := a.byRule[rule]
	a.byRule[rule] = ruleRow{r.expected + b.expected, r.met + b.met, r.open + b.open}
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
	table.WriteString("\nrule                                expected confirmed  left open\n")
	for _, rule := range slices.Sorted(maps.Keys(sum.byRule)) {
		r := sum.byRule[rule]
		fmt.Fprintf(&table, "%-35s %8d %9d %10d\n", rule, r.expected, r.met, r.open)
	}
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
