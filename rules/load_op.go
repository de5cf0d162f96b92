package rules

import (
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

var (
	operators = []string{"event", "absent", "count", "holds", "flat", "grew", "rises", "falls", "all", "any", "witnesses", "seq"}
	beside    = []string{"start", "during", "same", "ties"}
)

func isOperator(s string) bool {
	for _, o := range operators {
		if o == s {
			return true
		}
	}
	return false
}

func itoa(i int) string { return strconv.Itoa(i) }

// settingsText is the begin of the line in which a server prints its settings. A prompt in a request log may quote
// such a line, so that it counts at the begin of one only: behind its header, if it has one.
const settingsText = `(?m)^(?:\[[^\]\n]*\][: ]*)*(?:[A-Z]+:[ \t]+)?server_args=ServerArgs\(`

var logLevelText = regexp.MustCompile(settingsText + `[^\n]*\blog_level='(\w+)'`)

func settingRegex(key, value string) *regexp.Regexp {
	return regexp.MustCompile(settingsText + `(?:[^\n]*[ ,(])?` + regexp.QuoteMeta(key) + `=['"]?` + regexp.QuoteMeta(value) + `['"]?[,)]`)
}

// op reads one operator: a signal's name alone is an event.
func (l *loader) op(n *yaml.Node, first bool) *Op {
	op := &Op{Kind: OpEvent, Min: -1, Max: -1}
	if n.Kind == yaml.ScalarNode {
		op.Signal = l.signal(n, LogSignal, ConfigSignal)
		return op
	}
	var kind, args *yaml.Node
	before := len(l.faults)
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
		if len(l.faults) > before {
			return op // the misspelt key was told
		}
		l.fault(n, "a step needs an operator: one of %s", strings.Join(operators, ", "))
		return op
	}
	op.Kind = OpKind(kind.Value)
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
		op.Same = l.strs(p.value, "same")
	case "ties":
		strict := l.oneOf(p.value, "ties", "accept", "strict") == "strict"
		op.strict = &strict
	default:
		l.fault(p.at, "unknown operator %q%s", p.key, didYouMean(p.key, append(append([]string{}, operators...), beside...)))
	}
}

func (l *loader) args(op *Op, kind, n *yaml.Node, first bool) {
	switch op.Kind {
	case OpAll, OpAny, OpWitnesses:
		l.children(op, n, first)
		return
	case "seq":
		l.fault(kind, "seq inside a step is not part of the language: name the steps one after the other")
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
		l.fault(n, "%s must be a list of operators", op.Kind)
		return
	}
	for _, c := range n.Content {
		op.Children = append(op.Children, l.op(c, first))
	}
	op.inherit()
}

func (op *Op) inherit() {
	for _, c := range op.Children {
		if c.Start == nil {
			c.Start = op.Start
		}
		if c.During == nil {
			c.During = op.During
		}
		if c.Same == nil {
			c.Same = op.Same
		}
		if c.strict == nil {
			c.strict = op.strict
		}
		c.inherit()
	}
}

func (l *loader) absentArgs(op *Op, n *yaml.Node, f map[string]pair) {
	op.Signal = l.signal(or(f["event"].value, n), LogSignal)
	op.For, op.hasFor = l.span(f["for"].value, "for"), f["for"].value != nil
	if op.Signal != nil && op.Signal.Emits.Kind != 0 && (op.Signal.Emits.Kind == 1 || op.Signal.Emits.Kind == 3) {
		l.fault(n, "the silence of %q never proves anything (it is printed once, or sampled)", op.Signal.Name)
	}
	list := f["proof"].value
	if list == nil {
		return
	}
	for _, c := range list.Content {
		op.Proofs = append(op.Proofs, l.proof(c))
	}
}

func (l *loader) proof(n *yaml.Node) Proof {
	if n.Kind == yaml.MappingNode {
		return Proof{Kind: "rooms_visible", Rooms: l.roomsVisible(n)}
	}
	switch n.Value {
	case "source_alive", "level_debug":
		return Proof{Kind: n.Value}
	}
	return Proof{Kind: "signal", Signal: l.signal(n, LogSignal)}
}

func (l *loader) countArgs(op *Op, n *yaml.Node, f map[string]pair) {
	op.Signal = l.signal(or(f["event"].value, n), LogSignal)
	op.Distinct = l.str(f["distinct"].value, "distinct")
	if v := f["min"].value; v != nil {
		op.Min = l.integer(v, "min")
	}
	if v := f["max"].value; v != nil {
		op.Max = l.integer(v, "max")
	}
	op.Within, op.hasWithin = l.span(f["within"].value, "within"), f["within"].value != nil
	if (op.Min < 0) == (op.Max < 0) {
		l.fault(n, "count needs either min or max")
	}
	if op.Min == 0 {
		l.fault(f["min"].value, "count with min 0 is true of nothing: use absent")
	}
	if op.Signal == nil {
		return
	}
	if op.Distinct != "" && op.Signal.capture(op.Distinct) < 0 {
		l.fault(f["distinct"].value, "signal %q captures no %q", op.Signal.Name, op.Distinct)
	}
	if k := op.Signal.Emits.Kind; k == 1 || k == 3 {
		l.fault(n, "%q is printed once per process, or sampled: it cannot be counted", op.Signal.Name)
	}
}

func (l *loader) metricArgs(op *Op, n *yaml.Node, f map[string]pair) {
	op.Signal = l.signal(or(or(f["signal"].value, f["counter"].value), n), MetricSignal)
	op.For, op.hasFor = l.span(f["for"].value, "for"), f["for"].value != nil
	op.By = 1
	if v := f["by"].value; v != nil {
		op.By = l.number(v, "by")
	}
	switch op.Kind {
	case OpHolds:
		l.holdsArgs(op, n, f)
	case OpFlat, OpGrew:
		l.spanArgs(op, n, f)
	default:
		if f["by"].value == nil {
			l.fault(n, "%s needs by: how much", op.Kind)
		}
	}
}

func (l *loader) holdsArgs(op *Op, n *yaml.Node, f map[string]pair) {
	op.Cmp = l.oneOf(or(f["op"].value, n), "op", "==", "!=", ">", ">=", "<", "<=")
	if !op.hasFor {
		l.fault(n, "holds needs for: how long")
	}
	v := f["value"].value
	if v == nil {
		l.fault(n, "holds needs a value")
		return
	}
	if !strings.HasPrefix(v.Value, "$") {
		op.Value = l.number(v, "value")
		return
	}
	name := strings.Trim(v.Value, "${}")
	op.Baseline = l.rule.rule.Let[name]
	if op.Baseline == nil {
		l.fault(v, "value %q names no `let` of rule %q", v.Value, l.rule.rule.ID)
	}
}

func (l *loader) spanArgs(op *Op, n *yaml.Node, f map[string]pair) {
	if v := f["from"].value; v != nil {
		op.From = l.momentRef(v)
	}
	if v := f["to"].value; v != nil {
		op.To = l.momentRef(v)
	}
	if op.hasFor == (op.From != nil && op.To != nil) {
		l.fault(n, "%s needs from and to, or for (with start)", op.Kind)
	}
}
