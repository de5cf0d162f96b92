package mql

import "roomline/timeline"

// sets is and, or, unless, and their kin: if and ifnot are and and unless that match one number with
// everything; default fills what is none on the left. What lacks a series cannot be told from what is
// not there, so that a scrape which lacks one that decides (of the right side, of both for or and
// default) makes the result unknown.
type sets struct {
	op   string
	l, r node
	on   grouping
	name bool // the metric's name counts as a label (keep_metric_names)
}

func (b *sets) eval(s *scope, emit func(row)) coverage {
	left, lc := materialise(b.l, s)
	right, rc := materialise(b.r, s)
	if b.op == "or" || b.op == "default" {
		c := coverage{why: both(lc.settle(), rc.settle())}
		if b.op == "or" {
			b.rest(left, nil, c.why, emit)
			b.rest(right, b.presence(left, len(s.at)), c.why, emit)
		} else {
			b.fill(left, right, c.why, emit)
		}
		return c
	}
	c := coverage{why: both(lc.why, rc.settle()), hole: lc.hole}
	there := b.presence(right, len(s.at))
	var all []bool // where the one number on the right has a value
	if one := single(right); one != nil && (b.op == "if" || b.op == "ifnot") {
		all = there[b.key(*one)]
	}
	for _, r := range left {
		has := there[b.key(r)]
		if has == nil {
			has = all
		}
		r = keep(row{name: r.name, labels: r.labels, vals: r.vals, why: both(r.why, c.why)})
		for k := range r.vals {
			if (has != nil && has[k]) != (b.op == "and" || b.op == "if") {
				r.vals[k] = timeline.Absent
			}
		}
		mask(r.vals, r.why)
		if s.server && len(live([]row{r})) == 0 {
			continue
		}
		emit(r)
	}
	return c
}

// fill is default: values of the right side where the left one has none.
func (b *sets) fill(left, right []row, why []Reason, emit func(row)) {
	if len(left) == 0 {
		b.rest(right, nil, why, emit)
		return
	}
	byKey := map[string][]row{}
	for _, r := range right {
		byKey[b.key(r)] = append(byKey[b.key(r)], r)
	}
	one := single(right)
	for _, r := range left {
		from := byKey[b.key(r)]
		if from == nil && one != nil {
			from = right
		}
		r = keep(row{name: r.name, labels: r.labels, vals: r.vals, why: why})
		for k, v := range r.vals {
			for i := 0; i < len(from) && timeline.IsAbsent(v); i++ {
				v = from[i].vals[k]
			}
			r.vals[k] = v
		}
		mask(r.vals, why)
		emit(r)
	}
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
	if b.name {
		return string(appendKey(nil, r.name, labels))
	}
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
