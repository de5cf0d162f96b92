package mql

import (
	"cmp"
	"math"
	"slices"

	"roomline/timeline"
)

// aggregate is sum, min, max, avg or count over groups of series.
//
// As in Prometheus, min and max pass over a written NaN unless a group has nothing else; sum and avg
// give NaN.
type aggregate struct {
	op   string
	by   grouping
	arg  node
	join func(a, b float64) float64
}

// aggregates tell how a group takes in one more value.
var aggregates = map[string]func(a, b float64) float64{
	"sum":   func(a, b float64) float64 { return a + b },
	"avg":   func(a, b float64) float64 { return a + b },
	"count": func(a, _ float64) float64 { return a + 1 },
	"min": func(a, b float64) float64 {
		if b < a || math.IsNaN(a) {
			return b
		}
		return a
	},
	"max": func(a, b float64) float64 {
		if b > a || math.IsNaN(a) {
			return b
		}
		return a
	},
}

// grouping is which labels tell the groups: the listed ones, or all but those.
type grouping struct {
	without bool
	labels  []string // sorted
}

// apply keeps of a row what tells its group.
func (g grouping) apply(name string, labels []timeline.Label) (string, []timeline.Label) {
	var out []timeline.Label
	for _, l := range labels {
		if _, listed := slices.BinarySearch(g.labels, l.Name); listed != g.without && l.Value != "" {
			out = append(out, l)
		}
	}
	if _, listed := slices.BinarySearch(g.labels, "__name__"); !listed || g.without {
		name = ""
	}
	return name, out
}

// group is a row in the making.
type group struct {
	row
	n []int32 // members with a value, of avg
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
			if a.op == "avg" {
				g.n = make([]int32, len(s.at))
			}
			groups[string(buf)] = g
			order = append(order, g)
		}
		a.add(g, r.vals)
	})
	why := c.settle()
	slices.SortFunc(order, func(x, y *group) int { return compareRows(x.row, y.row) })
	for _, g := range order {
		for k, n := range g.n {
			if n > 0 {
				g.vals[k] /= float64(n)
			}
		}
		mask(g.vals, why)
		g.why = why
		emit(g.row)
	}
	return coverage{why: why}
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
		case a.op == "count":
			into[k] = 1
		default:
			into[k] = v
		}
		if g.n != nil {
			g.n[k]++
		}
	}
}

// appendKey writes what tells two rows apart.
func appendKey(b []byte, name string, labels []timeline.Label) []byte {
	b = append(append(b, name...), 0xff)
	for _, l := range labels {
		b = append(append(b, l.Name...), 0xfe)
		b = append(append(b, l.Value...), 0xff)
	}
	return b
}

func compareLabels(a, b []timeline.Label) int {
	return slices.CompareFunc(a, b, func(x, y timeline.Label) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Value, y.Value))
	})
}

func compareRows(a, b row) int {
	return cmp.Or(compareLabels(a.labels, b.labels), cmp.Compare(a.name, b.name))
}
