package mql

import (
	"strings"

	"github.com/VictoriaMetrics/metricsql"
)

// instead says what to write for what is refused, or why it is.
var instead = map[string]string{
	"keep_last_value": "it would invent values", "keep_next_value": "it would invent values", "interpolate": "it would invent values",
	"now": "the answer would depend on today; use time()", "rand": "the answer would change", "rand_normal": "the answer would change",
	"rand_exponential": "the answer would change", "histogram_quantiles": "use histogram_quantile once for each",
	"sort": sorting, "sort_desc": sorting, "sort_by_label": sorting, "sort_by_label_desc": sorting, "sort_by_label_numeric": sorting,
	"sort_by_label_numeric_desc": sorting, "range_quantile": "use quantile_over_time", "range_median": "use median_over_time",
	"rollup": "use min_over_time, avg_over_time and max_over_time", "aggr_over_time": "use each function by itself",
	"quantiles_over_time": "use quantile_over_time once for each", "topk_avg": "use topk over avg_over_time",
	"topk_max": "use topk over max_over_time", "topk_min": "use topk over min_over_time", "label_map": "use label_replace",
	"label_transform": "use label_replace", "rollup_rate": "use rate", "rollup_increase": "use increase",
	"rollup_delta": "use delta", "rollup_deriv": "use deriv",
}

const sorting = "answers are sorted by their labels"

// unavailable refuses a function or an operator by name.
func (c *compiler) unavailable(what, name string) error {
	if name == "range_quantile" && c.x.find(name) < 0 {
		name = "range_median" // the parser has made the one of the other
	}
	hint := instead[name]
	if hint == "" && metricsql.IsRollupFunc(name) {
		hint = "there are " + every(rollupFuncs, map[string]bool{"absent_over_time": true})
	}
	if hint != "" {
		hint = "; " + hint
	}
	return c.refuse(name, "%s %s is not available offline%s", what, name, hint)
}

func (c *compiler) function(e *metricsql.FuncExpr) (node, error) {
	name := strings.ToLower(e.Name)
	if rollupFuncs[name] != nil || name == "absent_over_time" {
		return c.rollup(e, name)
	}
	if t, ok := transforms[name]; ok {
		return c.transform(e, name, t)
	}
	if f, ok := labelFuncs[name]; ok {
		return c.labels(e.Args, name, f.least, f.pairs, f.make)
	}
	if r, ok := rangedFuncs[name]; ok {
		arg, err := c.only(e.Args, name)
		r.arg = arg
		return &r, err
	}
	if fn, ok := edges[name]; ok {
		if len(e.Args) > 0 {
			return nil, c.refuse(name, "%s takes no arguments", name)
		}
		return fn, nil
	}
	if name == "" || name == "union" {
		return c.union(e.Args)
	}
	return c.special(name, e.Args)
}

func (c *compiler) transform(e *metricsql.FuncExpr, name string, t transform) (node, error) {
	if n := len(e.Args) - 1; n < t.least || n > t.most {
		return nil, c.refuse(name, "%s takes another number of arguments", name)
	}
	m := &mapped{keepName: t.keepName || e.KeepMetricNames, fn: t.fn}
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

// only compiles the one argument of a function of series.
func (c *compiler) only(args []metricsql.Expr, name string) (node, error) {
	if len(args) != 1 {
		return nil, c.refuse(name, "%s takes one argument", name)
	}
	return c.compile(args[0])
}

func (c *compiler) union(args []metricsql.Expr) (node, error) {
	if len(args) == 0 {
		return nil, c.x.fault(-1, "an empty list, () or union(), is no value")
	}
	u := &union{}
	for _, a := range args {
		n, err := c.compile(a)
		if err != nil {
			return nil, err
		}
		u.args = append(u.args, n)
	}
	return u, nil
}

func (c *compiler) labels(args []metricsql.Expr, name string, least int, pairs bool, make func([]string) (func(labels) (labels, bool), error)) (node, error) {
	if len(args) == 0 {
		return nil, c.refuse(name, "%s needs series and the names of labels", name)
	}
	arg, err := c.vector(args[0], name)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, a := range args[1:] {
		s, ok := a.(*metricsql.StringExpr)
		if !ok {
			return nil, c.refuse(name, "%s takes texts in quotes behind its series", name)
		}
		texts = append(texts, s.S)
	}
	if len(texts) < least || pairs && len(texts)%2 != 0 || name == "label_replace" && len(texts) > 4 || strings.HasSuffix(name, "match") && len(texts) > 2 {
		return nil, c.refuse(name, "%s takes another number of arguments", name)
	}
	rewrite, err := make(texts)
	if err != nil {
		return nil, c.refuse(name, "%s: %v", name, err)
	}
	return &labelled{arg, rewrite}, nil
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
	case *regrid:
		allowPartial(n.arg)
	}
}
