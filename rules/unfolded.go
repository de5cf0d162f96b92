package rules

import "roomline/timeline"

// Instance is one (rule, key, anchor) before folding.
type Instance struct {
	Rule     string
	Entity   []KV
	Base     string        // its process, without a life
	Hit      *timeline.Hit // of the anchor; nil where it is a scrape
	At       timeline.Time
	Verdict  timeline.Truth
	Reasons  []Missing
	Root     Root
	Class    string
	Branches []Class

	of *instance
}

// Steps are those of the instance as a finding would show them; texts are not filled in.
func (x *Instance) Steps() []Step {
	var out []Step
	for _, ch := range x.of.choices {
		if ch.step < len(x.of.c.rule.Steps) || ch.value != timeline.T {
			out = append(out, x.of.showStep(ch))
		}
	}
	return out
}

func (i *instance) unfolded() Instance {
	return Instance{Rule: i.c.rule.ID, Entity: i.c.key, Base: i.c.base, Hit: i.alt.hit, At: i.c.anchor.Lo, Verdict: i.verdict,
		Reasons: i.reasons, Root: i.root, Class: i.class, Branches: i.classes, of: i}
}

// Unfolded judges without folding: the laws about lost evidence are about instances, since a fold may
// be another one when an anchor goes. quiet says of the rules without one whether all was observed.
func Unfolded(set *Set, inc *timeline.Incident) (all []Instance, quiet map[string]bool) {
	quiet = map[string]bool{}
	v, runs := newVerdicts(), newIndexes(set, inc, false).ruleRuns()
	for _, r := range runs {
		r.again(nil)
		if r.found = r.instances(); len(r.found) == 0 {
			quiet[r.rule.ID] = r.quiet.Observed
		}
		v.note(r)
	}
	for _, r := range runs {
		v.explainAll(r)
	}
	for _, r := range runs {
		for _, i := range r.found {
			all = append(all, i.unfolded())
		}
	}
	return all, quiet
}

// Def is the rule that it is an instance of.
func (x *Instance) Def() *Rule { return x.of.c.rule }

// ProcessOf names the process that printed a hit, without its life.
func (x *Instance) ProcessOf(h *timeline.Hit) string { return x.of.c.process(h).Base() }
