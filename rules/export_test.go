package rules

import "roomline/timeline"

// Instance is one (rule, key, anchor) before folding.
type Instance struct {
	Rule     string
	Base     string        // its process, without a life
	Hit      *timeline.Hit // of the anchor; nil where it is a scrape
	At       timeline.Time
	Verdict  timeline.Truth
	Why      int // how many reasons are given
	Root     Root
	Class    string
	Branches []Class
}

// Unfolded judges without folding: the law about lost evidence is one about instances. quiet says of
// the rules without one whether all was observed.
func Unfolded(set *Set, inc *timeline.Incident) (all []Instance, quiet map[string]bool) {
	quiet = map[string]bool{}
	v := newVerdicts()
	for _, p := range set.Packs {
		run := &packRun{pack: p, facts: newFacts(set, p, inc)}
		for _, rule := range p.Rules {
			r := &ruleRun{rule: rule}
			r.again(run.facts, nil)
			if r.found = r.instances(); len(r.found) == 0 {
				quiet[rule.ID] = r.quiet.Observed
			}
			v.note(r)
			run.rules = append(run.rules, r)
		}
		v.explainAll(run, nil)
		for _, r := range p.Rules {
			for _, i := range v.found[r] {
				all = append(all, Instance{Rule: r.ID, Base: i.c.base, Hit: i.alt.hit, At: i.c.anchor.Lo, Verdict: i.verdict, Why: len(i.reasons), Root: i.root, Class: i.class, Branches: i.classes})
			}
		}
	}
	return all, quiet
}

// Shown are the findings as the latest round left them: those that were kept are the same pointers.
func (j *Judging) Shown() map[*Finding]bool {
	out := map[*Finding]bool{}
	for _, i := range j.sorted {
		out[i.shown] = true
	}
	return out
}

// Extends says whether a round from one incident to the next is not a full one.
func Extends(old, inc *timeline.Incident) bool { return extends(old, inc) }

// Cost judges and says how many operators were judged, and how many hits looked at for counts and silences.
func Cost(set *Set, inc *timeline.Incident) (res *Result, ops, looks int) {
	j := &Judging{set: set}
	res = j.all(inc)
	for _, run := range j.runs {
		ops, looks = ops+run.facts.cost.ops, looks+run.facts.cost.looks
	}
	return res, ops, looks
}
