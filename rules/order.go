package rules

import "cmp"

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

// compareInstances puts what is excepted last; of the others confirmed before inconclusive before refuted, roots first, then by severity,
// time, rule and key.
func compareInstances(a, b *instance) int {
	if a.excepted != nil != (b.excepted != nil) {
		if a.excepted != nil {
			return 1
		}
		return -1
	}
	if d := cmp.Or(cmp.Compare(b.verdict, a.verdict), cmp.Compare(rootOrder(a.root), rootOrder(b.root)),
		cmp.Compare(a.severity, b.severity), cmp.Compare(a.c.anchor.Lo, b.c.anchor.Lo)); d != 0 {
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
