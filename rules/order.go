package rules

import (
	"cmp"
	"slices"
	"strconv"
)

// rootOrder puts roots first, then what may be one.
func rootOrder(r Root) int {
	switch r {
	case RootYes:
		return 0
	case RootUnknown:
		return 1
	}
	return 2
}

// compareInstances puts confirmed before inconclusive before refuted, roots first, then by severity,
// time, rule and key.
func compareInstances(a, b *instance) int {
	if d := cmp.Or(cmp.Compare(b.verdict, a.verdict), cmp.Compare(rootOrder(a.root), rootOrder(b.root)), cmp.Compare(a.severity, b.severity), cmp.Compare(a.c.anchor.Lo, b.c.anchor.Lo)); d != 0 {
		return d
	}
	return cmp.Or(
		cmp.Compare(a.c.rule.pack.Name, b.c.rule.pack.Name),
		cmp.Compare(a.c.rule.order, b.c.rule.order),
		cmp.Compare(a.text, b.text),
		cmp.Compare(a.c.anchor.Stream, b.c.anchor.Stream),
		cmp.Compare(posOf(a.c.anchor), posOf(b.c.anchor)),
		cmp.Compare(a.place, b.place))
}

// findings numbers what is shown and writes its edges as numbers.
func (j *Judging) findings() []Finding {
	out := make([]Finding, len(j.sorted))
	for n := len(j.ids); n < len(out); n++ {
		j.ids = append(j.ids, "F"+strconv.Itoa(n+1))
	}
	for n, i := range j.sorted {
		out[n] = *i.shown
		out[n].ID, out[n].Root, out[n].Count, out[n].Ranks = j.ids[n], i.root, i.count, i.ranks
		i.number, i.seen = n, -1
	}
	var causes []int
	for n, i := range j.sorted {
		causes = causes[:0]
		for _, cause := range i.explained {
			if cause.seen != n { // several edges of two rules are one
				cause.seen, causes = n, append(causes, cause.number)
				out[cause.number].Explains = append(out[cause.number].Explains, j.ids[n])
			}
		}
		slices.Sort(causes)
		for _, c := range causes {
			out[n].ExplainedBy = append(out[n].ExplainedBy, j.ids[c])
		}
	}
	return out
}
