package rules

import (
	"sort"
	"time"

	"roomline/timeline"
)

// firsts is children where of each child only its value and its first alternative matter.
func (c *ctx) firsts(op *Op, previous int) []*out {
	before := c.one
	c.one = true
	outs := c.children(op, previous)
	c.one = before
	return outs
}

func (c *ctx) children(op *Op, previous int) []*out {
	outs := make([]*out, len(op.Children))
	for i, ch := range op.Children {
		outs[i] = c.eval(ch, previous)
	}
	return outs
}

// opAny is max; of several T the one listed first is shown first, and one record counts once, by its
// best branch.
func (c *ctx) opAny(op *Op, previous int) *out {
	type at struct {
		stream timeline.StreamID
		pos    timeline.Pos
	}
	o := &out{}
	var seen map[at]int
	for _, child := range c.children(op, previous) {
		o.rest = max(o.rest, child.rest)
		o.reasons = append(o.reasons, child.why()...)
		for _, a := range child.alts {
			if a.moment == nil || a.moment.Pos < 0 {
				o.alts = append(o.alts, a)
				continue
			}
			k := at{a.moment.Stream, a.moment.Pos}
			if i, twice := seen[k]; !twice {
				if seen == nil {
					seen = map[at]int{}
				}
				seen[k] = len(o.alts)
				o.alts = append(o.alts, a)
			} else if a.value > o.alts[i].value {
				o.alts[i] = a
			}
		}
	}
	sort.SliceStable(o.alts, func(i, j int) bool { return o.alts[i].value > o.alts[j].value })
	o.reasons = unique(o.reasons)
	return o
}

// anchorsNear is how far apart the events of an `all` that is an anchor may be.
const anchorsNear = timeline.Time(2 * time.Second)

func (c *ctx) opAll(op *Op, previous int) *out {
	outs := c.children(op, previous)
	if len(outs) == 0 {
		return &out{alts: []*alt{{value: timeline.T}}}
	}
	if previous < 0 {
		return c.allAnchor(outs)
	}
	o := &out{}
	v := timeline.T
	a := &alt{}
	for _, x := range outs {
		v = min(v, x.value())
		if x.value() != timeline.T {
			a.reasons = append(a.reasons, x.why()...)
		}
		if len(x.alts) > 0 {
			if a.moment == nil {
				a.moment = x.alts[0].moment
			}
			a.hits, a.claims = append(a.hits, x.alts[0].evidence()...), append(a.claims, x.alts[0].claims...)
		}
	}
	if v == timeline.F {
		return o
	}
	a.value, a.reasons = v, unique(a.reasons)
	o.alts = []*alt{a}
	return o
}

// allAnchor joins events that lie within 2 s of each other.
func (c *ctx) allAnchor(outs []*out) *out {
	o := &out{rest: timeline.T}
	for _, x := range outs {
		o.rest = min(o.rest, x.rest)
		o.reasons = append(o.reasons, x.reasons...)
	}
	o.reasons = unique(o.reasons)
	near := make([]*nearList, len(outs))
	for i, x := range outs[1:] {
		near[i+1] = newNearList(x.alts)
	}
	for _, a := range outs[0].alts {
		joined := &alt{value: a.value, moment: a.moment, end: a.end, hit: a.hit, hits: append([]*timeline.Hit{}, a.evidence()...)}
		ok := true
		for _, l := range near[1:] {
			b := l.of(a)
			if b == nil {
				ok = false
				break
			}
			joined.value, joined.hits = min(joined.value, b.value), append(joined.hits, b.evidence()...)
		}
		if ok {
			o.alts = append(o.alts, joined)
		}
	}
	return o
}

// opWitnesses: independent ways to see one fact. One that says yes is enough, unless another says
// no: then they contradict each other, and both are shown.
func (c *ctx) opWitnesses(op *Op, previous int) *out {
	var yes, no []*out
	o := &out{}
	c.lean = false // what is left of each one counts
	for _, x := range c.firsts(op, previous) {
		switch x.value() {
		case timeline.T:
			yes = append(yes, x)
		case timeline.F:
			no = append(no, x)
		default:
			o.reasons = append(o.reasons, x.why()...)
		}
	}
	o.reasons = unique(o.reasons)
	switch {
	case len(yes) > 0 && len(no) > 0:
		o.rest, o.reasons = timeline.U, append(o.reasons, why(Conflict, c.base))
	case len(yes) > 0:
		o.alts, o.witnesses, o.reasons = []*alt{joinWitnesses(yes)}, len(yes), nil
	case len(no) == 0:
		o.rest = timeline.U
	}
	return o
}

func joinWitnesses(yes []*out) *alt {
	a := &alt{value: timeline.T}
	for _, x := range yes {
		best := x.alts[0]
		for _, b := range x.alts {
			if b.value > best.value {
				best = b
			}
		}
		if a.moment == nil {
			a.moment = best.moment
		}
		a.hits, a.claims = append(a.hits, best.evidence()...), append(a.claims, best.claims...)
		if e := best.endOr(); e != nil && (a.end == nil || e.Hi > a.end.Hi) {
			a.end = e
		}
	}
	return a
}
