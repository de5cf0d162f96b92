package rules

import (
	"slices"
	"sort"

	"roomline/timeline"
)

// counted is a hit inside the window of a count.
type counted struct {
	hit *timeline.Hit
	in  timeline.Truth
	key int32 // number of its distinct key, or of its record; -1 without a key
}

// counter counts the hits round another one, by the order of their stamps.
type counter struct {
	c     *ctx
	op    *Op
	known []counted
	maybe []*timeline.Hit
	width timeline.Time // -1: no width, the whole window counts
	want  int           // how many decide: min, or one more than max
	keys  int

	maxHi   []timeline.Time
	maybeLo []timeline.Time // of maybe, each in order
	maybeHi []timeline.Time
	split   []*holeIn // that may hide a restart between two hits
	totals  []total   // of each known hit, once asked for
	only    []bool    // those of the known hits that are asked for; nil: all are
	scratch *tally
	next    []int32 // of each known hit: the next one of its stream, -1 for none
	before  []int32
	rooms   []int32 // of each known hit: the number of its room, -1 for none; nil where none is captured
	named   []string
	ranks   []int32 // of each known hit: the number of its rank, -1 for none; nil where there is none
	ranked  []string
	whole   total // of the whole window, without a width
}

// holeIn is a hole of a stream of the process.
type holeIn struct {
	stream *timeline.Stream
	hole   *timeline.Hole
}

// total is what lies in the window (t - width, t] that a hit completes. There is one of each hit.
type total struct {
	sure, poss int
	hits       int // how many surely do; several: by more than one clock
	several    bool
	sum        uint64   // tells them from others
	named      *namedBy // nil of hits that are not enough to decide
}

// namedBy says what hits name. Totals share it as long as that is the same.
type namedBy struct {
	ranks, rooms []string
	took         []int // those hits that decide, where not all were asked for; else nil
}

// by is what its hits name.
func (t *total) by() namedBy {
	if t.named == nil {
		return namedBy{}
	}
	return *t.named
}

func (c *ctx) newCounter(op *Op, known []counted, maybe []*timeline.Hit) *counter {
	n := &counter{c: c, op: op, known: known, maybe: maybe, width: -1, want: op.Min}
	if op.Max >= 0 {
		n.want = op.Max + 1
	}
	if op.hasWithin {
		n.width = timeline.Time(c.length(op.Within))
	}
	n.number()
	n.numberRooms()
	n.numberRanks()
	if n.width < 0 {
		n.countWhole()
	}
	return n
}

// lines says whether records are counted, and those folded into a hit are of the same scope: under
// an entity key or a distinct one they may be of others.
func (n *counter) lines() bool {
	return n.op.Distinct == "" && !slices.ContainsFunc(n.c.same(n.op), isEntity)
}

// countWhole counts the whole window, which is the same whichever hit completes it.
func (n *counter) countWhole() {
	sure, poss := newTally(n), newTally(n)
	for i, k := range n.known {
		poss.add(i)
		if k.in == timeline.T {
			sure.add(i)
		}
	}
	n.whole = sure.total(false)
	n.whole.poss = poss.possibly() + len(n.maybe)
}

// all is how many known hits there are in the window.
func (n *counter) all() int {
	t := newTally(n)
	for i := range n.known {
		t.add(i)
	}
	return t.surely()
}

func (n *counter) hits() []*timeline.Hit {
	out := make([]*timeline.Hit, len(n.known))
	for i, k := range n.known {
		out[i] = k.hit
	}
	return out
}

// at says how many lie round a known hit.
func (n *counter) at(i int) *total {
	if n.width < 0 {
		return &n.whole
	}
	if n.only != nil && !n.only[i] {
		n.only, n.totals = nil, nil
	}
	if n.totals == nil {
		n.sweep()
	}
	return &n.totals[i]
}

// counts says whether a known hit surely lies in the width that another completes, whatever the
// instants. Where several clocks are counted together the skew narrows it for all.
func (n *counter) counts(i, j int, several bool) bool {
	n.c.cost.looks++
	n.c.Step(1)
	h, g := n.known[i].hit, n.known[j].hit
	if n.width < 0 {
		return n.known[j].in == timeline.T
	}
	b, k := h.Hi-1, timeline.Time(0)
	if several {
		k = timeline.Time(n.c.maxSkew())
	} else if g.Clock != h.Clock {
		return false
	}
	return n.known[j].in == timeline.T && g.Lo > b-n.width+k && g.Hi-1 <= b && (j == i || !n.apart(h, g))
}

// around are where the hits begin and end that may count with one.
func (n *counter) around(i int) (from, to int) {
	if n.width < 0 {
		return 0, len(n.known)
	}
	b := n.known[i].hit.Hi - 1
	return n.from(b - n.width), sort.Search(len(n.known), func(j int) bool { return n.known[j].hit.Lo > b })
}

// from is where the first hit stands that may reach beyond a time.
func (n *counter) from(t timeline.Time) int {
	if n.maxHi == nil {
		top := timeline.MinTime
		n.maxHi = make([]timeline.Time, len(n.known))
		for i, k := range n.known {
			top = max(top, k.hit.Hi)
			n.maxHi[i] = top
		}
	}
	return sort.Search(len(n.maxHi), func(i int) bool { return n.maxHi[i] > t })
}

// apart says whether a hole between two hits may hide a restart.
func (n *counter) apart(h, g *timeline.Hit) bool {
	for _, x := range n.split {
		if n.c.splits(x.stream, x.hole, h.Moment(), g.Moment()) {
			return true
		}
	}
	return false
}

// evidence are the hits that a count rests on, of many the first and the last 8.
func (n *counter) evidence(i int) []*timeline.Hit {
	t := n.at(i)
	if took := t.by().took; took != nil {
		var out []*timeline.Hit
		for _, j := range took {
			out = append(out, n.known[j].hit)
		}
		return ends8(out)
	}
	from, to := n.around(i)
	var first, last []*timeline.Hit
	for j := from; j < to && (t.hits <= 16 || len(first) < 8); j++ {
		if n.counts(i, j, t.several) {
			first = append(first, n.known[j].hit)
		}
	}
	for j := to - 1; t.hits > 16 && j >= from && len(last) < 8; j-- {
		if n.counts(i, j, t.several) {
			last = append(last, n.known[j].hit)
		}
	}
	slices.Reverse(last)
	return append(first, last...)
}
