package mql

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/VictoriaMetrics/metricsql"
)

// compiler turns the parser's tree into nodes and refuses what has none.
type compiler struct {
	x    *expansion
	sels []*selector
}

func (c *compiler) refuse(name, format string, args ...any) error {
	return c.x.fault(c.x.find(name), fmt.Sprintf(format, args...))
}

func (c *compiler) compile(e metricsql.Expr) (node, error) {
	switch e := e.(type) {
	case *metricsql.MetricExpr:
		return c.selector(e)
	case *metricsql.RollupExpr:
		return c.modified(e)
	case *metricsql.FuncExpr:
		return c.function(e)
	case *metricsql.AggrFuncExpr:
		return c.aggregate(e)
	case *metricsql.BinaryOpExpr:
		return c.binary(e)
	case *metricsql.NumberExpr:
		return number(e.N), nil
	case *metricsql.DurationExpr:
		d, err := c.length(e, true)
		if d.steps {
			return edge(func(s *scope) float64 { return seconds(d.of(s.stepLength())) }), err
		}
		return number(seconds(d.fixed)), err
	case *metricsql.StringExpr:
		return nil, c.x.fault(-1, fmt.Sprintf("the text %q is no value", e.S))
	}
	return nil, c.x.fault(-1, fmt.Sprintf("%s is not available offline", e.AppendString(nil)))
}

func (c *compiler) selector(e *metricsql.MetricExpr) (node, error) {
	if e.IsEmpty() {
		return nil, c.refuse("{", "a selector needs a name or a matcher")
	}
	s, err := newSelector(e)
	if err != nil {
		return nil, c.x.fault(-1, err.Error())
	}
	c.sels = append(c.sels, s)
	return s, nil
}

// modified is what stands before [w], offset and @, outside of a rollup.
func (c *compiler) modified(e *metricsql.RollupExpr) (node, error) {
	if e.Window != nil || e.ForSubquery() {
		return nil, c.refuse("[", "a window needs a function around it, as in last_over_time(m[1m])")
	}
	arg, err := c.compile(e.Expr)
	if err != nil {
		return nil, err
	}
	if _, plain := arg.(*selector); !plain {
		arg = &regrid{arg}
	}
	return c.moved(e, arg)
}

// moved adds offset and @. As in MetricsQL the offset counts from the moment of the @.
func (c *compiler) moved(e *metricsql.RollupExpr, arg node) (node, error) {
	if e.Offset != nil {
		d, err := c.length(e.Offset, true)
		if err != nil {
			return nil, err
		}
		arg = &shifted{arg, d}
	}
	if e.At == nil {
		return arg, nil
	}
	at, err := c.number(e.At, "@")
	if err != nil {
		return nil, err
	}
	if !constant(at) {
		return nil, c.refuse("@", "@ needs one moment: a number, start() or end(), or what is computed from them")
	}
	return &fixedAt{arg, at}, nil
}

// constant says whether a number is the same at every position.
func constant(n node) bool {
	same := true
	walk(n, func(n node) {
		switch n.(type) {
		case number, edge, *scalars, *mapped:
		default:
			same = false
		}
	})
	return same
}

func (c *compiler) aggregate(e *metricsql.AggrFuncExpr) (node, error) {
	name := strings.ToLower(e.Name)
	join, gather := aggregates[name], gathering[name]
	if join == nil && gather.one == nil && gather.choose == nil {
		return nil, c.refuse(name, "the aggregate %s is not available offline; there are %s", name, every(aggregates, gathering))
	}
	if e.Limit > 0 {
		return nil, c.refuse("limit", "limit is not available offline; use topk or limitk")
	}
	by := grouping{without: strings.EqualFold(e.Modifier.Op, "without"), labels: sorted(e.Modifier.Args)}
	args := e.Args
	var num node
	if gather.number {
		if len(args) != 2 {
			return nil, c.refuse(name, "%s takes a number and series", name)
		}
		var err error
		if num, err = c.number(args[0], name); err != nil {
			return nil, err
		}
		args = args[1:]
	}
	arg, err := c.series(args, name)
	if err != nil {
		return nil, err
	}
	if join != nil {
		return &aggregate{op: name, by: by, arg: arg, joining: join}, nil
	}
	return &gathered{by: by, arg: arg, number: num, one: gather.one, choose: gather.choose}, nil
}

// every lists names, sorted.
func every[A, B any](a map[string]A, b map[string]B) string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(names)
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// series compiles one or several arguments that must have series.
func (c *compiler) series(args []metricsql.Expr, of string) (node, error) {
	if len(args) == 0 {
		return nil, c.refuse(of, "%s needs series", of)
	}
	var all []node
	for _, a := range args {
		n, err := c.vector(a, of)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return &union{all}, nil
}

func sorted(names []string) []string {
	out := slices.Clone(names)
	slices.Sort(out)
	return slices.Compact(out)
}

// vector compiles what must have series.
func (c *compiler) vector(e metricsql.Expr, of string) (node, error) {
	n, err := c.compile(e)
	if err == nil && isScalar(n) {
		err = c.refuse(of, "%s needs series, not a number", of)
	}
	return n, err
}

// number compiles what must be one number.
func (c *compiler) number(e metricsql.Expr, of string) (node, error) {
	n, err := c.compile(e)
	if err == nil && !isScalar(n) {
		err = c.refuse(of, "%s needs a number here; make one of a series with scalar()", of)
	}
	return n, err
}

func isScalar(n node) bool {
	switch n := n.(type) {
	case number, *scalars, *scalar, clock, edge:
		return true
	case *mapped:
		return isScalar(n.arg)
	case *shifted:
		return isScalar(n.arg)
	case *fixedAt:
		return isScalar(n.arg)
	case *regrid:
		return isScalar(n.arg)
	}
	return false
}
