package rules

import (
	"sort"

	"roomline/timeline"
)

// keptCount is what was counted of a first step round each of its hits, in time order.
type keptCount struct {
	by     *counter // who asks again why something may have been missed has it counted already
	hits   []*timeline.Hit
	each   []*alt // nil where a hit completes nothing
	sorted []*alt // those that are there, best first
	now    bool   // nothing that it was counted of changed since
}

// keeping says whether what is counted now may be asked for again.
func (c *ctx) keeping() bool { return c.kept != nil }

// staleCounts leaves what was counted in the last round to be looked at, for a change of this one.
func (c *ctx) staleCounts(d *delta) {
	if c.kept == nil || d == nil {
		c.kept = map[*Op]*keptCount{}
	}
	for _, k := range c.kept {
		k.by, k.now = nil, false
	}
	c.changed = d
}

// of is what was counted round a hit, if no change can touch it: what was complete stays so, and what
// was observed stays observed.
func (k *keptCount) of(h *timeline.Hit, n *counter) (a *alt, ok bool) {
	if k == nil || n.c.changed == nil {
		return nil, false
	}
	i := sort.Search(len(k.hits), func(i int) bool { return !before(k.hits[i], h) })
	if i == len(k.hits) || k.hits[i] != h {
		return nil, false
	}
	if a = k.each[i]; a != nil && a.value != timeline.T {
		return nil, false
	}
	sd := n.c.changed.signals[n.op.Signal.id]
	if sd == nil {
		return a, true
	}
	skew := timeline.Time(n.c.maxSkew())
	return a, sd.whole.Hi <= h.Lo-n.width-skew-1 || sd.whole.Lo > h.Hi+skew
}
