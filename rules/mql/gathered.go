package mql

import (
	"slices"

	"roomline/timeline"
)

// gathered are aggregates that need all values of a group at once: either one answer from them
// (median), or some of its series (topk).
type gathered struct {
	by     grouping
	arg    node
	number node // their number, nil if they take none
	one    func(vals []float64, x float64) float64
	choose func(vals []float64, x float64, keep []bool) // of values with Absent for none
}

// gathering by name; the value tells whether a number stands first.
var gathering = map[string]struct {
	number bool
	one    func(vals []float64, x float64) float64
	choose func(vals []float64, x float64, keep []bool)
}{
	"median":   {one: func(vals []float64, _ float64) float64 { return quantileOf(0.5, sortedOf(vals)) }},
	"quantile": {number: true, one: func(vals []float64, phi float64) float64 { return quantileOf(phi, sortedOf(vals)) }},
	"mode":     {one: func(vals []float64, _ float64) float64 { return mode(none, sortedOf(vals)) }},
	"distinct": {one: func(vals []float64, _ float64) float64 { return distinct(vals) }},
	"stddev":   {one: func(vals []float64, _ float64) float64 { return deviation(vals) }},
	"stdvar":   {one: func(vals []float64, _ float64) float64 { return variance(vals) }},
	"mad":      {one: func(vals []float64, _ float64) float64 { return spread(vals) }},
	"topk":     {number: true, choose: ranking(func(a, b float64) bool { return a > b })},
	"bottomk":  {number: true, choose: ranking(func(a, b float64) bool { return a < b })},
	"any":      {choose: func(vals []float64, _ float64, keep []bool) { firstOf(vals, 1, keep) }},
	"limitk":   {number: true, choose: firstOf},
}

// ranking keeps the k best values; of equal ones those whose labels come first.
func ranking(better func(a, b float64) bool) func(vals []float64, k float64, keep []bool) {
	return func(vals []float64, k float64, keep []bool) {
		var order []int
		for i, v := range vals {
			if !timeline.IsAbsent(v) {
				order = append(order, i)
			}
		}
		slices.SortStableFunc(order, func(i, j int) int {
			switch {
			case better(vals[i], vals[j]), vals[j] != vals[j] && vals[i] == vals[i]:
				return -1
			case better(vals[j], vals[i]), vals[i] != vals[i] && vals[j] == vals[j]:
				return 1
			}
			return 0
		})
		for n, i := range order {
			keep[i] = float64(n+1) <= k
		}
	}
}

// firstOf keeps the first k series that have a value.
func firstOf(vals []float64, k float64, keep []bool) {
	n := 0.0
	for i, v := range vals {
		if !timeline.IsAbsent(v) {
			n++
			keep[i] = n <= k
		}
	}
}

func (g *gathered) eval(s *scope, emit func(row)) coverage {
	x, xwhy := argument(g.number, s)
	rows, c := materialise(g.arg, s)
	all := both(c.settled(s), xwhy)
	whole := all
	groups, order := g.groups(rows)
	for _, o := range order {
		members := groups[string(appendKey(nil, o.name, o.labels))]
		slices.SortStableFunc(members, compareRows)
		if g.one != nil {
			o.vals, o.kept = g.join(members, x, len(s.at)), true
			o.why = c.lacking(s, all, o.vals)
			whole = both(whole, o.why)
			mask(o.vals, o.why)
			emit(o)
			continue
		}
		g.pick(members, x, len(s.at))
		for _, m := range members {
			m.why = both(m.why, all)
			mask(m.vals, m.why)
			emit(m)
		}
	}
	return coverage{why: whole}
}

// groups are the rows by the key of their group, and a row for each group, in order.
func (g *gathered) groups(rows []row) (groups map[string][]row, order []row) {
	groups = map[string][]row{}
	for _, r := range rows {
		name, labels := g.by.apply(r.name, r.labels)
		key := string(appendKey(nil, name, labels))
		if groups[key] == nil {
			order = append(order, row{name: name, labels: labels})
		}
		groups[key] = append(groups[key], r)
	}
	slices.SortFunc(order, compareRows)
	return groups, order
}

// join computes the answer of a group.
func (g *gathered) join(members []row, x []float64, n int) []float64 {
	out, vals := filled(n, timeline.Absent), make([]float64, 0, len(members))
	for k := range out {
		vals = vals[:0]
		for _, m := range members {
			if !timeline.IsAbsent(m.vals[k]) {
				vals = append(vals, m.vals[k])
			}
		}
		if len(vals) > 0 {
			out[k] = something(g.one(vals, numberAt(x, k)))
		}
	}
	return out
}

// pick leaves of the members what is chosen.
func (g *gathered) pick(members []row, x []float64, n int) {
	vals, keep := make([]float64, len(members)), make([]bool, len(members))
	for i := range members {
		members[i].vals = slices.Clone(members[i].vals)
	}
	for k := range n {
		for i, m := range members {
			vals[i], keep[i] = m.vals[k], false
		}
		g.choose(vals, numberAt(x, k), keep)
		for i, m := range members {
			if !keep[i] {
				m.vals[k] = timeline.Absent
			}
		}
	}
}

func numberAt(x []float64, k int) float64 {
	if x == nil {
		return 0
	}
	return x[k]
}
