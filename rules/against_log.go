package rules

import (
	"cmp"
	"fmt"
	"slices"

	"roomline/timeline"
)

// againstSilence are the records that broke a silence: of one that may begin anywhere in a window, as few as
// leave no room for it.
func (c *ctx) againstSilence(op *Op, w *window, started bool) []Contradiction {
	name, d := op.Signal.Name, c.length(op.For)
	lo, hi := c.bounds(w)
	if started {
		hi = more(hi, d)
	}
	known, _ := c.hits(op.Signal, op, lo, hi)
	if !started {
		for _, h := range known {
			if in, _ := c.inside(h.Moment(), w, op, true); in == timeline.T {
				return []Contradiction{{Says: "not silent: " + name + " was printed" + w.behind(h.Lo), Evidence: c.shown([]*timeline.Hit{h})}}
			}
		}
		return nil
	}
	b := c.breaks(op, known, w, timeline.Time(d))
	var broke []*timeline.Hit
	for _, i := range fewest(b.spans, b.lo, b.hi) {
		broke = append(broke, b.hits[i])
	}
	if len(broke) == 0 {
		return nil
	}
	says := fmt.Sprintf("no %s of silence: %s was printed%s", ShortDuration(d), name, w.behind(broke[0].Lo))
	if len(broke) > 1 {
		says = fmt.Sprintf("no %s of silence anywhere in its window: %s was printed %d times at least, each less than that after the one before", ShortDuration(d), name, len(broke))
	}
	return []Contradiction{{Says: says, Evidence: c.shown(ends8(broke))}}
}

// againstCount shows how many there were: too few, or the first that is one too many.
func (c *ctx) againstCount(op *Op, w *window) Contradiction {
	lo, hi := c.bounds(w)
	hits, _ := c.hits(op.Signal, op, lo, hi)
	var known []counted
	for _, h := range hits {
		if v, _ := c.inside(h.Moment(), w, op, op.Max >= 0); v != timeline.F {
			known = append(known, counted{hit: h, in: v})
		}
	}
	n := c.newCounter(op, known, nil)
	if op.Max >= 0 {
		return c.tooMany(n)
	}
	return c.tooFew(op, w, n)
}

// tooFew: the most that lie together, and how many were needed.
func (c *ctx) tooFew(op *Op, w *window, n *counter) Contradiction {
	best := -1
	for i := range n.known {
		if best < 0 || n.at(i).sure > n.at(best).sure {
			best = i
		}
	}
	if best < 0 {
		return c.nothingOf(op, w, fmt.Sprintf("there is none of %s, and %d are needed", op.Signal.Name, op.Min))
	}
	return Contradiction{Says: fmt.Sprintf("there are %d of %s, and %d are needed", n.at(best).sure, op.counts(), op.Min), Evidence: c.shown(n.evidence(best))}
}

// tooMany: what lies together with the first record that is one too many, which stands last.
func (c *ctx) tooMany(n *counter) Contradiction {
	for i, k := range n.known {
		if k.in != timeline.T || n.at(i).sure <= n.op.Max {
			continue
		}
		list := n.evidence(i)
		if n.width < 0 {
			list = ends8(n.firstOver())
		}
		says := fmt.Sprintf("there are %d of %s, and %d may be: the one too many stands at %s", n.at(i).sure, n.op.counts(), n.op.Max, c.describe(list[len(list)-1]))
		return Contradiction{Says: says, Evidence: c.shown(list), last: true}
	}
	return Contradiction{}
}

// firstOver are the hits of a whole window up to the first that is one too many.
func (n *counter) firstOver() []*timeline.Hit {
	t := newTally(n)
	var out []*timeline.Hit
	for i, k := range n.known {
		if k.in != timeline.T {
			continue
		}
		t.add(i)
		if out = append(out, k.hit); t.surely() > n.op.Max {
			break
		}
	}
	return out
}

// counts is what a count counts, in words.
func (op *Op) counts() string {
	text := op.Signal.Name
	if op.Distinct != "" {
		text = "the different " + op.Distinct + "s in " + text
	}
	if op.hasWithin {
		text += " within " + op.Within.words()
	}
	return text
}

// fewest picks, of closed intervals that cover [lo, hi] together, as few as do, in order; none if they do not.
func fewest(spans [][2]timeline.Time, lo, hi timeline.Time) []int {
	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(spans[a][0], spans[b][0]) })
	var out []int
	best := -1
	for at := lo; at <= hi; at = spans[best][1] + 1 {
		for ; len(order) > 0 && spans[order[0]][0] <= at; order = order[1:] {
			if best < 0 || spans[order[0]][1] > spans[best][1] {
				best = order[0]
			}
		}
		if best < 0 || spans[best][1] < at {
			return nil
		}
		out = append(out, best)
	}
	if len(out) == 1 { // of those that do alone the earliest tells more than the one that reaches farthest
		return []int{slices.IndexFunc(spans, func(s [2]timeline.Time) bool { return s[0] <= lo && s[1] >= hi })}
	}
	return out
}
