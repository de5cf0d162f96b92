package rules

import (
	"slices"
	"sync"
	"time"

	"roomline/timeline"
)

// verdicts are the folded instances of each rule, and of rules without one whether all was observed.
type verdicts struct {
	found  map[*Rule][]*instance
	quiet  map[*Rule]*NotFired
	mu     sync.Mutex
	causes map[causesKey]causesByKey
}

func newVerdicts() *verdicts {
	return &verdicts{found: map[*Rule][]*instance{}, quiet: map[*Rule]*NotFired{}, causes: map[causesKey]causesByKey{}}
}

// note takes over what a rule found.
func (v *verdicts) note(r *ruleRun) {
	v.found[r.rule], v.quiet[r.rule] = r.found, r.quiet
	if len(r.come)+len(r.gone) == 0 {
		return
	}
	for k := range v.causes {
		if k.rule == r.rule {
			delete(v.causes, k)
		}
	}
}

// explainAll draws explained_by and root of what a rule found, among the rules of all packs (P20), where they may
// have changed. It notes those whose root is another, and those that have other edges.
func (v *verdicts) explainAll(r *ruleRun) {
	r.moved, r.edged = nil, nil
	by := r.facts.set.explainers[r.rule.ID]
	for _, effect := range r.found {
		if effect.settled {
			continue
		}
		was, causes := effect.root, effect.explained
		r.facts.noting(&effect.why, func() { v.explain(effect, by) })
		if !slices.Equal(causes, effect.explained) {
			r.edged = append(r.edged, edged{effect, causes})
		}
		if effect.settled = true; was != effect.root {
			r.moved = append(r.moved, effect)
		}
	}
}

// unsettle finds the effects whose causes may be others: where an explainer came or went near them, where a cause may
// have been missed, and where it is decided anew whether an explainer was observed.
func (v *verdicts) unsettle(r *ruleRun, d *delta) {
	for _, effect := range r.found {
		effect.settled = effect.settled && !d.touches(&effect.why)
	}
	if !r.turned && len(r.come)+len(r.gone) == 0 {
		return
	}
	for _, e := range r.rule.Explains {
		for _, effect := range v.found[r.facts.set.rules[e.Rule]] {
			effect.settled = effect.settled && !r.turnedFor(effect) && !anyNear(r.come, effect, e) && !anyNear(r.gone, effect, e)
		}
	}
}

// turnedFor says whether the root of an effect hangs on what turned: that its explainer was not observed. Beside the
// explainer's instances, which come and go by themselves, that alone counts of it: it can only take a root that is one,
// or give back what it may have taken.
func (r *ruleRun) turnedFor(effect *instance) bool {
	switch {
	case !r.turned || effect.verdict != timeline.T:
		return false
	case r.state == stateUnseen:
		return effect.root == RootYes
	}
	return effect.root == RootUnknown
}

// explain draws the causes of an effect. One that is not confirmed has none and is no root, whatever else was found.
func (v *verdicts) explain(effect *instance, by []*Rule) {
	root, sure := RootUnknown, effect.verdict == timeline.T
	if sure {
		root = RootYes
	}
	effect.c.Step(opSteps)
	effect.explained, effect.caused = nil, false
	for _, r := range by {
		if r == effect.c.rule || slices.Contains(r.NotCauseOf, effect.c.rule.ID) {
			continue
		}
		for _, e := range r.Explains {
			if e.Rule != effect.c.rule.ID {
				continue
			}
			if effect.caused = true; sure {
				root = v.explainBy(effect, r, e, root)
			}
		}
	}
	effect.root = root
}

func (v *verdicts) explainBy(effect *instance, r *Rule, e Explain, root Root) Root {
	q := v.quiet[r]
	if root == RootYes && (q != nil && !q.Observed || effect.hiddenCause(r, e)) {
		root = RootUnknown
	}
	v.possible(effect, r, e, func(cause *instance) {
		effect.c.Step(1)
		t := edge(cause, effect, e)
		switch {
		case t == timeline.T && cause.verdict == timeline.T:
			effect.explained = append(effect.explained, cause)
			root = RootNo
		case t != timeline.F && cause.verdict != timeline.F && root == RootYes:
			root = RootUnknown
		}
	})
	return root
}

// edge says whether a cause of the same keys can explain an effect: not after it, at most `within` before it. A tie
// of stamps counts; one record may be both.
func edge(cause, effect *instance, e Explain) timeline.Truth {
	a, b := *cause.c.anchor, *effect.c.anchor
	if timeline.SameRecord(a, b) {
		return timeline.T
	}
	v := effect.c.later(a, b)
	if e.Within > 0 {
		v = min(v, effect.c.notLater(b, a.Shift(e.Within)))
	}
	if v == timeline.U && a.Stamped && b.Stamped && !effect.c.zoneInDoubt(a, &window{start: &b}) {
		return timeline.T
	}
	return v
}

func (c *ctx) entity(e string) (string, bool) {
	switch e {
	case "process":
		return timeline.LifeName(c.base, int(c.life)), true
	case "instance":
		return c.instance, true
	case "group":
		return c.group, true
	}
	return c.value(e)
}

// hiddenCause says whether an explainer's anchor could have happened unseen where it would explain
// this effect. What lies before the begin of the incident's window is not held against a root.
func (i *instance) hiddenCause(r *Rule, e Explain) bool {
	at := *i.c.anchor
	w := &window{end: &at}
	if e.Within > 0 {
		a := at.Shift(-e.Within)
		w.start = &a
	}
	var same []string
	for _, s := range e.Same {
		if s == "process" || s == "instance" || s == "group" {
			same = append(same, s)
		}
	}
	if len(same) == 0 {
		same = []string{"group"}
	}
	begin := i.c.inc.Window.Lo + timeline.Time(i.c.skew+time.Second)
	events, _ := anchorSignals(r.Steps[0].Op)
	for _, s := range events {
		for _, m := range i.c.uncovered(s, &Op{Kind: OpEvent, Signal: s, Same: same}, w) {
			if m.Reason != SourceStartsLate || !m.Until.Known() || m.Until > begin {
				return true
			}
		}
	}
	return false
}
