package rules

import (
	"slices"

	"roomline/timeline"
)

// ruleRun is what one rule found: its contexts with their instances, and those instances folded.
type ruleRun struct {
	rule     *Rule
	facts    *facts // what it alone remembers of the incident
	contexts []*contextRun
	found    []*instance
	quiet    *NotFired // nil where something was found

	come, gone []*instance // of found, in the latest round
	state      ruleState
	turned     bool // whether it was observed changed in the latest round
	judged     bool // to the end

	moved []*instance // of found, whose root is another since the latest round
	edged []edged     // those that have other causes since then
}

// ruleRuns are the rules of all packs, of which nothing is judged yet.
func (x *indexes) ruleRuns() (out []*ruleRun) {
	for _, p := range x.set.Packs {
		for _, r := range p.Rules {
			out = append(out, &ruleRun{rule: r, facts: x.factsOf(p)})
		}
	}
	return out
}

// size is about how much there is to do: how many may be anchors, or were found, times what is asked of each.
func (r *ruleRun) size() int {
	events, _ := anchorSignals(r.rule.Steps[0].Op)
	n, asked := len(r.found), 0
	for _, s := range events {
		n += len(r.facts.inc.Hits[s.id])
	}
	r.rule.operators(func(*Op) { asked++ })
	return n * asked
}

// show prepares what is reported of each instance, unless that stands already.
func (r *ruleRun) show(remedies *remedier, d *delta) {
	for _, i := range r.found {
		r.facts.Step(opSteps)
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

// ruleState is what a rule says as an explainer of others.
type ruleState uint8

const (
	stateNew ruleState = iota
	stateFound
	stateClear
	stateUnseen
)

// again judges what a change touches; nil is all.
func (r *ruleRun) again(d *delta) {
	f := r.facts
	changed := r.find(f, d)
	for _, c := range r.contexts {
		if c.again(f, d) {
			changed, c.folded = true, nil
		}
	}
	r.come, r.gone = nil, nil
	if changed {
		r.fold()
	}
	r.quiet = nil
	if len(r.found) == 0 {
		r.quiet = f.quietVerdict(r.rule)
	}
	before := r.state
	r.state = r.stateNow()
	r.turned = (before == stateUnseen) != (r.state == stateUnseen)
}

// forget lets go of what only another round would go on from.
func (r *ruleRun) forget() { r.contexts, r.facts.scratch = nil, scratch{} }

func (r *ruleRun) stateNow() ruleState {
	switch {
	case r.quiet == nil:
		return stateFound
	case r.quiet.Observed:
		return stateClear
	}
	return stateUnseen
}

// fold joins the instances of all contexts and notes which came and which went.
func (r *ruleRun) fold() {
	old := r.found
	for _, i := range old {
		i.place = -1
	}
	r.found = r.foldAll()
	for n, i := range r.found {
		if !i.listed {
			i.settled, i.explained, i.shown, i.search = false, nil, nil, nil // nobody looked after it while it was folded into another
			r.come = append(r.come, i)
		}
		i.place, i.listed = n, true
	}
	for _, i := range old {
		if i.place < 0 {
			i.listed = false
			r.gone = append(r.gone, i)
		}
	}
}

// foldAll folds all instances. Under an entity key each context holds all of its key, so that those
// that are as they were need not be folded again.
func (r *ruleRun) foldAll() []*instance {
	if !r.rule.byEntity() {
		return fold(r.instances())
	}
	var out []*instance
	for _, c := range r.contexts {
		if c.folded == nil {
			c.folded = fold(c.best(nil))
		}
		out = append(out, c.folded...)
	}
	slices.SortStableFunc(out, compareAnchors)
	return out
}

// instances are all instances, one per (key, anchor), not folded.
func (r *ruleRun) instances() []*instance {
	var out []*instance
	for _, c := range r.contexts {
		out = c.best(out)
	}
	return out
}
