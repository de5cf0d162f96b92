package rules

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

var (
	operators = []string{"event", "absent", "count", "holds", "flat", "grew", "rises", "falls", "all", "any", "witnesses", "seq"}
	beside    = []string{"start", "during", "same", "ties"}
)

func isOperator(s string) bool { return slices.Contains(operators, s) }

func itoa(i int) string { return strconv.Itoa(i) }

// op reads one operator: a signal's name alone is an event.
func (l *loader) op(n *yaml.Node, first bool) *Op {
	op := &Op{Kind: OpEvent, Min: -1, Max: -1, at: l.spot(n)}
	if n.Kind == yaml.ScalarNode {
		op.Signal = l.signal(n, LogSignal, ConfigSignal)
		return op
	}
	var kind, args *yaml.Node
	before := len(l.faults) + l.more
	for _, p := range l.pairs(n, "a step") {
		switch {
		case isOperator(p.key) && kind == nil:
			kind, args = p.at, p.value
		case isOperator(p.key):
			l.fault(p.at, "a second operator %q in one step: use all, any or witnesses", p.key)
		default:
			l.beside(op, p)
		}
	}
	if kind == nil {
		if len(l.faults)+l.more > before {
			return op // the misspelt key was told
		}
		l.fault(n, "a step needs an operator: one of %s", strings.Join(operators, ", "))
		return op
	}
	op.Kind, op.at = OpKind(kind.Value), l.spot(kind)
	l.args(op, kind, args, first)
	return op
}

// beside reads what may stand beside an operator.
func (l *loader) beside(op *Op, p pair) {
	switch p.key {
	case "start":
		op.Start = l.window(p.value)
	case "during":
		op.During = l.window(p.value)
	case "same":
		if op.Same = l.same(p.value); op.Same == nil {
			l.fault(p.at, "nothing stands behind \"same\": write its value, or leave the key out")
		}
	case "ties":
		strict := l.oneOf(p.value, "ties", "accept", "strict") == "strict"
		op.strict = &strict
	default:
		l.fault(p.at, "unknown operator %q%s", p.key, l.operatorHint(p))
	}
}

// operatorHint says what a key may be; one that holds an operator may be the name of a step that lost its dash.
func (l *loader) operatorHint(p pair) string {
	all := append(append([]string{}, operators...), beside...)
	hint := l.didYouMean(p.key, all)
	switch step := "the name of a step? Only those of a seq have one, each behind a dash: - " + p.key + ": {...}"; {
	case hint != "" && holdsOperator(p.value):
		return hint + " Or is it " + step
	case hint != "":
		return hint
	case holdsOperator(p.value):
		return "; is it " + step
	}
	return "; it may be " + strings.Join(operators, ", ")
}

// holdsOperator says whether a value is a step: a mapping with an operator in it.
func holdsOperator(n *yaml.Node) bool {
	for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		if isOperator(n.Content[i].Value) {
			return true
		}
	}
	return false
}

// needed reads the signal that an operator cannot do without.
func (l *loader) needed(n *yaml.Node, f map[string]pair, what, key string, kinds ...SignalKind) *Signal {
	if p, ok := f[key]; ok {
		return l.signal(p.value, kinds...)
	}
	if n.Kind == yaml.MappingNode && !l.misspelt(n, what) || isNull(n) {
		l.fault(n, "%s needs %s: SIGNAL", what, key)
	}
	return nil
}

// isNull says whether nothing stands where a value is due.
func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// lasting refuses a span of nothing: what is sought in it is surely not there, which says nothing.
func (l *loader) lasting(n *yaml.Node, d span, key string) {
	if n != nil && d.template == "" && d.fixed <= 0 {
		l.fault(n, "%s must be more than nothing: 30s, 5m", key)
	}
}

// misspelt says whether a mapping has a key that is not known, which was told.
func (l *loader) misspelt(n *yaml.Node, what string) bool {
	allowed := allowedIn[what]
	for i := 0; i+1 < len(n.Content); i += 2 {
		if !slices.Contains(allowed, n.Content[i].Value) {
			return true
		}
	}
	return false
}

func (l *loader) args(op *Op, kind, n *yaml.Node, first bool) {
	switch op.Kind {
	case OpAll, OpAny, OpWitnesses:
		l.children(op, n, first)
		return
	case "seq":
		l.fault(kind, "seq cannot stand inside a step: name the steps one after the other")
		return
	case OpEvent:
		op.Signal = l.signal(n, LogSignal, ConfigSignal)
		return
	}
	f := l.known(n, string(op.Kind))
	for _, k := range beside {
		if p, ok := f[k]; ok {
			l.beside(op, p)
		}
	}
	switch op.Kind {
	case OpAbsent:
		l.absentArgs(op, n, f)
	case OpCount:
		l.countArgs(op, n, f)
	default:
		l.metricArgs(op, n, f)
	}
}

// children reads all, any, witnesses; what stands beside them is each branch's, unless it has its own.
func (l *loader) children(op *Op, n *yaml.Node, first bool) {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		l.fault(n, "%s must be a list of operators, not %s", op.Kind, kindOf(n))
		return
	}
	if !l.atMost(n, len(n.Content), maxBranches, "branches of one operator") {
		return
	}
	for _, c := range n.Content {
		op.Children = append(op.Children, l.op(c, first))
	}
	op.inherit()
}
