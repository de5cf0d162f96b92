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
type skewPairs struct {
	inc   *Incident
	sides []int8   // by process: 1 prefill, 2 decode
	shows []string // by signal: the state that its lines move a room to
	apart map[[2]ProcessID][]time.Duration
}

func newSkewPairs(inc *Incident, plan *roomPlan) *skewPairs {
	k := &skewPairs{inc: inc, shows: make([]string, len(plan.moves)), apart: map[[2]ProcessID][]time.Duration{}}
	for i := range inc.Processes {
		k.sides = append(k.sides, map[string]int8{"prefill": 1, "decode": 2}[inc.Processes[i].Role])
	}
	for sig, moves := range plan.moves {
		if len(moves) > 0 {
			k.shows[sig] = moves[0].State
		}
	}
	return k
}

// another is an empty list for other rooms.
func (k *skewPairs) another() *skewPairs {
	return &skewPairs{inc: k.inc, sides: k.sides, shows: k.shows, apart: map[[2]ProcessID][]time.Duration{}}
}

// skewEnd is the first line of a room on a side.
type skewEnd struct {
	known   bool
	process ProcessID
	signal  SignalID
	at      Time
}

// some says whether there may be a pair at all.
func (k *skewPairs) some() bool { return slices.Contains(k.sides, 1) && slices.Contains(k.sides, 2) }

// add takes a room: if its first lines on both sides say "aborted" or the like, they are one event. The
// last states of both sides are one only if both are final.
func (k *skewPairs) add(lines []roomLine) {
	var ends [3]skewEnd
	for i := range lines {
		l := &lines[i]
		if e := &ends[k.sides[l.process]]; !e.known {
			*e = skewEnd{true, l.process, l.signal, l.at}
		}
		if ends[1].known && ends[2].known {
			break
		}
	}
	p, d := &ends[1], &ends[2]
	if !p.known || !d.known || k.shows[p.signal] == "" || k.shows[p.signal] != k.shows[d.signal] {
		return
	}
	at := [2]ProcessID{p.process, d.process}
	k.apart[at] = append(k.apart[at], d.at.Sub(p.at))
}

// joined are the pairs of several lists, whatever their order: the median is asked for.
func joined(lists []*skewPairs) *skewPairs {
	out := &skewPairs{apart: map[[2]ProcessID][]time.Duration{}}
	for _, k := range lists {
		for at, ds := range k.apart {
			out.apart[at] = append(out.apart[at], ds...)
		}
	}
	return out
}

// list estimates how far the decode clocks are ahead of the prefill clocks: of rooms that failed or
// finished on both sides the two lines belong together, so the median of their distances is the skew,
// within the spread of the middle half. It is shown, never applied by itself.
func (k *skewPairs) list(inc *Incident) []Skew {
	var out []Skew
	for at, ds := range k.apart {
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
