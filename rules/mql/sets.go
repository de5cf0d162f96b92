package mql

import "roomline/timeline"

// sets is and, or, unless. What lacks a series cannot be told from what is not there, so that a
// scrape which lacks one that decides (of the right side, of both for or) makes the result unknown.
type sets struct {
	op   string
	l, r node
	on   grouping
}

func (b *sets) eval(s *scope, emit func(row)) coverage {
	left, lc := materialise(b.l, s)
	right, rc := materialise(b.r, s)
	c := coverage{why: both(lc.why, rc.settle()), hole: lc.hole}
	if b.op == "or" {
		c = coverage{why: both(lc.settle(), rc.settle())}
		b.rest(left, nil, c.why, emit)
		b.rest(right, b.presence(left, len(s.at)), c.why, emit)
		return c
	}
	there := b.presence(right, len(s.at))
	for _, r := range left {
		has := there[b.key(r)]
		r = keep(row{name: r.name, labels: r.labels, vals: r.vals, why: both(r.why, c.why)})
		for k := range r.vals {
			if (has != nil && has[k]) != (b.op == "and") {
				r.vals[k] = timeline.Absent
			}
		}
		mask(r.vals, r.why)
		emit(r)
	}
	return c
}

// rest emits the series of one side where the other side has none of their key.
func (b *sets) rest(rows []row, taken map[string][]bool, why []Reason, emit func(row)) {
	for _, r := range rows {
		has := taken[b.key(r)]
		r = keep(row{name: r.name, labels: r.labels, vals: r.vals, why: why})
		for k := range has {
			if has[k] {
				r.vals[k] = timeline.Absent
			}
		}
		mask(r.vals, why)
		emit(r)
	}
}

func (b *sets) key(r row) string {
	_, labels := b.on.apply("", r.labels)
	return string(appendKey(nil, "", labels))
}

// presence tells for each key where one of its series has a value.
func (b *sets) presence(rows []row, n int) map[string][]bool {
	out := map[string][]bool{}
	for _, r := range rows {
		key := b.key(r)
		has := out[key]
		if has == nil {
			has = make([]bool, n)
			out[key] = has
		}
		for k, v := range r.vals {
			has[k] = has[k] || !timeline.IsAbsent(v)
		}
	}
	return out
}
