package ingest

import (
	"slices"

	"roomline/timeline"
)

// merge adds what a later part of the same stream printed.
func (g *gauges) merge(o *gauges) {
	for j := range o.ranks {
		src := &o.ranks[j]
		if len(src.at) == 0 {
			continue
		}
		r := g.of(src.rank)
		from := r.behind(src.at)
		r.mergeFirst(src, from, g.share)
		r.appendFrom(src, from, g.share)
		for k := range src.fields {
			if n := src.fields[k].writes; n > 0 {
				r.field(src.fields[k].name, k).writes += n
			}
		}
	}
}

// behind is how many of some seconds do not lie behind all that are known: those of a part mostly do.
func (r *rankGauges) behind(at []timeline.Time) int {
	if len(r.at) == 0 {
		return 0
	}
	next := r.at[len(r.at)-1].Floor(timeline.Second) + timeline.Second
	n, _ := slices.BinarySearch(at, next)
	return n
}

// mergeFirst adds the first n seconds of a part, one by one.
func (r *rankGauges) mergeFirst(src *rankGauges, n int, share float64) {
	for i, at := range src.at[:n] {
		to := r.second(at, share)
		for k := range src.fields {
			s := &src.fields[k]
			if i < len(s.last) && !timeline.IsAbsent(s.last[i]) {
				r.field(s.name, k).write(to, s.last[i], share)
			}
		}
	}
}

// appendFrom adds the seconds of a part from one on, which lie behind all others.
func (r *rankGauges) appendFrom(src *rankGauges, from int, share float64) {
	before := len(r.at)
	r.at = append(room(r.at, len(src.at)-from, share), src.at[from:]...)
	for k := range src.fields {
		s := &src.fields[k]
		values := s.last[min(from, len(s.last)):]
		if !slices.ContainsFunc(values, func(v float64) bool { return !timeline.IsAbsent(v) }) {
			continue
		}
		f := r.field(s.name, k)
		f.last = room(f.last, before-len(f.last)+len(values), share)
		for len(f.last) < before {
			f.last = append(f.last, timeline.Absent)
		}
		f.last = append(f.last, values...)
	}
}
