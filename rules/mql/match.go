package mql

import (
	"slices"
	"strings"

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
	include []string // labels to take from the one side, "*" for all
	prefix  string   // before their names
}

// pair are the series of one key on one side, joined to one where they do not overlap.
type pair struct {
	row
	clash []int // positions at which two of them have a value
	next  *pair // the next series of this key, on a side that may have many
}

func (b *vectors) eval(s *scope, emit func(row)) coverage {
	lrows, lc := materialise(b.l, s)
	rrows, rc := materialise(b.r, s)
	if s.server && !b.op.compare {
		lrows, rrows = live(lrows), live(rrows)
	}
	c := coverage{why: both(lc.why, rc.why), hole: anyHole(lc.hole, rc.hole)}
	out := make([]float64, len(s.at))
	if !b.matched && b.many == 0 {
		if one := single(lrows); one != nil {
			b.spread(s, rrows, func(r row) (x, y row) { return *one, r }, out, emit)
			return c
		}
		if one := single(rrows); one != nil {
			b.spread(s, lrows, func(r row) (x, y row) { return r, *one }, out, emit)
			return c
		}
	}
	left, order := b.side(lrows, b.many < 0)
	right, rorder := b.side(rrows, b.many > 0)
	if b.many > 0 {
		order = rorder
	}
	c.why = clashes(c.why, left, right, len(s.at))
	apply := b.op.on(s)
	for _, key := range order {
		for l := left[key]; l != nil; l = l.next {
			for r := right[key]; r != nil; r = r.next {
				emit(b.combine(l, r, apply, out))
			}
		}
	}
	return c
}

// single is the row of what turns out to be one number: a series without name and labels.
func single(rows []row) *row {
	if len(rows) == 1 && rows[0].name == "" && len(rows[0].labels) == 0 {
		return &rows[0]
	}
	return nil
}

// live leaves the rows that have a value somewhere.
func live(rows []row) []row {
	return slices.DeleteFunc(rows, func(r row) bool {
		return !slices.ContainsFunc(r.vals, func(v float64) bool { return v == v })
	})
}

// spread combines every series with the one number of the other side.
func (b *vectors) spread(s *scope, rows []row, sides func(row) (x, y row), out []float64, emit func(row)) {
	apply := b.op.on(s)
	for _, r := range rows {
		x, y := sides(r)
		for k := range out {
			out[k] = apply(x.vals[k], y.vals[k])
		}
		z := row{name: b.op.name(r.name), labels: r.labels, vals: out, why: both(x.why, y.why)}
		mask(out, z.why)
		emit(z)
	}
}

// side collects the series of one side by key, and the keys in order of their first series.
func (b *vectors) side(rows []row, many bool) (map[string]*pair, []string) {
	out := map[string]*pair{}
	var order []string
	for _, r := range rows {
		_, labels := b.on.apply("", r.labels)
		name := ""
		if b.op.named && b.on.without { // then names are told apart, too
			name = r.name
		}
		key := string(appendKey(nil, name, labels))
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
	return out, order
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

func (b *vectors) combine(l, r *pair, apply func(a, b float64) float64, out []float64) row {
	for k := range out {
		out[k] = apply(l.vals[k], r.vals[k])
	}
	x := row{name: b.op.name(l.name), vals: out, why: both(l.why, r.why)}
	x.why = conflicts(x.why, len(out), l.clash, r.clash)
	mask(out, x.why)
	switch {
	case b.many < 0:
		x.labels = b.included(l.labels, r.labels)
	case b.many > 0:
		x.name, x.labels = b.op.name(r.name), b.included(r.labels, l.labels)
	case b.matched:
		_, x.labels = b.on.apply("", l.labels)
	default:
		x.labels = l.labels
	}
	return x
}

// included takes labels of the one side into those of the many side.
func (b *vectors) included(many, one []timeline.Label) []timeline.Label {
	if len(b.include) == 0 {
		return many
	}
	out := labels(slices.Clone(many))
	for _, name := range b.taken(one) {
		v := labels(one).get(name)
		if !b.on.without && slices.Contains(b.on.labels, name) {
			continue
		}
		if v == "" {
			out = out.set(name, "")
		} else {
			out = out.set(b.prefix+name, v)
		}
	}
	slices.SortFunc(out, func(a, b timeline.Label) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func (b *vectors) taken(one []timeline.Label) []string {
	if b.include[0] != "*" {
		return b.include
	}
	var out []string
	for _, l := range one {
		out = append(out, l.Name)
	}
	return out
}

// materialise keeps all series of a result, in their order.
func materialise(n node, s *scope) ([]row, coverage) {
	var rows []row
	c := n.eval(s, func(r row) { rows = append(rows, keep(r)) })
	return rows, c
}
