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

// number gives each instance its number, and the numbers of its causes and effects, which ascend.
func (j *Judging) number() {
	for n := len(j.ids); n < len(j.sorted); n++ {
		j.ids = append(j.ids, "F"+strconv.Itoa(n+1))
	}
	j.listed = len(j.sorted)
	for j.listed > 0 && j.sorted[j.listed-1].excepted != nil {
		j.listed--
	}
	for n, i := range j.sorted {
		i.number, i.outward, i.explains, i.explainedBy = n, 0, nil, nil
	}
	total := 0
	j.eachEffect(func(_ *instance, causes []*instance) {
		total += len(causes)
		for _, cause := range causes {
			cause.outward++
		}
	})
	ids := make([]string, 2*total)
	take := func(n int) (list []string) {
		list, ids = ids[:0:n], ids[n:]
		return list
	}
	j.eachEffect(func(effect *instance, causes []*instance) {
		effect.explainedBy = take(len(causes))
		for _, cause := range causes {
			effect.explainedBy = append(effect.explainedBy, j.id(cause.number))
			if cause.explains == nil {
				cause.explains = take(cause.outward)
			}
			cause.explains = append(cause.explains, j.id(effect.number))
		}
	})
}

// eachEffect gives each instance that has causes with those, each once and in the order of their
// numbers. They are valid until the next one.
func (j *Judging) eachEffect(f func(effect *instance, causes []*instance)) {
	var causes []*instance
	for _, i := range j.sorted {
		if len(i.explained) == 0 {
			continue
		}
		causes = append(causes[:0], i.explained...)
		byNumber := func(a, b *instance) int { return a.number - b.number }
		if !slices.IsSortedFunc(causes, byNumber) {
			slices.SortFunc(causes, byNumber)
		}
		f(i, slices.Compact(causes)) // several edges of two rules are one
	}
}

// id is the number of a finding as it is shown: F1, or S1 of what an exception suppressed.
func (j *Judging) id(n int) string {
	if n < j.listed {
		return j.ids[n]
	}
	return "S" + strconv.Itoa(n-j.listed+1)
}
