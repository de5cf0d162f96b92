package mql

// children are the nodes that a node is made of.
func children(n node) []node {
	switch n := n.(type) {
	case *rollup:
		return some(n.arg, n.number)
	case *over:
		return some(n.arg, n.number)
	case *shifted:
		return some(n.arg)
	case *regrid:
		return some(n.arg)
	case *fixedAt:
		return some(n.arg, n.at)
	case *ranged:
		return some(n.arg)
	case *aggregate:
		return some(n.arg)
	case *gathered:
		return some(n.arg, n.number)
	case *labelled:
		return some(n.arg)
	case *mapped:
		return append(some(n.arg), n.scalars...)
	case *absent:
		return some(n.arg)
	case *scalar:
		return some(n.arg)
	case *asVector:
		return some(n.arg)
	case *quantile:
		return some(n.phi, n.arg)
	case *union:
		return n.args
	case *among:
		return append(some(n.arg), n.list...)
	case *withScalar:
		return some(n.vector, n.scalar)
	case *scalars:
		return some(n.l, n.r)
	case *vectors:
		return some(n.l, n.r)
	case *sets:
		return some(n.l, n.r)
	}
	return nil // selector, number, clock, edge
}

func some(nodes ...node) []node {
	var out []node
	for _, n := range nodes {
		if n != nil {
			out = append(out, n)
		}
	}
	return out
}

// walk visits a node and all that it is made of.
func walk(n node, visit func(node)) {
	visit(n)
	for _, c := range children(n) {
		walk(c, visit)
	}
}

// shape notes whether a value of the expression depends on the whole range that is asked about,
// whether parts of that range may be evaluated apart from each other (not where one value takes the
// whole range anyway, or much of it), and whether series are joined.
func (e *Expr) shape() {
	e.apart = true
	walk(e.root, func(n node) {
		switch n.(type) {
		case *ranged:
			e.whole, e.apart = true, false
		case *over, *fixedAt, *regrid:
			e.apart = false
		case *sets, *vectors:
			e.joins = true
		}
	})
}
