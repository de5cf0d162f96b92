package mql

import (
	"math"

	"github.com/VictoriaMetrics/metricsql/binaryop"

	"roomline/timeline"
)

// operator is arithmetic or a comparison. A comparison keeps the left value where it is true, and
// gives 1 or 0 with bool.
type operator struct {
	compare bool
	bool    bool
	grows   bool // true of a value, it is true of every greater one
	named   bool // keep_metric_names
	drops   bool // of a server: where the right side has no value there is none (it was compared itself)
	fn      func(a, b float64) float64
	test    func(a, b float64) bool
}

var arithmetic = map[string]func(a, b float64) float64{
	"+": binaryop.Plus, "-": binaryop.Minus, "*": binaryop.Mul, "/": binaryop.Div, "%": binaryop.Mod, "^": binaryop.Pow,
	"atan2": binaryop.Atan2,
}

// comparisons with MetricsQL's rules for NaN: it equals itself and nothing else.
var comparisons = map[string]func(a, b float64) bool{
	"==": binaryop.Eq, "!=": binaryop.Neq, ">": binaryop.Gt, "<": binaryop.Lt, ">=": binaryop.Gte, "<=": binaryop.Lte,
}

// turned is each comparison with its sides exchanged: `5 < m` keeps the values of m.
var turned = map[string]string{"==": "==", "!=": "!=", ">": "<", "<": ">", ">=": "<=", "<=": ">="}

// newOperator is the operator of that name, false if there is none.
func newOperator(op string, withBool bool) (operator, bool) {
	if fn := arithmetic[op]; fn != nil {
		return operator{fn: fn}, true
	}
	test := comparisons[op]
	return operator{compare: true, bool: withBool, grows: op == ">" || op == ">=", test: test}, test != nil
}

// on is how the operator is applied in a scope.
func (o *operator) on(s *scope) func(a, b float64) float64 {
	if s.server {
		return o.onServer
	}
	return o.apply
}

// onServer is a op b as VictoriaMetrics has it: what is none on the right differs from every number.
func (o *operator) onServer(a, b float64) float64 {
	switch {
	case !o.compare:
		return something(o.fn(a, b))
	case a != a || o.drops && b != b:
		return timeline.Absent
	case o.bool:
		return toFloat(o.test(a, b))
	case o.test(a, b):
		return a
	}
	return timeline.Absent
}

// apply is a op b; absent operands give none.
func (o *operator) apply(a, b float64) float64 {
	if timeline.IsAbsent(a) || timeline.IsAbsent(b) {
		return timeline.Absent
	}
	switch {
	case !o.compare:
		return something(o.fn(a, b))
	case o.bool:
		return toFloat(o.test(a, b))
	case o.test(a, b):
		return a
	}
	return timeline.Absent
}

// something makes none of a NaN that was computed, as VictoriaMetrics does.
func something(v float64) float64 {
	if math.IsNaN(v) {
		return timeline.Absent
	}
	return v
}

// name is what becomes of a metric's name: a plain comparison keeps it.
func (o *operator) name(n string) string {
	if o.named || o.compare && !o.bool {
		return n
	}
	return ""
}

// withScalar is vector op scalar, or scalar op vector (left: the scalar stands there).
type withScalar struct {
	op     operator
	vector node
	scalar node
	left   bool
}

func (b *withScalar) eval(s *scope, emit func(row)) coverage {
	k, kwhy := column(b.scalar, s)
	out, apply := make([]float64, len(s.at)), b.op.on(s)
	c := b.vector.eval(s, func(r row) {
		for i, v := range r.vals {
			if b.left {
				out[i] = apply(k[i], v)
			} else {
				out[i] = apply(v, k[i])
			}
		}
		emit(row{name: b.op.name(r.name), labels: r.labels, vals: out, why: both(r.why, kwhy)})
	})
	return coverage{why: both(c.why, kwhy), hole: c.hole}
}

// scalars is scalar op scalar.
type scalars struct {
	op   operator
	l, r node
}

func (b *scalars) eval(s *scope, emit func(row)) coverage {
	x, xwhy := column(b.l, s)
	y, ywhy := column(b.r, s)
	out, apply := make([]float64, len(s.at)), b.op.on(s)
	for i := range out {
		out[i] = apply(x[i], y[i])
	}
	why := both(xwhy, ywhy)
	emit(row{vals: out, why: why})
	return coverage{why: why}
}

// number is a literal.
type number float64

func (n number) eval(s *scope, emit func(row)) coverage {
	emit(row{vals: filled(len(s.at), float64(n)), kept: true})
	return coverage{}
}

// column evaluates a scalar: one value for each position, Absent for none.
func column(n node, s *scope) ([]float64, []Reason) {
	var out []float64
	c := n.eval(s, func(r row) { out = keep(r).vals })
	if out == nil {
		out = filled(len(s.at), timeline.Absent)
	}
	return out, c.why
}

// argument is the number that a function is given at each position, nil if it takes none.
func argument(number node, s *scope) ([]float64, []Reason) {
	if number == nil {
		return nil, nil
	}
	return column(number, s)
}

// keep makes a row outlive its call.
func keep(r row) row {
	if !r.kept {
		r.vals = append(make([]float64, 0, len(r.vals)), r.vals...)
		r.kept = true
	}
	return r
}
