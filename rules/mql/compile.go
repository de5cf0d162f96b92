package mql

import (
	"fmt"
	"slices"
	"strings"
	"time"

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
		d, err := c.duration(e, true)
		return number(d.Seconds()), err
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

// duration refuses what is counted in steps: scrapes have none.
func (c *compiler) duration(e *metricsql.DurationExpr, negative bool) (time.Duration, error) {
	text := string(e.AppendString(nil))
	ms := e.Duration(1 << 20)
	if ms != e.Duration(1<<21) {
		return 0, c.refuse(text, "the duration %s counts steps, and scrapes have none; write seconds", text)
	}
	if ms < 0 && !negative {
		return 0, c.refuse(text, "the duration %s is negative", text)
	}
	const longest = int64(10*365*24*time.Hour) / 1e6
	if ms > longest || ms < -longest {
		return 0, c.refuse(text, "the duration %s is longer than ten years", text)
	}
	return time.Duration(ms) * time.Millisecond, nil
}

// modified is what stands before [w], offset and @, outside of a rollup.
func (c *compiler) modified(e *metricsql.RollupExpr) (node, error) {
	if err := c.noSubquery(e); err != nil {
		return nil, err
	}
	if e.Window != nil {
		return nil, c.refuse("[", "a window needs a function around it, as in last_over_time(m[1m])")
	}
	arg, err := c.compile(e.Expr)
	if err != nil {
		return nil, err
	}
	return c.offset(e, arg)
}

func (c *compiler) noSubquery(e *metricsql.RollupExpr) error {
	_, plain := e.Expr.(*metricsql.MetricExpr)
	switch {
	case e.At != nil:
		return c.refuse("@", "the modifier @ is not available offline; ask at that time, or use offset")
	case e.Step != nil || e.InheritStep:
		return c.refuse("[", "subqueries (m[5m:1m]) are not available offline; use m[5m]")
	case e.Window != nil && !plain:
		return c.refuse("[", "subqueries (a window over an expression) are not available offline; put the window on the selector")
	}
	return nil
}

func (c *compiler) offset(e *metricsql.RollupExpr, arg node) (node, error) {
	if e.Offset == nil {
		return arg, nil
	}
	d, err := c.duration(e.Offset, true)
	return &shifted{arg, d}, err
}

// rollup compiles fn(m[w] offset d).
func (c *compiler) rollup(name string, args []metricsql.Expr) (node, error) {
	if len(args) != 1 {
		return nil, c.refuse(name, "%s takes one selector with a window", name)
	}
	e, ok := args[0].(*metricsql.RollupExpr)
	if !ok {
		if _, plain := args[0].(*metricsql.MetricExpr); plain {
			return nil, c.refuse(name, "%s needs a window, as in %s(m[1m])", name, name)
		}
		return nil, c.refuse(name, "%s needs a selector in its brackets, not an expression: put %s inside", name, name)
	}
	if err := c.noSubquery(e); err != nil {
		return nil, err
	}
	m, ok := e.Expr.(*metricsql.MetricExpr)
	if !ok || e.Window == nil {
		return nil, c.refuse(name, "%s needs a selector with a window, as in %s(m[1m])", name, name)
	}
	w, err := c.duration(e.Window, false)
	if err == nil && w == 0 {
		err = c.refuse("[", "the window is empty")
	}
	if err != nil {
		return nil, err
	}
	sel, err := c.selector(m)
	if err != nil {
		return nil, err
	}
	if name == "absent_over_time" {
		return c.offset(e, &absentOver{sel.(*selector), w})
	}
	return c.offset(e, &rollup{fn: rollupFuncs[name], arg: sel.(*selector), window: w})
}

func (c *compiler) aggregate(e *metricsql.AggrFuncExpr) (node, error) {
	name := strings.ToLower(e.Name)
	join := aggregates[name]
	switch {
	case join == nil:
		return nil, c.refuse(name, "the aggregate %s is not available offline; there are avg, count, max, min and sum", name)
	case e.Limit > 0:
		return nil, c.refuse("limit", "limit is not available offline")
	case len(e.Args) != 1:
		return nil, c.refuse(name, "%s takes one argument; join several with or", name)
	}
	arg, err := c.vector(e.Args[0], name)
	if err != nil {
		return nil, err
	}
	by := grouping{without: strings.EqualFold(e.Modifier.Op, "without"), labels: sorted(e.Modifier.Args)}
	return &aggregate{op: name, by: by, arg: arg, join: join}, nil
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
	case number, *scalars, *scalar, clock:
		return true
	case *mapped:
		return isScalar(n.arg)
	case *shifted:
		return isScalar(n.arg)
	}
	return false
}
