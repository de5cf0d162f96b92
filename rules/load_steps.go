package rules

import "go.yaml.in/yaml/v3"

// steps reads `when` (one log or metric condition, or one operator) or `pattern`.
func (l *loader) steps(f map[string]pair, n *yaml.Node, misspelt bool) {
	r, body := l.rule.rule, or(f["pattern"].value, f["when"].value)
	switch {
	case f["pattern"].value != nil && f["when"].value != nil:
		l.fault(f["when"].at, "rule %q has both `pattern` and `when`: `when` is the short form of a pattern", r.ID)
		return
	case body == nil && misspelt:
		return
	case body == nil || body.Kind == yaml.MappingNode && len(body.Content) == 0 || body.Tag == "!!null":
		l.fault(r.at.node, "rule %q has neither `pattern` nor `when`", r.ID)
		return
	case body.Kind != yaml.MappingNode:
		l.fault(body, "a pattern is a mapping with seq or one operator, not %s", kindOf(body))
		return
	}
	switch key := body.Content[0].Value; {
	case f["when"].value == body && (key == "log" || key == "metric" || key == "config"):
		l.short(r, body)
	case key == "seq":
		l.seq(body)
	default:
		r.Steps = []*StepDef{{"match", nil}}
		l.rule.steps["match"] = 0
		r.Steps[0].Op = l.op(body, true)
	}
	l.checkAnchor()
}

// short reads a rule that is one grep; its step is called hit.
func (l *loader) short(r *Rule, body *yaml.Node) {
	l.rule.steps["hit"] = 0
	if key := body.Content[0]; key.Value == "metric" {
		l.fault(key, "a metric condition needs an operator: name the signal under `signals`, then pattern: {holds: {signal: .., op: .., value: .., for: ..}}")
		return
	}
	s := l.addSignal("."+r.ID, body, body)
	op := &Op{Kind: OpEvent, Signal: s, Min: -1, Max: -1, at: l.spot(body)}
	r.Steps = []*StepDef{{"hit", op}}
}

// seq reads steps in order. All their names are known before the first is read, so that a window that names a later one
// is told what it did.
func (l *loader) seq(body *yaml.Node) {
	r, list := l.rule.rule, body.Content[1]
	for i := 2; i+1 < len(body.Content); i += 2 {
		l.fault(body.Content[i], "%q cannot stand beside seq: put it into a step", body.Content[i].Value)
	}
	if list.Kind != yaml.SequenceNode || len(list.Content) == 0 {
		l.fault(list, "seq must be a list of steps, not %s", kindOf(list))
		return
	}
	if !l.atMost(list, len(list.Content), maxSteps, "steps in rule "+quote(r.ID)) {
		return
	}
	names, bodies := make([]string, len(list.Content)), make([]*yaml.Node, len(list.Content))
	for i, c := range list.Content {
		names[i], bodies[i] = "step"+itoa(i+1), c
		if c.Kind == yaml.MappingNode && len(c.Content) == 2 && (!isOperator(c.Content[0].Value) || l.namedAsOperator(c)) {
			names[i], bodies[i] = c.Content[0].Value, c.Content[1]
		}
		if _, twice := l.rule.steps[names[i]]; twice {
			l.fault(c, "step %q stands twice in rule %q; the first is in line %d", names[i], r.ID, list.Content[l.rule.steps[names[i]]].Line)
		}
		l.rule.steps[names[i]] = i
	}
	for i := range names {
		r.Steps = append(r.Steps, &StepDef{ID: names[i]})
	}
	for i := range names {
		r.Steps[i].Op = l.op(bodies[i], i == 0)
	}
}

// namedAsOperator says whether a step bears the name of an operator, which is told: flat: {flat: {..}, start: ..}.
func (l *loader) namedAsOperator(c *yaml.Node) bool {
	name, body := c.Content[0], c.Content[1]
	for i := 0; body.Kind == yaml.MappingNode && i < len(body.Content); i += 2 {
		key := body.Content[i].Value
		if isOperator(key) && (key != "event" || name.Value != "absent" && name.Value != "count") { // which take an event
			l.fault(name, "%q is an operator and cannot be the name of a step: give the step another, as in - the-%s: {%s: ...}", name.Value, key, key)
			return true
		}
	}
	return false
}

// checkAnchor holds that the first step has a moment, from which all else counts, and looks at all that was observed.
func (l *loader) checkAnchor() {
	r := l.rule.rule
	if len(r.Steps) == 0 || r.Steps[0].Op == nil {
		return
	}
	op := r.Steps[0].Op
	if untold := op.Kind != OpCount || op.Max >= 0; !hasMoment(op, true) && untold {
		l.fault(op.at.node, "the first step of %q has no moment of its own (absent, count with max, witnesses), so it cannot be the anchor: begin with an event", r.ID)
	}
	for _, w := range []*windowDef{op.Start, op.During} {
		if w != nil {
			l.fault(w.at.node, "the first step of %q looks at the whole observed span: it takes no start and no during", r.ID)
		}
	}
}
