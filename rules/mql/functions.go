package mql

import (
	"math"

	"roomline/timeline"
)

// mapped applies a function to every value; the scalars beside it are evaluated first.
type mapped struct {
	arg      node
	scalars  []node
	keepName bool
	fn       func(v float64, k []float64) float64
}

// transform is a function of a value: how many scalars it takes at least and at most.
type transform struct {
	least, most int
	keepName    bool
	fn          func(v float64, k []float64) float64
}

// transforms by name.
var transforms = map[string]transform{
	"ceil":      {keepName: true, fn: func(v float64, _ []float64) float64 { return math.Ceil(v) }},
	"floor":     {keepName: true, fn: func(v float64, _ []float64) float64 { return math.Floor(v) }},
	"round":     {most: 1, keepName: true, fn: round},
	"clamp":     {least: 2, most: 2, keepName: true, fn: func(v float64, k []float64) float64 { return limit(v, k[0], k[1]) }},
	"clamp_min": {least: 1, most: 1, keepName: true, fn: func(v float64, k []float64) float64 { return limit(v, k[0], math.Inf(1)) }},
	"clamp_max": {least: 1, most: 1, keepName: true, fn: func(v float64, k []float64) float64 { return limit(v, math.Inf(-1), k[0]) }},
	"abs":       plain(math.Abs), "exp": plain(math.Exp), "sgn": plain(sign),
	"sqrt": computed(math.Sqrt), "ln": computed(math.Log), "log2": computed(math.Log2), "log10": computed(math.Log10),
	"sin": computed(math.Sin), "cos": computed(math.Cos), "tan": computed(math.Tan), "asin": computed(math.Asin),
	"acos": computed(math.Acos), "atan": computed(math.Atan), "sinh": computed(math.Sinh), "cosh": computed(math.Cosh),
	"tanh": computed(math.Tanh), "asinh": computed(math.Asinh), "acosh": computed(math.Acosh), "atanh": computed(math.Atanh),
	"deg": plain(func(v float64) float64 { return v * 180 / math.Pi }),
	"rad": plain(func(v float64) float64 { return v * math.Pi / 180 }),
}

// plain leaves a written NaN one, computed makes none of a NaN.
func plain(fn func(float64) float64) transform {
	return transform{fn: func(v float64, _ []float64) float64 { return fn(v) }}
}

func computed(fn func(float64) float64) transform {
	return transform{fn: func(v float64, _ []float64) float64 { return something(fn(v)) }}
}

func sign(v float64) float64 {
	if v == 0 || math.IsNaN(v) {
		return v
	}
	return math.Copysign(1, v)
}

// limit keeps a written NaN a NaN.
func limit(v, low, high float64) float64 {
	if v > high {
		v = high
	}
	if v < low {
		v = low
	}
	return v
}

// round goes to the nearest multiple (of 1), halves away from zero as VictoriaMetrics does. Multiples
// below 1 are built from their inverse, so that round(x, 0.1) prints as it should.
func round(v float64, k []float64) float64 {
	nearest := 1.0
	if len(k) > 0 {
		nearest = k[0]
	}
	if inv := math.Round(1 / nearest); nearest < 1 && math.Abs(inv*nearest-1) < 1e-12 {
		return something(math.Round(v*inv) / inv)
	}
	return something(math.Round(v/nearest) * nearest)
}

func (m *mapped) eval(s *scope, emit func(row)) coverage {
	var why []Reason
	cols := make([][]float64, len(m.scalars))
	for i, n := range m.scalars {
		var w []Reason
		cols[i], w = column(n, s)
		why = both(why, w)
	}
	out, k := make([]float64, len(s.at)), make([]float64, len(cols))
	c := m.arg.eval(s, func(r row) {
		for i, v := range r.vals {
			out[i] = m.at(v, i, cols, k)
		}
		x := row{labels: r.labels, vals: out, why: both(r.why, why)}
		if m.keepName {
			x.name = r.name
		}
		emit(x)
	})
	return coverage{why: both(c.why, why), hole: c.hole}
}

func (m *mapped) at(v float64, i int, cols [][]float64, k []float64) float64 {
	if timeline.IsAbsent(v) {
		return v
	}
	for j, col := range cols {
		if k[j] = col[i]; timeline.IsAbsent(k[j]) {
			return timeline.Absent
		}
	}
	return m.fn(v, k)
}

// shifted is `arg offset d`, d may be negative.
type shifted struct {
	arg    node
	offset length
}

func (o *shifted) eval(s *scope, emit func(row)) coverage {
	return o.arg.eval(s.shift(o.offset.of(s.stepLength())), emit)
}

// regrid stands between an expression and its offset or @. A server looks at the expression on its
// own grid there, as for a subquery.
type regrid struct{ arg node }

func (g *regrid) eval(s *scope, emit func(row)) coverage {
	if s.server {
		o := over{fn: rollupFuncs["default_rollup"], arg: g.arg, window: oneStep, step: oneStep}
		return o.onServer(s, emit)
	}
	return g.arg.eval(s, emit)
}

// absent is absent(arg): 1 where the argument has no value, and nothing else tells more: a scrape
// that was not taken makes it unknown.
type absent struct {
	arg    node
	labels []timeline.Label
}

func (a *absent) eval(s *scope, emit func(row)) coverage { return absentOf(a.arg, a.labels, s, emit) }

func absentOf(arg node, labels []timeline.Label, s *scope, emit func(row)) coverage {
	out := filled(len(s.at), 1)
	c := arg.eval(s, func(r row) {
		for k, v := range r.vals {
			if !timeline.IsAbsent(v) {
				out[k] = timeline.Absent
			}
		}
	})
	mask(out, c.why)
	emit(row{labels: labels, vals: out, why: c.why})
	return coverage{why: c.why}
}

// scalar is scalar(arg): the value where there is exactly one series, else none.
type scalar struct{ arg node }

func (n *scalar) eval(s *scope, emit func(row)) coverage {
	out, count := filled(len(s.at), timeline.Absent), make([]int, len(s.at))
	rows := 0
	c := n.arg.eval(s, func(r row) {
		rows++
		for k, v := range r.vals {
			if !timeline.IsAbsent(v) {
				out[k] = v
				count[k]++
			}
		}
	})
	why := c.settle()
	if s.server && rows > 1 { // there, series count, though they never have a value at once
		clear(count)
	}
	for k, n := range count {
		if n != 1 {
			out[k] = timeline.Absent
		}
	}
	mask(out, why)
	emit(row{vals: out, why: why})
	return coverage{why: why}
}

// clock is time(): the time asked about, in seconds. It never reads a clock.
type clock struct{}

func (clock) eval(s *scope, emit func(row)) coverage {
	out := make([]float64, len(s.at))
	for k, t := range s.at {
		out[k] = float64(t) / 1e9
	}
	emit(row{vals: out})
	return coverage{}
}
