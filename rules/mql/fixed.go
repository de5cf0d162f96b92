package mql

import (
	"math"

	"roomline/timeline"
)

// fixedAt is `arg @ time`: what it was at one moment, said of every one.
type fixedAt struct{ arg, at node }

func (f *fixedAt) eval(s *scope, emit func(row)) coverage {
	n := len(s.at)
	at, why := column(f.at, s)
	moment, reason := math.NaN(), ScrapeGap
	for k, v := range at {
		if why != nil && why[k] != Known {
			reason = why[k]
		} else if v == v {
			moment = v
			break
		}
	}
	if moment != moment || math.Abs(moment) > 1e10 { // no moment of this world
		return coverage{why: everywhere(n, reason)}
	}
	t := timeline.Time(math.Trunc(moment*1e3)) * 1e6
	in := s.sub([]timeline.Time{t})
	in.from, in.to = t, t
	in.look(s.readers(), notHeld)
	c := f.arg.eval(in, func(r row) {
		x := row{name: r.name, labels: r.labels, vals: filled(n, r.vals[0]), kept: true}
		if r.why != nil {
			x.why = everywhere(n, r.why[0])
		}
		emit(x)
	})
	var out coverage
	if c.why != nil && c.why[0] != Known {
		out.why = everywhere(n, c.why[0])
	}
	if c.hole != nil && c.hole[0] {
		out.hole = make([]bool, n)
		for k := range out.hole {
			out.hole[k] = true
		}
	}
	return out
}

// edge is start(), end(), step() or pi(): a number that the question gives.
type edge func(s *scope) float64

var edges = map[string]edge{
	"start": func(s *scope) float64 { return seconds(s.from) },
	"end":   func(s *scope) float64 { return seconds(s.to) },
	"step":  func(s *scope) float64 { return seconds(s.stepLength()) },
	"pi":    func(*scope) float64 { return math.Pi },
}

func (e edge) eval(s *scope, emit func(row)) coverage {
	emit(row{vals: filled(len(s.at), e(s)), kept: true})
	return coverage{}
}
