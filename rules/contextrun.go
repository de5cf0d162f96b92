package rules

import (
	"slices"

	"roomline/timeline"
)

// contextRun is what was found of one key.
type contextRun struct {
	c      *ctx
	text   string
	reads  reads // of the alternatives of the first step
	why    reads // of what may have been missed of it; only asked where one is undecided
	first  *out
	judged []*instance // of each alternative
	folded []*instance // where a key is folded by itself
}

// again judges what a change touches: the first step, or some instances alone.
func (r *contextRun) again(f *facts, d *delta) (changed bool) {
	if d == nil || r.first == nil || d.touches(&r.reads) {
		return r.anew(f, d)
	}
	if d.touches(&r.why) {
		r.c.lives = ofLife{}
		f.noting(&r.why, func() { r.first = r.c.eval(r.c.rule.Steps[0].Op, -1) })
		return r.judgeAll(f, d)
	}
	for n, i := range r.judged {
		if d.touches(&i.reads) {
			r.judged[n], changed = f.judge(r.c, r.first.alts[n], r.first), true
		}
	}
	return changed
}

// anew looks for anchors again. Why some may have been missed is asked only if one is undecided.
func (r *contextRun) anew(f *facts, d *delta) (changed bool) {
	op := r.c.rule.Steps[0].Op
	r.c.staleCounts(d)
	r.c.lives = ofLife{}
	r.why = reads{}
	f.noting(&r.reads, func() {
		r.c.lean, r.c.had = true, r.surely(op)
		r.first = r.c.eval(op, -1)
		r.c.lean, r.c.had = false, nil
	})
	if slices.ContainsFunc(r.first.alts, func(a *alt) bool { return a.value != timeline.T }) {
		f.noting(&r.why, func() { r.first = r.c.eval(op, -1) })
	}
	return r.judgeAll(f, d)
}

// judgeAll judges each alternative of the first step. Instances whose anchor is the same are kept if
// nothing touches them.
func (r *contextRun) judgeAll(f *facts, d *delta) (changed bool) {
	old := anchors{judged: r.judged}
	r.c.shared = &sharedMemo{}
	defer func() { r.c.shared = nil }()
	judged := make([]*instance, len(r.first.alts))
	for n, a := range r.first.alts {
		if i := old.of(a, r.first, d); i != nil && !d.touches(&i.reads) {
			i.anchorOn(a, r.first)
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
