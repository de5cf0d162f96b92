package mql

import (
	"math"
	"slices"

	"roomline/timeline"
)

// aggregate joins groups of series as they come, without keeping them.
//
// As in Prometheus, min and max pass over a written NaN unless a group has nothing else; sum and avg
// give NaN.
type aggregate struct {
	op  string
	by  grouping
	arg node
	*joining
}

// joining is how a group takes in its values.
type joining struct {
	one    func(v float64) float64 // of the first value; nil: the value itself
	join   func(a, v float64) float64
	counts bool                             // finish needs the number of values
	finish func(a float64, n int32) float64 // nil: what was joined is the answer
}

// aggregates that need no more than what was joined so far.
var aggregates = map[string]*joining{
	"sum":   {join: plus},
	"sum2":  {one: func(v float64) float64 { return v * v }, join: func(a, v float64) float64 { return a + v*v }},
	"avg":   {join: plus, counts: true, finish: func(a float64, n int32) float64 { return a / float64(n) }},
	"count": {one: unit, join: func(a, _ float64) float64 { return a + 1 }},
	"group": {one: unit, join: func(float64, float64) float64 { return 1 }},
	"geomean": {join: func(a, v float64) float64 { return a * v }, counts: true,
		finish: func(a float64, n int32) float64 { return math.Pow(a, 1/float64(n)) }},
	"min": {join: func(a, v float64) float64 {
		if v < a || math.IsNaN(a) {
			return v
		}
		return a
	}},
	"max": {join: func(a, v float64) float64 {
		if v > a || math.IsNaN(a) {
			return v
		}
		return a
	}},
}

func plus(a, v float64) float64 { return a + v }
func unit(float64) float64      { return 1 }

// group is a row in the making.
type group struct {
	row
	n []int32 // members with a value, if they are counted
}

func (a *aggregate) eval(s *scope, emit func(row)) coverage {
	groups := map[string]*group{}
	var order []*group
	var buf []byte
	c := a.arg.eval(s, func(r row) {
		name, labels := a.by.apply(r.name, r.labels)
		buf = appendKey(buf[:0], name, labels)
		g := groups[string(buf)]
		if g == nil {
			g = &group{row: row{name: name, labels: labels, vals: filled(len(s.at), timeline.Absent), kept: true}}
			if a.counts {
				g.n = make([]int32, len(s.at))
			}
			groups[string(buf)] = g
			order = append(order, g)
		}
		a.add(g, r.vals)
	})
	all := c.settled(s)
	whole := all
	slices.SortFunc(order, func(x, y *group) int { return compareRows(x.row, y.row) })
	for _, g := range order {
		for k, n := range g.n {
			if n > 0 {
				g.vals[k] = a.finish(g.vals[k], n)
			}
		}
		why := c.lacking(s, all, g.vals)
		mask(g.vals, why)
		g.why, whole = why, both(whole, why)
		emit(g.row)
	}
	return coverage{why: whole}
}

func (a *aggregate) add(g *group, vals []float64) {
	into, join := g.vals[:len(vals)], a.join
	for k, v := range vals {
		if timeline.IsAbsent(v) {
			continue
		}
		switch {
		case !timeline.IsAbsent(into[k]):
			into[k] = join(into[k], v)
		case a.one != nil:
			into[k] = a.one(v)
		default:
			into[k] = v
		}
		if g.n != nil {
			g.n[k]++
		}
	}
}
