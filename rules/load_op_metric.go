package rules

import (
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// metricArgs reads the operators on series: holds, flat, grew, rises, falls.
func (l *loader) metricArgs(op *Op, n *yaml.Node, f map[string]pair) {
	key := "signal"
	if op.Kind == OpFlat || op.Kind == OpGrew {
		key = "counter"
	}
	op.Signal = l.needed(n, f, string(op.Kind), key, MetricSignal)
	op.For, op.hasFor = l.span(f["for"].value, "for"), f["for"].value != nil
	op.By = 1
	if v := f["by"].value; v != nil {
		op.By = l.number(v, "by")
	}
	if n.Kind != yaml.MappingNode || l.misspelt(n, string(op.Kind)) {
		return
	}
	switch op.Kind {
	case OpHolds:
		l.holdsArgs(op, n, f)
	case OpFlat, OpGrew:
		l.spanArgs(op, n, f)
	default:
		if f["by"].value == nil {
			l.fault(op.at.node, "%s needs by: how much", op.Kind)
		}
	}
}

// holdsArgs reads a comparison with a number, or with a baseline of a `let`.
func (l *loader) holdsArgs(op *Op, n *yaml.Node, f map[string]pair) {
	comparisons := []string{"==", "!=", ">", ">=", "<", "<="}
	v := f["value"].value
	switch {
	case f["op"].value == nil:
		l.fault(op.at.node, "holds needs op: one of %s", strings.Join(comparisons, ", "))
	case !op.hasFor:
		l.fault(op.at.node, "holds needs for: how long")
	case v == nil:
		l.fault(op.at.node, "holds needs value: a number, or the name of a `let`")
	}
	if n := f["op"].value; n != nil {
		if n.Style&(yaml.FoldedStyle|yaml.LiteralStyle) != 0 || strings.HasPrefix(n.Tag, "!=") {
			l.fault(n, "op is a comparison in quotes, such as op: \">\": without them YAML reads > as the begin of a text, and ! as that of a tag")
		} else if right := map[string]string{"=<": "<=", "=>": ">=", "=": "==", "<>": "!="}[n.Value]; right != "" {
			l.fault(n, "op is %q; did you mean %q?", n.Value, right)
		} else {
			op.Cmp = l.oneOf(n, "op", comparisons...)
		}
	}
	if v == nil {
		return
	}
	if !strings.HasPrefix(v.Value, "$") {
		op.Value = l.number(v, "value")
		return
	}
	name := strings.Trim(v.Value, "${}")
	op.Baseline = l.rule.rule.Let[name]
	if op.Baseline == nil {
		l.fault(v, "value %q names no `let` of rule %q%s", v.Value, l.rule.rule.ID, l.didYouMean(name, slices.Sorted(maps.Keys(l.rule.rule.Let))))
	}
}

// spanArgs reads over what a counter is looked at: between two moments, or for so long.
func (l *loader) spanArgs(op *Op, n *yaml.Node, f map[string]pair) {
	if v := f["from"].value; v != nil {
		op.From = l.momentRef(v)
	}
	if v := f["to"].value; v != nil {
		op.To = l.momentRef(v)
	}
	if op.hasFor == (op.From != nil && op.To != nil) {
		l.fault(op.at.node, "%s needs from and to, or for (with start)", op.Kind)
	}
}
