package mql

import "roomline/timeline"

// union is a list of expressions (a, b): of series with one name and one set of labels the first
// stays.
type union struct{ args []node }

func (u *union) eval(s *scope, emit func(row)) coverage {
	var c coverage
	seen := map[string]bool{}
	var buf []byte
	for _, a := range u.args {
		ac := a.eval(s, func(r row) {
			buf = appendKey(buf[:0], r.name, r.labels)
			if !seen[string(buf)] {
				seen[string(buf)] = true
				emit(r)
			}
		})
		c.why, c.hole = both(c.why, ac.why), anyHole(c.hole, ac.hole)
	}
	return c
}

// among is `vector == (1, 2, 3)`, or != with not: the values that are equal to one of the list, or
// to none.
type among struct {
	arg  node
	list []node
	not  bool
}

func (m *among) eval(s *scope, emit func(row)) coverage {
	var why []Reason
	var list []row
	for _, n := range m.list {
		rows, c := materialise(n, s)
		list, why = append(list, rows...), both(why, c.settle())
	}
	out := make([]float64, len(s.at))
	c := m.arg.eval(s, func(r row) {
		for k, v := range r.vals {
			if out[k] = v; m.listed(list, k, v) == m.not {
				out[k] = timeline.Absent
			}
		}
		x := row{name: r.name, labels: r.labels, vals: out, why: both(r.why, why)}
		mask(out, x.why)
		emit(x)
	})
	return coverage{why: both(c.why, why), hole: c.hole}
}

func (m *among) listed(list []row, k int, v float64) bool {
	for _, r := range list {
		if r.vals[k] == v {
			return true
		}
	}
	return false
}
