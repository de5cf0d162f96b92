package rules

import "slices"

// links are the edges of an instance as the numbers of its causes and effects, which ascend. Results share them as
// long as each number names what it named.
type links struct {
	explains, explainedBy []string
	far                   int  // the highest of those numbers, -1 without any
	outward               int  // how many effects are to be written, where they are
	stale                 bool // they are to be written anew
}

// edged is an effect that has other causes, with those it had.
type edged struct {
	effect *instance
	had    []*instance
}

// link writes the edges of those instances that have others than before, or that name one whose number is another:
// from the first such number on. Of a hundred thousand edges a new finding mostly changes none.
func (j *Judging) link(from int) {
	for _, r := range j.runs {
		for _, e := range r.edged {
			e.effect.links.stale = true
			for _, list := range [][]*instance{e.had, e.effect.explained} {
				for _, cause := range list {
					cause.links.stale = true
				}
			}
		}
	}
	some := false
	for _, i := range j.sorted {
		if l := &i.links; l.stale || l.far >= from {
			*l, i.standing, some = links{far: -1, stale: true}, nil, true
		}
	}
	if some {
		j.write(j.edges())
	}
}

// causing is that one instance explains another.
type causing struct{ effect, cause *instance }

// edges gives each instance with each of its causes once, in the order of their numbers: the edges of which either end
// is to be written. They are valid until the next round.
func (j *Judging) edges() []causing {
	out := j.causes[:0]
	byNumber := func(a, b causing) int { return a.cause.number - b.cause.number }
	for _, i := range j.sorted {
		from := len(out)
		for _, cause := range i.explained {
			if i.links.stale || cause.links.stale {
				out = append(out, causing{i, cause})
			}
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

// write gives each instance that is to be written the numbers of its causes and effects.
func (j *Judging) write(edges []causing) {
	for _, e := range edges {
		e.cause.links.outward++
	}
	var lists idLists
	for k := 0; k < len(edges); {
		n := k + 1
		for n < len(edges) && edges[n].effect == edges[k].effect {
			n++
		}
		j.writeEffect(edges[k:n], &lists)
		k = n
	}
	for _, i := range j.sorted {
		i.links.stale = false
	}
}

// writeEffect writes the edges of one effect at both ends.
func (j *Judging) writeEffect(edges []causing, lists *idLists) {
	effect := edges[0].effect
	if effect.links.stale {
		effect.links.explainedBy = lists.take(len(edges))
	}
	for _, e := range edges {
		if l := &effect.links; l.stale {
			l.explainedBy, l.far = append(l.explainedBy, j.id(e.cause.number)), max(l.far, e.cause.number)
		}
		if l := &e.cause.links; l.stale {
			if l.explains == nil {
				l.explains = lists.take(l.outward)
			}
			l.explains, l.far = append(l.explains, j.id(effect.number)), max(l.far, effect.number)
		}
	}
}

// idLists are what is left of a piece of memory for lists of numbers. Pieces are small, since one list that stays keeps
// all of its piece.
type idLists []string

// pieceOf numbers have place in a piece.
const pieceOf = 64

// take gives an empty list that n numbers fit in.
func (l *idLists) take(n int) []string {
	if n > len(*l) {
		*l = make([]string, max(n, pieceOf))
	}
	list := (*l)[:0:n]
	*l = (*l)[n:]
	return list
}
