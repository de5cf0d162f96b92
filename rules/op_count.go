package rules

import (
	"slices"
	"time"

	"roomline/timeline"
)

func (c *ctx) opCount(op *Op, w *window) *out {
	lo, hi := c.bounds(w)
	if kept := c.kept[op]; kept != nil && kept.now {
		c.noteHits(op.Signal, c.same(op), lo, hi)
		return c.countMin(op, w, kept.by)
	}
	hits, unsure := c.hits(op.Signal, op, lo, hi)
	known := make([]counted, 0, len(hits))
	var maybe []*timeline.Hit
	for _, h := range hits {
		if v, _ := c.inside(h.Moment(), w, op, op.Max >= 0); v != timeline.F {
			known = append(known, counted{hit: h, in: v})
		}
	}
	for _, h := range unsure {
		if v, _ := c.inside(h.Moment(), w, op, false); v != timeline.F {
			maybe = append(maybe, h)
		}
	}
	n := c.newCounter(op, known, maybe)
	if op.Max >= 0 {
		return c.countMax(op, w, n)
	}
	return c.countMin(op, w, n)
}

// firstCount is the count that [ctx.opCount] puts first, if the first hits of a window complete it surely: all of
// them where there are few, of many as many as will mostly do. nil says nothing.
func (c *ctx) firstCount(op *Op, w *window) *alt {
	lo, hi := c.bounds(w)
	same := c.same(op)
	keyed, keyless := c.lists(op.Signal, same)
	from, to := keyed.places(lo, hi)
	all, some := to-from, 64+4*op.Min
	if a, b := keyless.places(lo, hi); op.Max >= 0 || !op.hasWithin || all < op.Min || a < b {
		return nil
	}
	if all <= 2*some {
		some = all
	}
	c.noteHits(op.Signal, same, lo, hi)
	known, ok := c.surely(op, w, keyed.span(from, from+some), same)
	if !ok {
		return nil
	}
	next := timeline.MaxTime
	if some < all {
		next = keyed.lo(from + some)
	}
	return c.firstOf(op, c.newCounter(op, known, nil), next)
}

// surely are the hits that may lie in a window; false if it is not sure of each whether it counts.
func (c *ctx) surely(op *Op, w *window, hits []*timeline.Hit, same []string) (known []counted, ok bool) {
	known = make([]counted, 0, len(hits))
	for _, h := range hits {
		if !h.Sure || c.inScope(h, same) != timeline.T {
			return nil, false
		}
		if v, _ := c.inside(h.Moment(), w, op, false); v != timeline.F {
			known = append(known, counted{hit: h, in: v})
		}
	}
	return known, true
}

// firstOf is the first hit that surely completes a count, nil if there is none. What completes with it has to lie
// before the next hit that is not counted, so that none of those counts with it.
func (c *ctx) firstOf(op *Op, n *counter, next timeline.Time) (best *alt) {
	for i, k := range n.known {
		if best != nil && k.hit.Lo > best.moment.Lo || k.hit.Hi > next {
			break
		}
		m := k.hit.Moment()
		if t := n.at(i); k.in == timeline.T && t.sure >= op.Min && (best == nil || posOf(&m) < posOf(best.moment)) {
			best = altOf(k.hit, timeline.T)
			best.count = &countOf{n, i, t}
		}
	}
	return best
}

func (c *ctx) countMax(op *Op, w *window, n *counter) *out {
	reasons := c.uncovered(op.Signal, op, w)
	over := false
	for i, k := range n.known {
		t := n.at(i)
		if k.in == timeline.T && t.sure > op.Max {
			return &out{rest: timeline.F}
		}
		over = over || t.poss > op.Max
	}
	if len(reasons) > 0 || over {
		if len(reasons) == 0 {
			reasons = []Missing{why(TimeUncertain, c.base)}
		}
		return &out{alts: []*alt{{value: timeline.U, moment: w.start, reasons: unique(reasons)}}}
	}
	a := &alt{value: timeline.T, moment: w.start}
	for _, k := range n.known {
		a.hits = append(a.hits, k.hit)
	}
	return &out{alts: []*alt{a}}
}

func (c *ctx) countMin(op *Op, w *window, n *counter) *out {
	o := &out{alts: c.completed(op, w, n)}
	if !c.lean {
		o.reasons = c.uncovered(op.Signal, op, w)
	}
	if len(n.maybe) > 0 && n.all()+len(n.maybe) >= op.Min {
		for _, h := range n.maybe {
			o.reasons = append(o.reasons, c.whose(h))
		}
	}
	o.reasons = unique(o.reasons)
	if len(o.reasons) > 0 {
		o.rest = timeline.U
	}
	return o
}

// completed are the hits that complete, or may complete, a count, best first. Those of a first step
// are kept, so that they need not be counted again.
func (c *ctx) completed(op *Op, w *window, n *counter) []*alt {
	kept := c.kept[op]
	if kept != nil && kept.now {
		return slices.Clone(kept.sorted)
	}
	var alts []*alt
	each := make([]*alt, len(n.known))
	if kept != nil && n.width >= 0 {
		n.only = make([]bool, len(n.known))
		for i, k := range n.known {
			a, ok := kept.of(k.hit, n)
			each[i], n.only[i] = a, !ok
		}
	}
	for i := range n.known {
		if n.only == nil || n.only[i] {
			each[i] = c.completing(op, w, n, i)
		}
		if each[i] != nil {
			alts = append(alts, each[i])
		}
	}
	sortAlts(alts)
	if c.keeping() && w.whole && n.width >= 0 {
		c.kept[op] = &keptCount{by: n, hits: n.hits(), each: each, sorted: slices.Clone(alts), now: true}
	}
	return alts
}

// completing says whether a hit completes a count; nil if not.
func (c *ctx) completing(op *Op, w *window, n *counter, i int) *alt {
	k, t := n.known[i], n.at(i)
	if k.in == timeline.T && t.sure >= op.Min {
		a := altOf(k.hit, timeline.T)
		a.count = &countOf{n, i, t}
		return a
	}
	var missing []Missing
	if w.whole || n.width < 0 { // with `during` only what lies in it counts
		missing = c.uncovered(op.Signal, op, c.lookBack(w, k.hit.Moment(), n.width))
	}
	if t.poss < op.Min && len(missing) == 0 {
		return nil
	}
	if len(missing) == 0 {
		missing = []Missing{why(TimeUncertain, c.process(k.hit).Base())}
	}
	a := altOf(k.hit, timeline.U)
	a.reasons = unique(missing)
	return a
}

func (c *ctx) lookBack(w *window, m timeline.Moment, width timeline.Time) *window {
	if width < 0 {
		return w
	}
	a := m.Shift(-time.Duration(width))
	return &window{start: &a, end: &m}
}

// ends8 keeps the first and the last 8 lines of a long list.
func ends8(hits []*timeline.Hit) []*timeline.Hit {
	if len(hits) <= 16 {
		return hits
	}
	return append(append([]*timeline.Hit{}, hits[:8]...), hits[len(hits)-8:]...)
}
