package main

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"roomline/cmd/pdlab/emit"
	"roomline/rules"
	"roomline/timeline"
)

// verdicts is what a report says: rule, then entity, then the verdicts that it has of it.
type verdicts map[string]map[string][]timeline.Truth

func (v verdicts) has(rule, entity string, x timeline.Truth) bool {
	return slices.Contains(v[rule][entity], x)
}

// hold counts what a report on full evidence has of what is true.
func (a *accuracyRow) hold(what string, set *rules.Set, truth emit.Truth, got verdicts) {
	a.Runs++
	a.Left += len(truth.Left)
	for rule := range truth.Left {
		a.ofRule(rule, ruleRow{open: 1})
	}
	a.False += a.falseOnes(what, set, truth, got)
	for _, rule := range truth.Confirmed {
		if set.Rule(rule) == nil {
			a.absent = append(a.absent, rule)
			continue
		}
		for _, e := range entitiesOf(set, rule, truth.Entities[rule]) {
			a.Expected++
			a.ofRule(rule, ruleRow{expected: 1})
			if !got.has(rule, e, timeline.T) {
				a.fault(truth.Scenario+": missing "+rule, "%s of %s, which is %v: %s", rule, e, slices.Compact(got[rule][e]), what)
				continue
			}
			a.Met++
			a.ofRule(rule, ruleRow{met: 1})
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
			known := slices.Contains(entitiesOf(set, rule, append(truth.Entities[rule], truth.May[rule]...)), e)
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
			case confirmed && part.has(rule, e, timeline.T) && slices.Contains(entitiesOf(set, rule, truth.Entities[rule]), e):
				a.Still++
			}
		}
	}
}

// entitiesOf names processes by their group where a rule is about groups: the truth knows which process it was.
func entitiesOf(set *rules.Set, rule string, entities []string) []string {
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
