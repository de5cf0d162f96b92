package timeline

import (
	"cmp"
	"slices"
	"time"
)

// pairsWanted is how many rooms must be seen on both sides before their distance says something of
// the clocks.
const pairsWanted = 5

// skewPairs collects how far apart the two sides of rooms are.
type skewPairs map[[2]ProcessID][]time.Duration

func newSkewPairs() skewPairs { return skewPairs{} }

// add takes the lines of a room: if its first lines on both sides say "aborted" or the like, they are
// one event. The last states of both sides are one only if both are final.
func (k skewPairs) add(inc *Incident, plan *roomPlan, hits []Hit) {
	var p, d *Hit
	for i := range hits {
		switch h := &hits[i]; inc.Processes[h.Process].Role {
		case "prefill":
			p = firstOf(p, h)
		case "decode":
			d = firstOf(d, h)
		}
	}
	if p == nil || d == nil || plan.shows(p) == "" || plan.shows(p) != plan.shows(d) {
		return
	}
	at := [2]ProcessID{p.Process, d.Process}
	k[at] = append(k[at], d.Lo.Sub(p.Lo))
}

// list estimates how far the decode clocks are ahead of the prefill clocks: of rooms that failed or
// finished on both sides the two lines belong together, so the median of their distances is the skew,
// within the spread of the middle half. It is shown, never applied by itself.
func (k skewPairs) list(inc *Incident) []Skew {
	var out []Skew
	for at, ds := range k {
		if len(ds) < pairsWanted {
			continue
		}
		slices.Sort(ds)
		mid, spread := ds[len(ds)/2], (ds[len(ds)*3/4]-ds[len(ds)/4])/2
		out = append(out, Skew{A: inc.Processes[at[0]].Base(), B: inc.Processes[at[1]].Base(), By: mid, Within: max(spread, time.Second), Pairs: len(ds)})
	}
	slices.SortFunc(out, func(a, b Skew) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	return out
}

// shows is the state that a line moves its room to.
func (p *roomPlan) shows(h *Hit) string {
	for i := range p.lifecycle.Moves {
		if p.lifecycle.Moves[i].Signal == h.Signal {
			return p.lifecycle.Moves[i].State
		}
	}
	return ""
}

func firstOf(a, b *Hit) *Hit {
	if a == nil {
		return b
	}
	return a
}
