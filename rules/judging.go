package rules

import (
	"cmp"
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
// Concurrency: one goroutine at a time, but for the pieces of work that it gives to its Each.
type Judging struct {
	set    *Set
	keeps  bool          // for another round
	each   timeline.Each // how the rules are gone through
	asked  func() bool   // whether to end; nil: nobody does
	inc    *timeline.Incident
	known  *indexes
	runs   []*ruleRun // in the order of the packs and their rules
	v      *verdicts
	sorted []*instance // all found ones, in the order of the findings
	last   []Finding   // of the latest result
	ids    []string    // F1, F2, ...
	causes []causing   // room for the edges of a round
	told   []Standing  // room for the standings of some findings
	listed int         // how many of sorted are findings; exceptions suppress the others
}

// NewJudging prepares to judge by a set, whose rules are gone through as each does: see [JudgeWith]. It has seen no
// incident yet.
func NewJudging(set *Set, each timeline.Each) *Judging {
	return &Judging{set: set, keeps: true, each: each}
}

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
	j.known = newIndexes(j.set, inc, j.keeps)
	j.runs, j.v, j.sorted = j.known.ruleRuns(), newVerdicts(), nil
	j.known.ending.Asked = j.asked
	for _, r := range j.runs {
		r.facts.Asked = j.asked
	}
	return j.round(inc, nil)
}

// changed judges what a change touches.
func (j *Judging) changed(inc *timeline.Incident, ch Change) *Result {
	d := newDelta(j.inc, inc, ch)
	j.known.advance(inc, ch, d)
	for _, r := range j.runs {
		r.facts.forget()
	}
	return j.round(inc, d)
}

// round judges all rules, then draws causes among them, in this order since any may explain any.
func (j *Judging) round(inc *timeline.Incident, d *delta) *Result {
	j.inc = inc
	remedies := newRemedier(inc)
	j.eachRule(func(r *ruleRun) {
		if r.again(d); !j.keeps {
			r.forget()
		}
		r.judged = true
	})
	if !j.stopped() {
		j.settle(remedies, d)
	}
	if j.stopped() {
		j.curtail()
		j.settle(remedies, d)
	}
	return j.result(remedies, j.collect(d))
}

// result writes what was found and what was not. same: all findings and edges are those of the result before.
func (j *Judging) result(remedies *remedier, same bool) *Result {
	res := &Result{}
	all := j.findings(same)
	res.Findings, res.Suppressed = all[:j.listed:j.listed], all[j.listed:]
	res.Warnings = suppressedWarnings(res.Suppressed)
	for _, r := range j.runs {
		if r.quiet != nil {
			res.NotFired = append(res.NotFired, *r.quiet)
			remedies.fill(res.NotFired[len(res.NotFired)-1].Missing)
		}
	}
	res.Next = next(j.inc, res)
	return res
}

// eachRule does a piece of work for each rule, first where most is to be asked: what is long should not be left over.
func (j *Judging) eachRule(do func(*ruleRun)) {
	order := slices.Clone(j.runs)
	if !j.keeps {
		slices.SortStableFunc(order, func(a, b *ruleRun) int { return cmp.Compare(b.size(), a.size()) })
	}
	j.each(len(order), func(k int) {
		f := order[k].facts
		f.stopped = f.Until(func() { do(order[k]) }) || f.stopped
	})
}

// settle draws the causes of what was found, and shows it: for that all rules have to be judged.
func (j *Judging) settle(remedies *remedier, d *delta) {
	for _, r := range j.runs {
		j.v.note(r)
	}
	if d != nil {
		for _, r := range j.runs {
			j.v.unsettle(r, d)
		}
	}
	j.eachRule(func(r *ruleRun) {
		j.v.explainAll(r)
		r.show(remedies, d)
	})
}

// collect puts what was found into the order of the findings. It says whether that and all edges are as they were.
func (j *Judging) collect(d *delta) (same bool) {
	same = d != nil
	left := false
	var come, moved []*instance
	for _, r := range j.runs {
		left = left || len(r.gone) > 0
		come, moved = append(come, r.come...), append(moved, r.moved...)
		same = same && len(r.come)+len(r.gone)+len(r.moved)+len(r.edged) == 0
	}
	if !same {
		j.arrange(come, moved, left || len(moved) > 0)
	}
	return same
}

// arrange puts what came, and what a new root moved, in its place among the rest. left: others went.
func (j *Judging) arrange(come, moved []*instance, left bool) {
	added := come
	for _, i := range come {
		i.moved, i.standing, i.links = true, nil, links{far: -1}
	}
	for _, i := range moved {
		if !i.moved {
			i.moved, added = true, append(added, i)
		}
	}
	rest := j.sorted
	if left {
		rest = slices.DeleteFunc(rest, func(i *instance) bool { return !i.listed || i.moved })
	}
	for _, i := range added {
		i.moved, i.number = false, -1
	}
	slices.SortFunc(added, compareInstances)
	j.sorted = mergeInstances(rest, added)
}

// mergeInstances merges a few into many, both in order: the place of each is looked up.
func mergeInstances(many, few []*instance) []*instance {
	if len(few) == 0 {
		return many
	}
	out := make([]*instance, 0, len(many)+len(few))
	for _, i := range few {
		n, _ := slices.BinarySearchFunc(many, i, func(a, b *instance) int {
			if compareInstances(a, b) <= 0 {
				return -1 // behind those that are equal
			}
			return 1
		})
		out, many = append(append(out, many[:n]...), i), many[n:]
	}
	return append(out, many...)
}
