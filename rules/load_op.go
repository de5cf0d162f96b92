package rules

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"roomline/rules/match"
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

// Begins of the lines in which a server prints its settings. A prompt in a request log may quote such a line, so
// that it counts at the begin of one only: behind its header, if it has one.
const (
	headerText   = `(?m)^(?:\[[^\]\n]*\][: ]*)*(?:[A-Z]+:[ \t]+)?`
	settingsText = headerText + `server_args=ServerArgs\(`
	memoryKey    = "max_total_num_tokens" // heads the line of what was allocated
)

var logLevelText = match.KnownRegexp(settingsText + `[^\n]*\blog_level='(\w+)'`)

func settingRegex(key, value string) *match.Regexp {
	memory := memoryKey + `=[^\n]*[ ,]`
	if key == memoryKey {
		memory = ""
	}
	return match.KnownRegexp(headerText + `(?:server_args=ServerArgs\((?:[^\n]*[ ,(])?|` + memory + `)` +
		regexp.QuoteMeta(key) + `=['"]?` + regexp.QuoteMeta(value) + `['"]?(?:[,)]|\s*$)`)
}

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
	op.Signal = l.needed(n, f, "absent", "event", LogSignal)
	op.For, op.hasFor = l.span(f["for"].value, "for"), f["for"].value != nil
	l.lasting(f["for"].value, op.For, "for")
	if op.Signal != nil && op.Signal.Emits.Kind != 0 && (op.Signal.Emits.Kind == 1 || op.Signal.Emits.Kind == 3) {
		l.fault(f["event"].value, "the silence of %q never proves anything (it is printed once, or sampled): no step may wait for it", op.Signal.Name)
	}
	if n.Kind == yaml.MappingNode && !op.hasFor && op.During == nil && !l.misspelt(n, "absent") {
		op.needsFor = true // during may still stand beside it
	}
	for _, c := range l.items(f["proof"].value, "proof") {
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
	if n.Kind == yaml.ScalarNode && l.signalNamed(n.Value) == nil {
		proofs := []string{"source_alive", "level_debug", "rooms_visible"}
		if hint := l.didYouMean(n.Value, append(proofs, names(l, signalsOf)...)); hint != "" {
			l.fault(n, "unknown proof %q%s", n.Value, hint)
		} else {
			l.fault(n, "unknown proof %q; it may be source_alive, level_debug, {rooms_visible: N} or a log signal", n.Value)
		}
		return Proof{Kind: "signal"}
	}
	return Proof{Kind: "signal", Signal: l.signal(n, LogSignal)}
}

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

func (s *Signal) captured() []string {
	var out []string
	for _, c := range s.Captures {
		out = append(out, c.Name)
	}
	return out
}

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
