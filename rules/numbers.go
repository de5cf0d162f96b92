package rules

import (
	"slices"
	"strconv"
)

// findings numbers what is shown and writes its edges as numbers. Where the order and the edges are
// as they were, only what is shown anew is written, and nothing is copied if nothing is.
func (j *Judging) findings(same bool) []Finding {
	if !same {
		j.number()
		j.last = make([]Finding, len(j.sorted))
		for n, i := range j.sorted {
			j.write(n, i)
		}
		return j.last
	}
	copied := false
	for n, i := range j.sorted {
		if f := &j.last[n]; i.written == i.shown && f.Count == i.count && slices.Equal(f.Ranks, i.ranks) {
			continue
		}
		if !copied {
			j.last, copied = slices.Clone(j.last), true // the last result has the other one
		}
		j.write(n, i)
	}
	return j.last
}

// write puts what is shown of an instance in its place.
func (j *Judging) write(n int, i *instance) {
	j.last[n] = Finding{ID: j.id(n), Root: i.root, Uncaused: !i.caused, Count: i.count, Ranks: i.ranks, Explains: i.explains, ExplainedBy: i.explainedBy, Shown: i.shown}
	i.written = i.shown
}

// number gives each instance its number. What the round before said of its edges is taken back.
func (j *Judging) number() {
	for n := len(j.ids); n < len(j.sorted); n++ {
		j.ids = append(j.ids, "F"+strconv.Itoa(n+1))
	}
	j.listed = len(j.sorted)
	for j.listed > 0 && j.sorted[j.listed-1].excepted != nil {
		j.listed--
	}
	for n, i := range j.sorted {
		if i.number, i.outward = n, 0; i.explains != nil || i.explainedBy != nil { // to write a pointer costs more than to look
			i.explains, i.explainedBy = nil, nil
		}
	}
	j.link(j.edges())
}

// link gives each instance the numbers of its causes and effects, which ascend. All of them lie in one piece.
func (j *Judging) link(edges []causing) {
	for _, e := range edges {
		e.cause.outward++
	}
	ids := make([]string, 2*len(edges))
	take := func(n int) (list []string) {
		list, ids = ids[:0:n], ids[n:]
		return list
	}
	for k, e := range edges {
		if k == 0 || edges[k-1].effect != e.effect {
			n := k
			for n < len(edges) && edges[n].effect == e.effect {
				n++
			}
			e.effect.explainedBy = take(n - k)
		}
		if e.cause.explains == nil {
			e.cause.explains = take(e.cause.outward)
		}
		e.effect.explainedBy = append(e.effect.explainedBy, j.id(e.cause.number))
		e.cause.explains = append(e.cause.explains, j.id(e.effect.number))
	}
}

// causing is that one instance explains another.
type causing struct{ effect, cause *instance }

// edges gives each instance that has causes with each of those once, in the order of their numbers.
// They are valid until the next round.
func (j *Judging) edges() []causing {
	out := j.causes[:0]
	byNumber := func(a, b causing) int { return a.cause.number - b.cause.number }
	for _, i := range j.sorted {
		from := len(out)
		for _, cause := range i.explained {
			out = append(out, causing{i, cause})
		}
		if own := out[from:]; len(own) > 1 {
			if !slices.IsSortedFunc(own, byNumber) {
				slices.SortFunc(own, byNumber)
			}
			out = out[:from+len(slices.Compact(own))] // several edges of two rules are one
		}
	}
	j.causes = out
	return out
}

// id is the number of a finding as it is shown: F1, or S1 of what an exception suppressed.
func (j *Judging) id(n int) string {
	if n < j.listed {
		return j.ids[n]
	}
	return "S" + strconv.Itoa(n-j.listed+1)
}
