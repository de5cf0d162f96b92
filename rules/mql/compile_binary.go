package mql

import (
	"strings"

	"github.com/VictoriaMetrics/metricsql"
)

func (c *compiler) binary(e *metricsql.BinaryOpExpr) (node, error) {
	op := strings.ToLower(e.Op)
	switch {
	case e.FillLeft != nil || e.FillRight != nil:
		return nil, c.refuse("fill", "fill is not available offline; it would invent values")
	case op == "==" || op == "!=":
		if list := listOf(e.Right); list != nil {
			return c.among(e.Left, list, op == "!=")
		} else if list := listOf(e.Left); list != nil {
			return c.among(e.Right, list, op == "!=")
		}
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
	switch op {
	case "and", "or", "unless", "if", "ifnot", "default":
		return &sets{op: op, l: l, r: r, on: on, name: e.KeepMetricNames && on.without}, nil
	}
	o, ok := newOperator(op, e.Bool)
	if !ok {
		return nil, c.unavailable("operator", op)
	}
	o.named, o.drops = e.KeepMetricNames, o.compare && compares(r)
	return c.operation(e, o, l, r, on)
}

// listOf are the members of (1, 2, 3), nil if it is no list.
func listOf(e metricsql.Expr) []metricsql.Expr {
	if f, ok := e.(*metricsql.FuncExpr); ok && (f.Name == "" || strings.EqualFold(f.Name, "union")) {
		return f.Args
	}
	return nil
}

func (c *compiler) among(of metricsql.Expr, list []metricsql.Expr, not bool) (node, error) {
	arg, err := c.compile(of)
	if err != nil {
		return nil, err
	}
	u, err := c.union(list)
	if err != nil {
		return nil, err
	}
	return &among{arg: arg, list: u.(*union).args, not: not}, nil
}

// compares says whether an expression is a comparison of series.
func compares(n node) bool {
	switch n := n.(type) {
	case *shifted:
		return compares(n.arg)
	case *fixedAt:
		return compares(n.arg)
	case *regrid:
		return compares(n.arg)
	case *withScalar:
		return n.op.compare
	case *vectors:
		return n.op.compare
	case *among:
		return true
	}
	return false
}

func (c *compiler) operation(e *metricsql.BinaryOpExpr, o operator, l, r node, on grouping) (node, error) {
	switch {
	case isScalar(l) && isScalar(r):
		return &scalars{o, l, r}, nil
	case isScalar(r):
		return &withScalar{op: o, vector: l, scalar: r}, nil
	case isScalar(l) && o.compare:
		turn, _ := newOperator(turned[e.Op], o.bool)
		turn.named, o = o.named, turn
		return &withScalar{op: o, vector: r, scalar: l}, nil
	case isScalar(l):
		return &withScalar{op: o, vector: r, scalar: l, left: true}, nil
	}
	many := map[string]int{"group_left": -1, "group_right": 1}[strings.ToLower(e.JoinModifier.Op)]
	include := sorted(e.JoinModifier.Args)
	prefix := ""
	if e.JoinModifierPrefix != nil {
		prefix = e.JoinModifierPrefix.S
	}
	return &vectors{op: o, l: l, r: r, on: on, matched: e.GroupModifier.Op != "", many: many, include: include, prefix: prefix}, nil
}
