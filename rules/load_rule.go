package rules

import "go.yaml.in/yaml/v3"

// ruleNames are the names that windows of a rule may use.
type ruleNames struct {
	rule  *Rule
	steps map[string]int
}

func (l *loader) rulesOf(n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.fault(n, "rules must be a list")
		return
	}
	seen := map[string]bool{}
	for _, c := range n.Content {
		r := l.ruleOf(c)
		if seen[r.ID] {
			l.fault(c, "rule id %q stands twice", r.ID)
		}
		seen[r.ID] = true
		r.order = len(l.p.Rules)
		l.p.Rules = append(l.p.Rules, r)
	}
	l.checkCauses(n)
}

func (l *loader) ruleOf(n *yaml.Node) *Rule {
	before := len(l.faults)
	f := l.known(n, "rule")
	r := &Rule{Line: n.Line, pack: l.p, Strict: l.p.Strict, Let: map[string]*Let{}}
	r.ID, r.Title = l.str(f["id"].value, "id"), l.str(f["title"].value, "title")
	if r.ID == "" {
		l.fault(n, "a rule needs an id")
	}
	r.Description, r.Mitigation = l.str(f["description"].value, "description"), l.str(f["mitigation"].value, "mitigation")
	r.LooksLike, r.Basis = l.strs(f["looks_like"].value, "looks_like"), l.str(f["basis"].value, "basis")
	if v := f["severity"].value; v != nil {
		r.Severity = l.oneOf(v, "severity", Severities...)
	} else if len(l.faults) == before { // else it may be the misspelt key
		l.fault(n, "rule %q has no severity: one of critical, high, warning, info", r.ID)
	}
	r.Tags, r.References = l.strs(f["tags"].value, "tags"), l.strs(f["references"].value, "references")
	if r.By = l.strs(f["by"].value, "by"); len(r.By) == 0 {
		r.By = []string{"process"}
	}
	if v := f["ties"].value; v != nil {
		r.Strict = l.oneOf(v, "ties", "accept", "strict") == "strict"
	}
	r.MaxGap = l.duration(f["max_gap"].value, "max_gap")
	l.rule = &ruleNames{rule: r, steps: map[string]int{}}
	l.lets(f["let"].value)
	l.steps(f, n)
	l.bindLets(f["let"].value)
	l.unless(f["unless"].value)
	for _, u := range r.Unless {
		for _, ref := range []*momentRef{u.After, u.Until} {
			if ref != nil && ref.step >= 0 {
				l.checkRef(r, ref, f["unless"].value)
			}
		}
	}
	l.ends(f["ends"].value)
	l.explains(f["explains"].value)
	r.NotCauseOf = l.strs(f["not_cause_of"].value, "not_cause_of")
	l.classify(f["classify"].value)
	r.uses = usesOf(r)
	return r
}

// steps reads `when` (one log or metric condition, or one operator) or `pattern`.
func (l *loader) steps(f map[string]pair, n *yaml.Node) {
	r, body := l.rule.rule, or(f["pattern"].value, f["when"].value)
	if body == nil || body.Kind != yaml.MappingNode || len(body.Content) == 0 {
		l.fault(or(body, n), "rule %q has neither `pattern` nor `when`", r.ID)
		return
	}
	switch key := body.Content[0].Value; {
	case f["when"].value == body && (key == "log" || key == "metric" || key == "config"):
		s := l.addSignal("."+r.ID, body, body)
		op := &Op{Kind: OpEvent, Signal: s, Min: -1, Max: -1}
		if s.Kind == MetricSignal {
			l.fault(body, "a metric condition needs an operator: pattern: {holds: {signal: .., op: .., value: .., for: ..}}")
		}
		r.Steps = []*StepDef{{"hit", op}}
	case key == "seq":
		l.seq(body)
	default:
		r.Steps = []*StepDef{{"match", nil}}
		l.rule.steps["match"] = 0
		r.Steps[0].Op = l.op(body, true)
	}
	l.checkAnchor(body)
}

