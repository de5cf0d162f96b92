package rules

import (
	"cmp"
	"slices"
	"strconv"
)

// ranked is an instance with what it is ordered by.
type ranked struct {
	*instance
	root, severity int
	key            string
}

func (i *instance) ranked() ranked {
	r := ranked{instance: i, severity: slices.Index(Severities, i.c.rule.Severity), key: keyText(i.c.key)}
	switch i.root {
	case RootUnknown:
		r.root = 1
	case RootNo:
		r.root = 2
	}
	return r
}

// order puts confirmed before inconclusive before refuted, roots first, then by severity, time, rule
// and key.
func order(all []*instance) {
	rs := make([]ranked, len(all))
	for n, i := range all {
		rs[n] = i.ranked()
	}
	slices.SortStableFunc(rs, compareRanked)
	for n := range rs {
		all[n] = rs[n].instance
	}
}

func compareRanked(a, b ranked) int {
	if d := cmp.Or(cmp.Compare(b.verdict, a.verdict), cmp.Compare(a.root, b.root), cmp.Compare(a.severity, b.severity), cmp.Compare(a.c.anchor.Lo, b.c.anchor.Lo)); d != 0 {
		return d
	}
	return cmp.Or(
		cmp.Compare(a.c.rule.pack.Name, b.c.rule.pack.Name),
		cmp.Compare(a.c.rule.order, b.c.rule.order),
		cmp.Compare(a.key, b.key),
		cmp.Compare(a.c.anchor.Stream, b.c.anchor.Stream),
		cmp.Compare(posOf(a.c.anchor), posOf(b.c.anchor)))
}

// findings shows instances in their order, numbers them and writes their edges as numbers.
func findings(all []*instance) []Finding {
	out := make([]Finding, len(all))
	for n, i := range all {
		out[n] = i.show()
		out[n].ID = "F" + strconv.Itoa(n+1)
		i.number, i.seen = n, -1
	}
	for n, i := range all {
		var causes []int
		for _, cause := range i.explained {
			if cause.seen != n { // several edges of two rules are one
				cause.seen, causes = n, append(causes, cause.number)
				out[cause.number].Explains = append(out[cause.number].Explains, out[n].ID)
			}
		}
		slices.Sort(causes)
		for _, c := range causes {
			out[n].ExplainedBy = append(out[n].ExplainedBy, out[c].ID)
		}
	}
	return out
}
