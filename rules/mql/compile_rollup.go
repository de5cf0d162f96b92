package mql

import "github.com/VictoriaMetrics/metricsql"

// rollup compiles fn(selector[w] offset d) and fn(expression[w:step] offset d).
func (c *compiler) rollup(f *metricsql.FuncExpr, name string) (node, error) {
	fn, at := rollupFuncs[name], metricsql.GetRollupArgIdx(f)
	want := 1
	if fn != nil && fn.number {
		want = 2
	}
	if len(f.Args) != want {
		return nil, c.refuse(name, "%s takes %s", name, []string{"one selector with a window", "a selector with a window, and a number"}[want-1])
	}
	e, ok := f.Args[at].(*metricsql.RollupExpr)
	if !ok {
		e = &metricsql.RollupExpr{Expr: f.Args[at]}
	}
	var num node
	var err error
	if want == 2 {
		if num, err = c.number(f.Args[1-at], name); err != nil {
			return nil, err
		}
	}
	window, err := c.window(e)
	if err != nil {
		return nil, err
	}
	var n node
	if m, ok := e.Expr.(*metricsql.MetricExpr); ok && !e.ForSubquery() {
		n, err = c.overSelector(m, fn, window, num, f.KeepMetricNames)
	} else {
		n, err = c.overExpression(e, name, fn, window, num, f.KeepMetricNames)
	}
	if err != nil {
		return nil, err
	}
	return c.moved(e, n)
}

func (c *compiler) window(e *metricsql.RollupExpr) (length, error) {
	if e.Window == nil {
		return oneStep, nil
	}
	w, err := c.length(e.Window, false)
	if err == nil && !w.steps && w.fixed == 0 {
		err = c.refuse("[", "the window is empty")
	}
	return w, err
}

func (c *compiler) overSelector(m *metricsql.MetricExpr, fn *rollupFunc, w length, num node, keepName bool) (node, error) {
	sel, err := c.selector(m)
	if err != nil {
		return nil, err
	}
	s := sel.(*selector)
	if fn == nil {
		there := &rollup{fn: rollupFuncs["present_over_time"], arg: s, window: w}
		return &absent{there, s.constants()}, nil
	}
	return &rollup{fn: fn, arg: s, window: w, number: num, keepName: keepName}, nil
}

// overExpression compiles a subquery. A counter's rollup over an expression is a mistake nearly
// always, since sums and the like hide resets; who writes a step means it.
func (c *compiler) overExpression(e *metricsql.RollupExpr, name string, fn *rollupFunc, w length, num node, keepName bool) (node, error) {
	if e.Step == nil && fn != nil && fn.counter {
		return nil, c.refuse(name, "%s needs a selector in its brackets, not an expression: put %s inside, as in sum(%s(m[1m])), "+
			"or name a step, as in %s(sum(m)[1m:10s])", name, name, name, name)
	}
	step := oneStep
	var err error
	if e.Step != nil {
		if step, err = c.length(e.Step, false); err == nil && !step.steps && step.fixed == 0 {
			err = c.refuse("[", "the step of a subquery is empty")
		}
	}
	if err != nil {
		return nil, err
	}
	arg, err := c.compile(e.Expr)
	if err != nil {
		return nil, err
	}
	if fn == nil {
		return &absent{arg: &over{fn: rollupFuncs["present_over_time"], arg: arg, window: w, step: step}}, nil
	}
	return &over{fn: fn, arg: arg, window: w, step: step, number: num, keepName: keepName}, nil
}