func (l *loader) seq(body *yaml.Node) {
	r, list := l.rule.rule, body.Content[1]
	for i := 2; i+1 < len(body.Content); i += 2 {
		l.fault(body.Content[i], "%q cannot stand beside seq: put it into a step", body.Content[i].Value)
	}
	if list.Kind != yaml.SequenceNode || len(list.Content) == 0 {
		l.fault(list, "seq must be a list of steps")
		return
	}
	names, bodies := make([]string, len(list.Content)), make([]*yaml.Node, len(list.Content))
	for i, c := range list.Content {
		names[i], bodies[i] = "step"+itoa(i+1), c
		if c.Kind == yaml.MappingNode && len(c.Content) == 2 && !isOperator(c.Content[0].Value) {
			names[i], bodies[i] = c.Content[0].Value, c.Content[1]
		}
		if _, twice := l.rule.steps[names[i]]; twice {
			l.fault(c, "step %q stands twice in rule %q", names[i], r.ID)
		}
		l.rule.steps[names[i]] = i
	}
	for i := range names {
		r.Steps = append(r.Steps, &StepDef{ID: names[i]})
	}
	for i := range names {
		r.Steps[i].Op = l.op(bodies[i], i == 0)
	}
	for i := range names {
		l.checkWindows(r, i, list.Content[i])
	}
}

func (l *loader) checkAnchor(n *yaml.Node) {
	r := l.rule.rule
	if len(r.Steps) == 0 || r.Steps[0].Op == nil {
		return
	}
	op := r.Steps[0].Op
	if !hasMoment(op, true) {
		l.fault(n, "the first step of %q has no moment of its own (absent, count with max, witnesses), so it cannot be the anchor: begin with an event", r.ID)
	}
	if op.Start != nil || op.During != nil {
		l.fault(n, "the first step of %q looks at the whole observed span: it takes no start and no during", r.ID)
	}
}

func (l *loader) unless(n *yaml.Node) {
	if n == nil {
		return
	}
	list := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	for _, c := range list {
		f := l.known(c, "unless")
		u := &Unless{Signal: l.signal(or(f["event"].value, c), LogSignal, ConfigSignal), Same: l.strs(f["same"].value, "same")}
		if v := f["after"].value; v != nil {
			u.After = l.momentRef(v)
		}
		if v := f["until"].value; v != nil {
			u.Until = l.momentRef(v)
		}
		if v := f["within"].value; v != nil {
			u.Within, u.hasWithin = l.span(v, "within"), true
		}
		l.rule.rule.Unless = append(l.rule.rule.Unless, u)
	}
}

func (l *loader) ends(n *yaml.Node) {
	if n != nil {
		l.rule.rule.Ends = l.signal(or(l.known(n, "ends")["event"].value, n), LogSignal)
	}
}

func (l *loader) explains(n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.fault(n, "explains must be a list of {rule, within, same}")
		return
	}
	for _, c := range n.Content {
		f := l.known(c, "explains")
		l.rule.rule.Explains = append(l.rule.rule.Explains, Explain{
			Rule: l.str(f["rule"].value, "rule"), Within: l.duration(f["within"].value, "within"), Same: l.strs(f["same"].value, "same")})
	}
}

func (l *loader) classify(n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.fault(n, "classify must be a list of {name, when}")
		return
	}
	for _, c := range n.Content {
		f := l.known(c, "branch")
		b := &Branch{Name: l.str(f["name"].value, "name"), References: l.strs(f["references"].value, "references")}
		if v := f["when"].value; v != nil {
			b.When = l.op(v, false)
		}
		l.rule.rule.Branches = append(l.rule.rule.Branches, b)
	}
}

// checkCauses holds explains and not_cause_of against the ids of the pack; ids of other packs cannot
// be known here and are only warned about.
func (l *loader) checkCauses(n *yaml.Node) {
	ids := []string{}
	have := map[string]bool{}
	for _, r := range l.p.Rules {
		ids, have[r.ID] = append(ids, r.ID), true
	}
	for i, r := range l.p.Rules {
		named := append([]string{}, r.NotCauseOf...)
		for _, e := range r.Explains {
			named = append(named, e.Rule)
		}
		for _, id := range named {
			if !have[id] && i < len(n.Content) {
				if hint := didYouMean(id, ids); hint != "" {
					l.fault(n.Content[i], "rule %q names %q, which is no rule of this pack%s", r.ID, id, hint)
				} else {
					l.p.Warnings = append(l.p.Warnings, l.file+": rule "+r.ID+" names "+id+", which is no rule of this pack")
				}
			}
		}
	}
}
