package timeline

import (
	"cmp"
	"slices"
	"time"
)

// pairsWanted is how many rooms must be seen on both sides before their distance says something of
// the clocks.
const pairsWanted = 5

// buildSkews estimates how far the decode clocks are ahead of the prefill clocks: of rooms that
// failed or finished on both sides the two lines belong together, so the median of their distances
// is the skew, within the spread of the middle half. It is shown, never applied by itself.
func (inc *Incident) buildSkews() {
	type pair struct{ a, b ProcessID }
	dist := map[pair][]time.Duration{}
	for i := range inc.Rooms {
		p, d, ok := inc.ends(&inc.Rooms[i])
		if ok {
			k := pair{p.Process, d.Process}
			dist[k] = append(dist[k], d.Lo.Sub(p.Lo))
		}
	}
	for k, ds := range dist {
		if len(ds) < pairsWanted {
			continue
		}
		slices.Sort(ds)
		mid, spread := ds[len(ds)/2], (ds[len(ds)*3/4]-ds[len(ds)/4])/2
		inc.Skews = append(inc.Skews, Skew{A: inc.Processes[k.a].Base(), B: inc.Processes[k.b].Base(), By: mid, Within: max(spread, time.Second), Pairs: len(ds)})
	}
	slices.SortFunc(inc.Skews, func(a, b Skew) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
}

// ends gives the first line of a room on each side if both say "aborted" or the like at nearly the
// same moment: the last states of both sides are one event only if both are final.
func (inc *Incident) ends(r *Room) (p, d *Hit, ok bool) {
	for _, h := range r.Hits {
		switch inc.Processes[h.Process].Role {
		case "prefill":
			p = firstOf(p, h)
		case "decode":
			d = firstOf(d, h)
		}
	}
	return p, d, p != nil && d != nil && inc.shows(p) != "" && inc.shows(p) == inc.shows(d)
}

// shows is the state that a line moves its room to.
func (inc *Incident) shows(h *Hit) string {
	for _, m := range inc.Lifecycle.Moves {
		if m.Signal == h.Signal {
			return m.State
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
