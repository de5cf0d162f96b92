package rules

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"roomline/timeline"
)

// causesKey names how the instances of a rule are looked up: by the entities that an edge joins on.
type causesKey struct {
	rule *Rule
	same string
}

// causesByKey are the instances of a rule by the keys of those entities.
type causesByKey map[string]*causeList

// causeList is instances in the order of their anchors, with what finds those near an effect: there
// may be thousands of each.
type causeList struct {
	all   []*instance
	maxHi []timeline.Time // of the anchors of all[:i+1]
	loose []int           // whose anchors carry no stamp: bytes may order them
}

// possible gives the instances of a rule that an edge may join to an effect, in their order: all of
// its keys whose anchors are not surely too early or too late.
func (v *verdicts) possible(effect *instance, r *Rule, e Explain, try func(*instance)) {
	if len(v.found[r]) == 0 {
		return
	}
	key, ok := effect.keysOf(e.Same)
	if !ok {
		return
	}
	l := v.causesOf(r, e.Same)[key]
	if l == nil {
		return
	}
	from, to := l.near(effect, e)
	n := sort.SearchInts(l.loose, from)
	for _, i := range l.loose[:n] {
		try(l.all[i])
	}
	for _, i := range l.all[from:to] {
		try(i)
	}
	for _, i := range l.loose[sort.SearchInts(l.loose, to):] {
		try(l.all[i])
	}
}

func (v *verdicts) causesOf(r *Rule, same []string) causesByKey {
	return once(&v.mu, v.causes, causesKey{r, strings.Join(same, ",")}, func() causesByKey { return newCauses(v.found[r], same) })
}

func newCauses(found []*instance, same []string) causesByKey {
	byBegin := func(a, b *instance) int { return cmp.Compare(a.c.anchor.Lo, b.c.anchor.Lo) }
	if !slices.IsSortedFunc(found, byBegin) {
		found = slices.Clone(found)
		slices.SortStableFunc(found, byBegin)
	}
	out := causesByKey{}
	for _, i := range found {
		if key, ok := i.keysOf(same); ok {
			if out[key] == nil {
				out[key] = &causeList{}
			}
			out[key].add(i)
		}
	}
	return out
}

func (l *causeList) add(i *instance) {
	top := i.c.anchor.Hi
	if n := len(l.maxHi); n > 0 {
		top = max(top, l.maxHi[n-1])
	}
	if !i.c.anchor.Stamped {
		l.loose = append(l.loose, len(l.all))
	}
	l.all, l.maxHi = append(l.all, i), append(l.maxHi, top)
}

// near is the span of those whose stamps let them explain an effect.
func (l *causeList) near(effect *instance, e Explain) (from, to int) {
	at, k := effect.c.anchor, timeline.Time(effect.c.maxSkew())
	if !at.Stamped {
		return 0, len(l.all)
	}
	if e.Within > 0 {
		from = sort.Search(len(l.all), func(i int) bool { return l.maxHi[i] > at.Lo-k-timeline.Time(e.Within) })
	}
	to = from + sort.Search(len(l.all)-from, func(i int) bool { return l.all[from+i].c.anchor.Lo >= at.Hi+k })
	return from, to
}

// anyNear says whether an edge may join one of these to an effect.
func anyNear(causes []*instance, effect *instance, e Explain) bool {
	at, k := effect.c.anchor, timeline.Time(effect.c.maxSkew())
	for _, cause := range causes {
		a := cause.c.anchor
		apart := a.Stamped && at.Stamped && (a.Lo >= at.Hi+k || e.Within > 0 && a.Hi <= at.Lo-k-timeline.Time(e.Within))
		if !apart && sameKeys(cause, effect, e.Same) {
			return true
		}
	}
	return false
}

func sameKeys(a, b *instance, same []string) bool {
	for _, e := range same {
		x, ok1 := a.c.entity(e)
		y, ok2 := b.c.entity(e)
		if !ok1 || !ok2 || x != y {
			return false
		}
	}
	return true
}

// keysOf are the keys of an instance by which an edge joins; ok is false where it lacks one.
func (i *instance) keysOf(same []string) (key string, ok bool) {
	for n, e := range same {
		v, ok := i.c.entity(e)
		if !ok {
			return "", false
		}
		if n == 0 {
			key = v
		} else {
			key += "\x01" + v
		}
	}
	return key, true
}
