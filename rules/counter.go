package rules

import (
	"sort"

	"roomline/timeline"
)

// counted is a hit inside the window of a count.
type counted struct {
	hit *timeline.Hit
	in  timeline.Truth
	key int32 // number of its distinct key, -1 without one
}

// counter counts the hits round another one, by the order of their stamps.
type counter struct {
	c     *ctx
	op    *Op
	known []counted
	maybe []*timeline.Hit
	width timeline.Time // -1: no width, the whole window counts
	maxHi []timeline.Time

	surely, possibly []counted // of the latest count
	met              []int32   // of each key: the latest count that met it
	counts           int32
	sure, poss       int // of the whole window, without a width
}

func (n *counter) index() {
	top := timeline.MinTime
	n.maxHi = make([]timeline.Time, len(n.known))
	for i, k := range n.known {
		top = max(top, k.hit.Hi)
		n.maxHi[i] = top
	}
	if n.op.Distinct == "" {
		return
	}
	capture := n.c.inc.Schema.Signals[n.op.Signal.id].Capture(n.op.Distinct)
	ids := make(map[string]int32, len(n.known))
	for i := range n.known {
		k := &n.known[i]
		v, ok := k.hit.Cap(capture)
		if !ok {
			k.key = -1
			continue
		}
		id, ok := ids[v]
		if !ok {
			id = int32(len(n.met))
			ids[v], n.met = id, append(n.met, 0)
		}
		k.key = id
	}
}

// around are the known hits whose stamps touch [lo, hi].
func (n *counter) around(lo, hi timeline.Time) []counted {
	from := sort.Search(len(n.known), func(i int) bool { return n.maxHi[i] > lo })
	to := from + sort.Search(len(n.known)-from, func(i int) bool { return n.known[from+i].hit.Lo > hi })
	return n.known[from:to]
}

// size counts records, or distinct keys; a hit without the key is none of them.
func (n *counter) size(hits []counted) int {
	if n.op.Distinct != "" {
		return n.keys(hits)
	}
	total := 0
	for i, k := range hits {
		h := k.hit
		if i == 0 || !sameLine(h, hits[i-1].hit) {
			total++
		}
		if i+1 < len(hits) && h.N > 1 && hits[i+1].hit.Stream == h.Stream {
			total += int(h.N) - 1 // they lie between two that count
		}
	}
	return total
}

// sameLine says whether two hits are one record.
func sameLine(a, b *timeline.Hit) bool {
	return a.Pos == b.Pos && a.Pos >= 0 && a.Stream == b.Stream && a.Stream != 0
}

func (n *counter) keys(hits []counted) int {
	n.counts++
	total := 0
	for _, k := range hits {
		if k.key >= 0 && n.met[k.key] != n.counts {
			n.met[k.key] = n.counts
			total++
		}
	}
	return total
}

// at says how many, surely and possibly, lie in the window (t - width, t] that a hit completes, and
// which surely do, until it is asked again. All must lie within the width whatever the instants.
func (n *counter) at(h *timeline.Hit) (sure, poss int, surely []counted) {
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
		if g.in == timeline.T && g.hit.Lo > b-n.width+k && g.hit.Hi-1 <= b && (g.hit == h || !n.c.holed() || len(n.c.holesTo(momentOf(h), g.hit.Moment())) == 0) {
			n.surely = append(n.surely, g)
		}
		if g.hit.Hi-1 > a-n.width-k && g.hit.Lo <= b+k {
			n.possibly = append(n.possibly, g)
			rest += int(max(g.hit.N, 1)) - 1
			if g.key < 0 {
				keyless++
			}
		}
	}
	surely = n.oneClock(n.surely, b)
	return n.size(surely), n.size(n.possibly) + rest + keyless + n.nearMaybe(a, b), surely
}

func momentOf(h *timeline.Hit) *timeline.Moment {
	m := h.Moment()
	return &m
}

func hitsOf(counted []counted) []*timeline.Hit {
	if len(counted) == 0 {
		return nil
	}
	out := make([]*timeline.Hit, len(counted))
	for i, k := range counted {
		out[i] = k.hit
	}
	return out
}

// oneClock: where several clocks are counted together the skew narrows the width for all.
func (n *counter) oneClock(hits []counted, b timeline.Time) []counted {
	several := false
	for _, g := range hits {
		several = several || g.hit.Clock != hits[0].hit.Clock
	}
	if !several {
		return hits
	}
	out := hits[:0]
	for _, g := range hits {
		if g.hit.Lo > b-n.width+timeline.Time(n.c.maxSkew()) {
			out = append(out, g)
		}
	}
	return out
}

// countWhole counts the whole window, which is the same whichever hit completes it.
func (n *counter) countWhole() {
	rest := 0
	for _, k := range n.known {
		rest += int(max(k.hit.N, 1)) - 1
		if k.in == timeline.T {
			n.surely = append(n.surely, k)
		}
	}
	n.sure, n.poss = n.size(n.surely), n.size(n.known)+rest+len(n.maybe)
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
