package rules

import "go.yaml.in/yaml/v3"

// countArgs reads how many hits, of how many different values, within how long.
func (l *loader) countArgs(op *Op, n *yaml.Node, f map[string]pair) {
	op.Signal = l.needed(n, f, "count", "event", LogSignal)
	op.Distinct = l.str(f["distinct"].value, "distinct")
	if v := f["min"].value; v != nil {
		op.Min = l.integer(v, "min")
	}
	if v := f["max"].value; v != nil {
		op.Max = l.integer(v, "max")
	}
	op.Within, op.hasWithin = l.span(f["within"].value, "within"), f["within"].value != nil
	l.minOrMax(op, n, f)
	if op.Signal == nil {
		return
	}
	if op.Distinct != "" && op.Signal.capture(op.Distinct) < 0 {
		l.fault(f["distinct"].value, "signal %q captures no %q%s", op.Signal.Name, op.Distinct, l.didYouMean(op.Distinct, op.Signal.captured()))
	}
	if k := op.Signal.Emits.Kind; k == 1 || k == 3 {
		l.fault(f["event"].value, "%q is printed once per process, or sampled: it cannot be counted", op.Signal.Name)
	}
}

// minOrMax wants one bound, and one that can be missed.
func (l *loader) minOrMax(op *Op, n *yaml.Node, f map[string]pair) {
	low, high := f["min"], f["max"]
	switch {
	case low.value != nil && high.value != nil:
		l.fault(high.at, "count takes min or max, not both: a second step may hold the other")
	case low.value == nil && high.value == nil:
		if n.Kind == yaml.MappingNode && !l.misspelt(n, "count") {
			l.fault(op.at.node, "count needs min or max: how many")
		}
	case low.value != nil && op.Min < 1:
		l.fault(low.value, "count with min %d is true of nothing: use absent", op.Min)
	case high.value != nil && op.Max < 0:
		l.fault(high.value, "count with max %d can never be", op.Max)
	}
}
