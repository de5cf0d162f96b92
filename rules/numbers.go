package rules

import (
	"slices"
	"strconv"
)

// findings numbers what is shown. Where the order and the edges are as they were, only what is shown anew is written,
// and nothing is copied if nothing is.
func (j *Judging) findings(same bool) []Finding {
	if !same {
		j.link(j.number())
		j.last = make([]Finding, len(j.sorted))
	}
	own := !same // the last result has the other one
	for n, i := range j.sorted {
		s := j.stand(i)
		if f := &j.last[n]; f.Standing == s && f.Shown == i.shown && same {
			continue
		}
		if !own {
			j.last, own = slices.Clone(j.last), true
		}
		j.last[n] = Finding{ID: j.id(n), Standing: s, Shown: i.shown}
	}
	return j.last
}

// tellAhead standings are made in one piece; more would keep what is no longer told for the sake of a single one.
const tellAhead = 16

// stand is how an instance stands among the others: that of the result before as long as it is so.
func (j *Judging) stand(i *instance) *Standing {
	if s := i.standing; s != nil && s.Root == i.root && s.Count == i.count && slices.Equal(s.Ranks, i.ranks) {
		return s
	}
	if len(j.told) == 0 {
		j.told = make([]Standing, tellAhead)
	}
	i.standing, j.told = &j.told[0], j.told[1:]
	*i.standing = Standing{Root: i.root, Uncaused: !i.caused, Count: i.count, Ranks: i.ranks, Explains: i.links.explains, ExplainedBy: i.links.explainedBy}
	return i.standing
}

// number gives each instance its number, and says which is the first that names another one than before. Whether an
// instance is suppressed never changes, so that none of those before it becomes one of the others.
func (j *Judging) number() (from int) {
	for n := len(j.ids); n < len(j.sorted); n++ {
		j.ids = append(j.ids, "F"+strconv.Itoa(n+1))
	}
	j.listed = len(j.sorted)
	for j.listed > 0 && j.sorted[j.listed-1].excepted != nil {
		j.listed--
	}
	from = len(j.sorted)
	for n, i := range j.sorted {
		if i.number != n {
			i.number, from = n, min(from, n)
		}
	}
	return from
}

// id is the number of a finding as it is shown: F1, or S1 of what an exception suppressed.
func (j *Judging) id(n int) string {
	if n < j.listed {
		return j.ids[n]
	}
	return "S" + strconv.Itoa(n-j.listed+1)
}
