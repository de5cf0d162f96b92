package mql

import (
	"slices"

	"roomline/timeline"
)

// vectors is vector op vector: series with the same labels (those of on, or all but those of
// ignoring; never the name) are paired. One to one, unless many says which side may have several.
type vectors struct {
	op      operator
	l, r    node
	on      grouping
	matched bool     // on or ignoring is given
	many    int      // 0 none, -1 left (group_left), 1 right (group_right)
	include []string // labels to take from the one side
}

// pair are the series of one key on one side, joined to one where they do not overlap.
type pair struct {
	row
	clash []int // positions at which two of them have a value
	next  *pair // the next series of this key, on a side that may have many
}

func (b *vectors) eval(s *scope, emit func(row)) coverage {
	left, order, lc := b.side(b.l, s, b.many < 0)
	right, rorder, rc := b.side(b.r, s, b.many > 0)
	if b.many > 0 {
		order = rorder
	}
	c := coverage{why: both(lc.why, rc.why), hole: anyHole(lc.hole, rc.hole)}
	c.why = clashes(c.why, left, right, len(s.at))
	out := make([]float64, len(s.at))
	for _, key := range order {
		for l := left[key]; l != nil; l = l.next {
			for r := right[key]; r != nil; r = r.next {
				emit(b.combine(l, r, out))
			}
		}
	}
	return c
}

// side collects the series of one side by key, and the keys in order of their first series.
func (b *vectors) side(n node, s *scope, many bool) (map[string]*pair, []string, coverage) {
	rows, c := materialise(n, s)
	out := map[string]*pair{}
	var order []string
	for _, r := range rows {
		_, labels := b.on.apply("", r.labels)
		key := string(appendKey(nil, "", labels))
		p := out[key]
		switch {
		case p == nil:
			out[key] = &pair{row: r}
			order = append(order, key)
		case many:
			p.next = &pair{row: r, next: p.next}
		default:
			p.join(r)
		}
	}
	return out, order, c
}

// join adds a series to the one of its key.
func (p *pair) join(r row) {
	vals := slices.Clone(p.vals)
	for k, v := range r.vals {
		switch {
		case timeline.IsAbsent(v):
		case timeline.IsAbsent(vals[k]):
			vals[k] = v
		default:
			p.clash = append(p.clash, k)
		}
	}
	p.vals, p.why = vals, both(p.why, r.why)
}

// clashes makes unknown where two series of one key meet that has a partner on the other side.
func clashes(why []Reason, left, right map[string]*pair, n int) []Reason {
	for key, l := range left {
		if r := right[key]; r != nil {
			why = conflicts(why, n, l.clash, r.clash)
		}
	}
	return why
}

// conflicts adds the positions of clashes to what is unknown; why is not changed.
func conflicts(why []Reason, n int, clashes ...[]int) []Reason {
	at := slices.Concat(clashes...)
	if len(at) == 0 {
		return why
	}
	out := append(make([]Reason, 0, n), why...)[:n]
	for _, k := range at {
		if out[k] == Known {
			out[k] = Conflict
		}
	}
	return out
}

func (b *vectors) combine(l, r *pair, out []float64) row {
	for k := range out {
		out[k] = b.op.apply(l.vals[k], r.vals[k])
	}
	x := row{name: b.op.name(l.name), vals: out, why: both(l.why, r.why)}
	x.why = conflicts(x.why, len(out), l.clash, r.clash)
	mask(out, x.why)
	switch {
	case b.many < 0:
		x.labels = include(l.labels, r.labels, b.include)
	case b.many > 0:
		x.labels = include(r.labels, l.labels, b.include)
	case b.matched:
		_, x.labels = b.on.apply("", l.labels)
	default:
		x.labels = l.labels
	}
	return x
}

// include takes labels of the one side into those of the many side.
func include(many, one []timeline.Label, names []string) []timeline.Label {
	if len(names) == 0 {
		return many
	}
	out := slices.DeleteFunc(slices.Clone(many), func(l timeline.Label) bool { return slices.Contains(names, l.Name) })
	for _, l := range one {
		if slices.Contains(names, l.Name) && l.Value != "" {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, func(a, b timeline.Label) int { return compareLabels([]timeline.Label{a}, []timeline.Label{b}) })
	return out
}

// materialise keeps all series of a result, in their order.
func materialise(n node, s *scope) ([]row, coverage) {
	var rows []row
	c := n.eval(s, func(r row) { rows = append(rows, keep(r)) })
	return rows, c
}
