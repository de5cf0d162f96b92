package rules

import (
	"slices"

	"roomline/timeline"
)

// ruleRun is what one rule found: its contexts with their instances, and those instances folded.
type ruleRun struct {
	rule     *Rule
	contexts []*contextRun
	found    []*instance
	quiet    *NotFired // nil where something was found

	come, gone []*instance // of found, in the latest round
	state      ruleState
	turned     bool // the state changed in the latest round
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
func (r *ruleRun) again(f *facts, d *delta) {
	changed := r.find(f, d)
	for _, c := range r.contexts {
		if c.again(f, d) {
			changed = true
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
	r.turned = before != r.state
}

func (r *ruleRun) stateNow() ruleState {
	switch {
	case r.quiet == nil:
		return stateFound
	case r.quiet.Observed:
		return stateClear
	}
	return stateUnseen
}

// find finds the contexts anew if a hit of the first step changed; those that are the same are kept.
func (r *ruleRun) find(f *facts, d *delta) (changed bool) {
	events, _ := anchorSignals(r.rule.Steps[0].Op)
	if d != nil && !slices.ContainsFunc(events, func(s *Signal) bool { return d.signals[s.id] != nil }) {
		return false
	}
	had := make(map[string]*contextRun, len(r.contexts))
	for _, c := range r.contexts {
		had[contextText(c.c.key, c.c.group)] = c
	}
	contexts := f.contexts(r.rule)
	now := make([]*contextRun, len(contexts))
	for i, c := range contexts {
		old := had[contextText(c.key, c.group)]
		if old == nil || !sameContext(old.c, c) {
			now[i], changed = &contextRun{c: c}, true
			continue
		}
		now[i] = old
	}
	changed = changed || len(now) != len(r.contexts)
	r.contexts = now
	return changed
}

// sameContext compares what two contexts of one key were made from.
func sameContext(a, b *ctx) bool {
	if a.hit == nil || b.hit == nil {
		return a.hit == b.hit && a.proc == b.proc
	}
	return sameHit(a.hit, b.hit)
}

// fold joins the instances of all contexts and notes which came and which went.
func (r *ruleRun) fold() {
	old := r.found
	for _, i := range old {
		i.place = -1
	}
	r.found = fold(r.instances())
	for n, i := range r.found {
		if !i.listed {
			i.settled, i.shown, i.search = false, nil, nil // nobody looked after it while it was folded into another
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

// instances are all instances, one per (key, anchor), not folded.
func (r *ruleRun) instances() []*instance {
	var out []*instance
	for _, c := range r.contexts {
		out = c.best(out)
	}
	return out
}

// contextRun is what was found of one key.
type contextRun struct {
	c      *ctx
	reads  reads
	first  *out
	judged []*instance // of each alternative of the first step
}

// again judges what a change touches: the first step, or some instances alone.
func (r *contextRun) again(f *facts, d *delta) (changed bool) {
	if d == nil || r.first == nil || d.touches(&r.reads) {
		return r.anew(f, d)
	}
	for n, i := range r.judged {
		if d.touches(&i.reads) {
			r.judged[n], changed = f.judge(r.c, r.first.alts[n], r.first), true
		}
	}
	return changed
}

// anew looks for anchors again. Instances whose anchor is the same are kept if nothing touches them.
func (r *contextRun) anew(f *facts, d *delta) (changed bool) {
	var old anchors
	if d != nil && r.first != nil {
		old = anchorsOf(r)
	}
	f.noting(&r.reads, func() { r.first = r.c.evalAnchor() })
	judged := make([]*instance, len(r.first.alts))
	for n, a := range r.first.alts {
		if i := old.of(a, r.first); i != nil && !d.touches(&i.reads) {
			i.alt, i.choices[0].alt, i.choices[0].out = a, a, r.first
			judged[n] = i
		} else {
			judged[n] = f.judge(r.c, a, r.first)
		}
	}
	changed = !slices.Equal(judged, r.judged)
	r.judged = judged
	return changed
}

// best appends the instances that count: a metric anchor has one per begin, that of its best end.
func (r *contextRun) best(dst []*instance) []*instance {
	var begins map[timeline.Time]int
	for n, i := range r.judged {
		a := r.first.alts[n]
		if a.hit == nil && a.moment != nil {
			if old, ok := begins[a.moment.Lo]; ok {
				if i.verdict > dst[old].verdict {
					dst[old] = i
				}
				continue
			}
			if begins == nil {
				begins = map[timeline.Time]int{}
			}
			begins[a.moment.Lo] = len(dst)
		}
		dst = append(dst, i)
	}
	return dst
}

// evalAnchor judges the first step. Why its signals may have been missed is asked only if one of its
// alternatives is undecided.
func (c *ctx) evalAnchor() *out {
	op := c.rule.Steps[0].Op
	c.lean = true
	o := c.eval(op, -1)
	c.lean = false
	if slices.ContainsFunc(o.alts, func(a *alt) bool { return a.value != timeline.T }) {
		return c.eval(op, -1)
	}
	return o
}
