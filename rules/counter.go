package rules

import (
	"sort"

	"roomline/timeline"
)

// counter counts the hits round another one, by the order of their stamps.
type counter struct {
	c      *ctx
	op     *Op
	known  []counted
	maybe  []*timeline.Hit
	width  timeline.Time // -1: no width, the whole window counts
	maxHi  []timeline.Time
	distin int

	surely, possibly []*timeline.Hit // of the latest count
	keys             map[string]bool
	sure, poss       int // of the whole window, without a width
}

func (n *counter) index() {
	top := timeline.MinTime
	n.maxHi = make([]timeline.Time, len(n.known))
	for i, k := range n.known {
		top = max(top, k.hit.Hi)
		n.maxHi[i] = top
	}
	n.distin, n.keys = -1, map[string]bool{}
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
	clear(n.keys)
	for _, h := range hits {
		if v, ok := h.Cap(n.distin); ok {
			n.keys[v] = true
		}
	}
	return len(n.keys)
}

func (n *counter) total() int {
	all := make([]*timeline.Hit, len(n.known))
	for i, k := range n.known {
		all[i] = k.hit
	}
	return n.size(all)
}

// at says how many, surely and possibly, lie in the window (t - width, t] that a hit completes, and
// which surely do, until it is asked again. All must lie within the width whatever the instants.
func (n *counter) at(h *timeline.Hit) (sure, poss int, hits []*timeline.Hit) {
	if n.width < 0 {
		return n.sure, n.poss, n.surely
	}
	a, b := h.Lo, h.Hi-1
	skew := timeline.Time(n.c.maxSkew())
	n.surely, n.possibly = n.surely[:0], n.possibly[:0]
	keyless := 0
	rest := 0 // records folded into a hit near: possibly in the width, of any key
	for _, g := range n.around(a-n.width-skew-1, b+skew) {
		k := n.c.k(g.hit.Clock, h.Clock)
		if g.in == timeline.T && g.hit.Lo > b-n.width+k && g.hit.Hi-1 <= b && (g.hit == h || len(n.c.holesTo(momentOf(h), g.hit.Moment())) == 0) {
			n.surely = append(n.surely, g.hit)
		}
		if g.hit.Hi-1 > a-n.width-k && g.hit.Lo <= b+k {
			n.possibly = append(n.possibly, g.hit)
			rest += int(max(g.hit.N, 1)) - 1
			if _, ok := g.hit.Cap(n.distin); n.op.Distinct != "" && !ok {
				keyless++
			}
		}
	}
	surely := n.oneClock(n.surely, b)
	return n.size(surely), n.size(n.possibly) + rest + keyless + n.nearMaybe(a, b), surely
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

// countWhole counts the whole window, which is the same whichever hit completes it.
func (n *counter) countWhole() {
	n.possibly = make([]*timeline.Hit, 0, len(n.known))
	rest := 0
	for _, k := range n.known {
		n.possibly = append(n.possibly, k.hit)
		rest += int(max(k.hit.N, 1)) - 1
		if k.in == timeline.T {
			n.surely = append(n.surely, k.hit)
		}
	}
	n.sure, n.poss = n.size(n.surely), n.size(n.possibly)+rest+len(n.maybe)
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
