package mql

import (
	"strings"

	"github.com/VictoriaMetrics/metricsql"
)

// instead says what to write for what is refused.
var instead = map[string]string{
	"if": "use and", "ifnot": "use unless", "default": "it would invent values where nothing was seen; use or",
	"atan2": "", "keep_last_value": "it would invent values", "keep_next_value": "it would invent values",
	"interpolate": "it would invent values", "now": "the answer would depend on today; use time()",
	"rand": "the answer would change", "rand_normal": "the answer would change", "rand_exponential": "the answer would change",
	"increase_pure": "use increase", "increase_prometheus": "use increase", "rate_prometheus": "use rate",
	"changes_prometheus": "use changes", "delta_prometheus": "use delta", "idelta": "use delta or irate", "ideriv": "use irate",
	"default_rollup": "use last_over_time", "median_over_time": "use min_over_time, avg_over_time or max_over_time",
	"quantile_over_time": "use min_over_time, avg_over_time or max_over_time", "range_over_time": "use max_over_time - min_over_time",
	"increases_over_time": "use changes", "decreases_over_time": "use resets", "union": "use or",
	"label_match": "use a matcher in the selector", "label_mismatch": "use a matcher in the selector",
	"histogram_quantiles": "use histogram_quantile once for each", "sort": "answers are sorted by their labels",
	"sort_desc": "answers are sorted by their labels",
}

// unavailable refuses a function or an operator by name.
func (c *compiler) unavailable(what, name string) error {
	hint, ok := instead[name]
	switch {
	case name == "":
		return c.x.fault(-1, "lists of expressions (a, b) are not available offline; use or")
	case strings.HasPrefix(name, "range_") && !ok || strings.HasPrefix(name, "running_"):
		hint = "it would depend on the range that is asked for; use a window, as in max_over_time(m[5m])"
	case !ok && metricsql.IsRollupFunc(name):
		hint = "there are rate, irate, increase, delta, changes, resets and min/max/avg/sum/count/first/last/present/absent_over_time"
	}
	if hint != "" {
		hint = "; " + hint
	}
	return c.refuse(name, "%s %s is not available offline%s", what, name, hint)
}

func (c *compiler) function(e *metricsql.FuncExpr) (node, error) {
	name := strings.ToLower(e.Name)
	if e.KeepMetricNames {
		return nil, c.refuse("keep_metric_names", "keep_metric_names is not available offline")
	}
	if rollupFuncs[name] != nil || name == "absent_over_time" {
		return c.rollup(name, e.Args)
	}
	if t, ok := transforms[name]; ok {
		if n := len(e.Args) - 1; n < t.least || n > t.most {
			return nil, c.refuse(name, "%s takes another number of arguments", name)
		}
		m := &mapped{keepName: t.keepName, fn: t.fn}
		var err error
		if m.arg, err = c.compile(e.Args[0]); err != nil {
			return nil, err
		}
		for _, a := range e.Args[1:] {
			n, err := c.number(a, name)
			if err != nil {
				return nil, err
			}
			m.scalars = append(m.scalars, n)
		}
		return m, nil
	}
	return c.special(name, e.Args)
}

// special are the functions that are nodes of their own.
func (c *compiler) special(name string, args []metricsql.Expr) (node, error) {
	want, ok := map[string]int{"absent": 1, "scalar": 1, "vector": 1, "time": 0, "histogram_quantile": 2}[name]
	if !ok {
		return nil, c.unavailable("function", name)
	}
	if len(args) != want {
		return nil, c.refuse(name, "%s takes %d arguments", name, want)
	}
	switch name {
	case "time":
		return clock{}, nil
	case "vector":
		n, err := c.number(args[0], name)
		return &asVector{n}, err
	case "histogram_quantile":
		phi, err := c.number(args[0], name)
		if err != nil {
			return nil, err
		}
		arg, err := c.vector(args[1], name)
		return &quantile{phi, arg}, err
	}
	arg, err := c.vector(args[0], name)
	if err != nil {
		return nil, err
	}
	if name == "scalar" {
		return &scalar{arg}, nil
	}
	a := &absent{arg: arg}
	if sel, ok := arg.(*selector); ok {
		a.labels = sel.constants()
	}
	return a, nil
}

// asVector is vector(number).
type asVector struct{ arg node }

func (v *asVector) eval(s *scope, emit func(row)) coverage { return v.arg.eval(s, emit) }

func (c *compiler) binary(e *metricsql.BinaryOpExpr) (node, error) {
	op := strings.ToLower(e.Op)
	switch {
	case e.KeepMetricNames:
		return nil, c.refuse("keep_metric_names", "keep_metric_names is not available offline")
	case e.FillLeft != nil || e.FillRight != nil:
		return nil, c.refuse("fill", "fill is not available offline; it would invent values")
	case e.JoinModifierPrefix != nil:
		return nil, c.refuse("prefix", "prefix is not available offline")
	}
	l, err := c.compile(e.Left)
	if err != nil {
		return nil, err
	}
	r, err := c.compile(e.Right)
	if err != nil {
		return nil, err
	}
	on := grouping{without: !strings.EqualFold(e.GroupModifier.Op, "on"), labels: sorted(e.GroupModifier.Args)}
	if op == "and" || op == "or" || op == "unless" {
		return &sets{op: op, l: l, r: r, on: on}, nil
	}
	o, ok := newOperator(op, e.Bool)
	if !ok {
		return nil, c.unavailable("operator", op)
	}
	return c.operation(e, o, l, r, on)
}

func (c *compiler) operation(e *metricsql.BinaryOpExpr, o operator, l, r node, on grouping) (node, error) {
	switch {
	case isScalar(l) && isScalar(r):
		return &scalars{o, l, r}, nil
	case isScalar(r):
		return &withScalar{op: o, vector: l, scalar: r}, nil
	case isScalar(l) && o.compare:
		o, _ = newOperator(turned[e.Op], o.bool)
		return &withScalar{op: o, vector: r, scalar: l}, nil
	case isScalar(l):
		return &withScalar{op: o, vector: r, scalar: l, left: true}, nil
	}
	many := map[string]int{"group_left": -1, "group_right": 1}[strings.ToLower(e.JoinModifier.Op)]
	include := sorted(e.JoinModifier.Args)
	for _, n := range include {
		if n == "*" {
			return nil, c.refuse("group_", "group_left(*) is not available offline; list the labels")
		}
	}
	return &vectors{op: o, l: l, r: r, on: on, matched: e.GroupModifier.Op != "", many: many, include: include}, nil
}

// allowPartial marks the rollups that may be judged from a part of their window where freshness is
// asked: those whose value only grows with what was seen, under > and >= a number, sum, max, and
// and or. changes(m[1m]) < 3 may not.
func allowPartial(n node) {
	switch n := n.(type) {
	case *rollup:
		n.partial = n.fn.lower
	case *aggregate:
		if n.op == "sum" || n.op == "max" {
			allowPartial(n.arg)
		}
	case *withScalar:
		_, constant := n.scalar.(number)
		if constant && n.op.grows && !n.op.bool {
			allowPartial(n.vector)
		}
	case *sets:
		if n.op != "unless" {
			allowPartial(n.l)
			allowPartial(n.r)
		}
	case *shifted:
		allowPartial(n.arg)
	}
}
