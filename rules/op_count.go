package rules

import (
	"sort"
	"time"

	"roomline/timeline"
)

// counted is a hit inside the window of a count.
type counted struct {
	hit *timeline.Hit
	in  timeline.Truth
}

func (c *ctx) opCount(op *Op, w *window) *out {
	lo, hi := c.bounds(w)
	hits, unsure := c.hits(op.Signal, op, lo, hi)
	var known []counted
	var maybe []*timeline.Hit
	for _, h := range hits {
		if v, _ := c.inside(h.Moment(), w, op, op.Max >= 0); v != timeline.F {
			known = append(known, counted{h, v})
		}
	}
	for _, h := range unsure {
		if v, _ := c.inside(h.Moment(), w, op, false); v != timeline.F {
			maybe = append(maybe, h)
		}
	}
	n := &counter{c: c, op: op, known: known, maybe: maybe, width: -1}
	if op.hasWithin {
		n.width = timeline.Time(c.length(op.Within))
	}
	n.index()
	if op.Max >= 0 {
		return c.countMax(op, w, n)
	}
	return c.countMin(op, w, n)
}

func (c *ctx) countMax(op *Op, w *window, n *counter) *out {
	reasons := c.uncovered(op.Signal, op, w)
	over := false
	for _, k := range n.known {
		sure, poss, _ := n.at(k.hit)
		if k.in == timeline.T && sure > op.Max {
			return &out{rest: timeline.F}
		}
		over = over || poss > op.Max
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
	o := &out{}
	for _, k := range n.known {
		m := k.hit.Moment()
		sure, poss, hits := n.at(k.hit)
		var missing []Missing
		if w.whole || n.width < 0 { // with `during` only what lies in it counts
			missing = c.uncovered(op.Signal, op, c.lookBack(w, m, n.width))
		}
		switch {
		case k.in == timeline.T && sure >= op.Min:
			o.alts = append(o.alts, &alt{value: timeline.T, moment: &m, hits: hits, hit: k.hit})
		case poss >= op.Min || len(missing) > 0:
			if len(missing) == 0 {
				missing = []Missing{why(TimeUncertain, c.process(k.hit).Base())}
			}
			o.alts = append(o.alts, &alt{value: timeline.U, moment: &m, hits: []*timeline.Hit{k.hit}, hit: k.hit, reasons: unique(missing)})
		}
	}
	sortAlts(o.alts)
	o.reasons = c.uncovered(op.Signal, op, w)
	if len(n.maybe) > 0 && n.total()+len(n.maybe) >= op.Min {
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

// counter counts the hits round another one, by the order of their stamps.
type counter struct {
	c      *ctx
	op     *Op
	known  []counted
	maybe  []*timeline.Hit
	width  timeline.Time // -1: no width, the whole window counts
	maxHi  []timeline.Time
	distin int
}

func (n *counter) index() {
	top := timeline.MinTime
	for _, k := range n.known {
		top = max(top, k.hit.Hi)
		n.maxHi = append(n.maxHi, top)
	}
	n.distin = -1
	if n.op.Distinct != "" {
		n.distin = n.c.inc.Schema.Signals[n.op.Signal.id].Capture(n.op.Distinct)
	}
}

// around are the known hits whose stamps touch [lo, hi].
func (n *counter) around(lo, hi timeline.Time) []counted {
	from := sort.Search(len(n.known), func(i int) bool { return n.maxHi[i] > lo })
	to := from + sort.Search(len(n.known)-from, func(i int) bool { return n.known[from+i].hit.Lo > hi })
	return n.known[from:to]
}

// size counts records, or distinct keys; a hit without the key is none of them.
func (n *counter) size(hits []*timeline.Hit) int {
	if n.op.Distinct == "" {
		total := 0
		for i, h := range hits {
			if i == 0 || !timeline.SameRecord(h.Moment(), hits[i-1].Moment()) {
				total++
			}
			if i+1 < len(hits) && h.N > 1 && hits[i+1].Stream == h.Stream {
				total += int(h.N) - 1 // they lie between two that count
			}
		}
		return total
	}
	keys := map[string]bool{}
	for _, h := range hits {
		if v, ok := h.Cap(n.distin); ok {
			keys[v] = true
		}
	}
	return len(keys)
}

func (n *counter) total() int {
	var all []*timeline.Hit
	for _, k := range n.known {
		all = append(all, k.hit)
	}
	return n.size(all)
}

// at says how many, surely and possibly, lie in the window (t - width, t] that a hit completes, and
// which surely do. All must lie within the width whatever the instants.
func (n *counter) at(h *timeline.Hit) (sure, poss int, hits []*timeline.Hit) {
	if n.width < 0 {
		return n.inWhole(h)
	}
	a, b := h.Lo, h.Hi-1
	wide := n.width + timeline.Time(n.c.maxSkew()) + 1
	var surely, possibly []*timeline.Hit
	keyless := 0
	rest := 0 // records folded into a hit near: possibly in the width, of any key
	for _, g := range n.around(a-wide, b+timeline.Time(n.c.maxSkew())) {
		k := n.c.k(g.hit.Clock, h.Clock)
		if g.in == timeline.T && g.hit.Lo > b-n.width+k && g.hit.Hi-1 <= b && (g.hit == h || len(n.c.holesTo(momentOf(h), g.hit.Moment())) == 0) {
			surely = append(surely, g.hit)
		}
		if g.hit.Hi-1 > a-n.width-k && g.hit.Lo <= b+k {
			possibly = append(possibly, g.hit)
			rest += int(max(g.hit.N, 1)) - 1
			if _, ok := g.hit.Cap(n.distin); n.op.Distinct != "" && !ok {
				keyless++
			}
		}
	}
	surely = n.oneClock(surely, b)
	return n.size(surely), n.size(possibly) + rest + keyless + n.nearMaybe(a, b), surely
}

func momentOf(h *timeline.Hit) *timeline.Moment {
	m := h.Moment()
	return &m
}

// oneClock: where several clocks are counted together the skew narrows the width for all.
func (n *counter) oneClock(hits []*timeline.Hit, b timeline.Time) []*timeline.Hit {
	several := false
	for _, g := range hits {
		several = several || g.Clock != hits[0].Clock
	}
	if !several {
		return hits
	}
	out := hits[:0:0]
	for _, g := range hits {
		if g.Lo > b-n.width+timeline.Time(n.c.maxSkew()) {
			out = append(out, g)
		}
	}
	return out
}

func (n *counter) inWhole(h *timeline.Hit) (sure, poss int, hits []*timeline.Hit) {
	var surely, possibly []*timeline.Hit
	rest := 0
	for _, k := range n.known {
		possibly = append(possibly, k.hit)
		rest += int(max(k.hit.N, 1)) - 1
		if k.in == timeline.T {
			surely = append(surely, k.hit)
		}
	}
	return n.size(surely), n.size(possibly) + rest + len(n.maybe), surely
}

func (n *counter) nearMaybe(a, b timeline.Time) int {
	near, k := 0, timeline.Time(n.c.maxSkew())
	for _, g := range n.maybe {
		if g.Hi-1 > a-n.width-k && g.Lo <= b+k {
			near++
		}
	}
	return near
}

// maxSkew is the widest skew that may count between two clocks.
func (f *facts) maxSkew() time.Duration {
	if len(f.doubted) > 0 {
		return zoneDoubtSkew
	}
	return f.skew
}
