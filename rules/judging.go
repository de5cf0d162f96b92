package rules

import (
	"slices"

	"roomline/timeline"
)

// Judging judges an incident that grows. It keeps what was found of each rule, key and anchor with
// what it was found by, so that the next incident costs what its change touches. The result is that
// of [Judge], whatever was kept.
//
// Results share what did not change: they are read only. An incident that is no continuation of the
// one before (another source, life, hole, mark or zone) is judged in full.
//
// Concurrency: one goroutine at a time.
type Judging struct {
	set    *Set
	keeps  bool // for another round
	inc    *timeline.Incident
	runs   []*packRun
	v      *verdicts
	sorted []*instance // all found ones, in the order of the findings
	last   []Finding   // of the latest result
	ids    []string    // F1, F2, ...
	listed int         // how many of sorted are findings; exceptions suppress the others
}

// packRun is what the rules of one pack found.
type packRun struct {
	pack  *Pack
	facts *facts
	rules []*ruleRun
}

// NewJudging prepares to judge by a set. It has seen no incident yet.
func NewJudging(set *Set) *Judging { return &Judging{set: set, keeps: true} }

// Judge judges an incident, and finds by itself what changed since the one before.
func (j *Judging) Judge(inc *timeline.Incident) *Result {
	if j.inc == nil || !extends(j.inc, inc) {
		return j.all(inc)
	}
	return j.changed(inc, Compare(j.inc, inc))
}

// Again judges an incident of which the caller knows in which hits it differs from the one before.
func (j *Judging) Again(inc *timeline.Incident, change Change) *Result {
	if j.inc == nil || !extends(j.inc, inc) {
		return j.all(inc)
	}
	return j.changed(inc, change)
}

// all judges without regard to what was found before.
func (j *Judging) all(inc *timeline.Incident) *Result {
	j.runs, j.v, j.sorted = nil, newVerdicts(), nil
	for _, p := range j.set.Packs {
		run := &packRun{pack: p, facts: newFacts(j.set, p, inc)}
		run.facts.keeps = j.keeps
		for _, r := range p.Rules {
			run.rules = append(run.rules, &ruleRun{rule: r})
		}
		j.runs = append(j.runs, run)
	}
	return j.round(inc, nil)
}

// changed judges what a change touches.
func (j *Judging) changed(inc *timeline.Incident, ch Change) *Result {
	d := newDelta(j.inc, inc, ch)
	for _, run := range j.runs {
		run.facts.advance(inc, ch, d)
	}
	return j.round(inc, d)
}

func (j *Judging) round(inc *timeline.Incident, d *delta) *Result {
	j.inc = inc
	res := &Result{}
	var come []*instance
	same := d != nil
	for _, run := range j.runs {
		for _, r := range run.rules {
			r.again(run.facts, d)
			j.v.note(r)
			come = append(come, r.come...)
			same = same && len(r.come)+len(r.gone) == 0
			if r.quiet != nil {
				res.NotFired = append(res.NotFired, *r.quiet)
			}
		}
	}
	moved, edged := j.v.explainAll(j.runs, d)
	same = same && !edged && len(moved) == 0
	if !same {
		j.arrange(come, moved)
	}
	remedies := newRemedier(inc)
	j.show(remedies, d)
	all := j.findings(same)
	res.Findings, res.Suppressed = all[:j.listed:j.listed], all[j.listed:]
	res.Warnings = suppressedWarnings(res.Suppressed)
	for i := range res.NotFired {
		remedies.fill(res.NotFired[i].Missing)
	}
	res.Next = next(inc, res)
	return res
}

// arrange puts what came, and what a new root moved, in its place among the rest.
func (j *Judging) arrange(come, moved []*instance) {
	added := come
	for _, i := range come {
		i.moved = true
	}
	for _, i := range moved {
		if !i.moved {
			i.moved, added = true, append(added, i)
		}
	}
	rest := slices.DeleteFunc(j.sorted, func(i *instance) bool { return !i.listed || i.moved })
	for _, i := range added {
		i.moved = false
	}
	slices.SortFunc(added, compareInstances)
	j.sorted = mergeInstances(rest, added)
}

func mergeInstances(a, b []*instance) []*instance {
	if len(b) == 0 {
		return a
	}
	out := make([]*instance, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if compareInstances(a[0], b[0]) <= 0 {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// show prepares what is reported of each instance, unless that stands already.
func (j *Judging) show(remedies *remedier, d *delta) {
	for _, i := range j.sorted {
		switch {
		case i.shown == nil:
			i.shown = i.show()
			for n := range i.shown.Steps {
				remedies.fill(i.shown.Steps[n].Missing)
			}
		case d != nil && i.verdict != timeline.T && i.nearTouched(d):
			f := *i.shown
			f.NearMiss = i.near(f.Steps)
			i.shown = &f
		}
	}
}
