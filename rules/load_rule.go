package rules

import "go.yaml.in/yaml/v3"

// ruleNames are the names that windows of a rule may use.
type ruleNames struct {
	rule  *Rule
	steps map[string]int
}

func (l *loader) rulesOf(n *yaml.Node) {
	for _, c := range l.items(n, "rules") {
		r := l.ruleOf(c)
		if r.ID != "" && l.once(or(r.at.node, c), "rule", r.ID) {
			r.order = len(l.p.Rules)
			l.p.Rules = append(l.p.Rules, r)
		}
	}
}

func (l *loader) ruleOf(n *yaml.Node) *Rule {
	before := len(l.faults) + l.more
	f := l.known(n, "rule")
	r := &Rule{File: l.at.file, Line: n.Line, pack: l.p, at: l.spot(or(f["id"].value, n)), Strict: l.p.Strict, Let: map[string]*Let{}}
	r.ID, r.Title = l.str(f["id"].value, "id"), l.str(f["title"].value, "title")
	misspelt := len(l.faults)+l.more > before // it may be a key that is missed below
	if r.ID == "" && !misspelt {
		l.fault(n, "a rule needs an id")
	}
	r.Description, r.Mitigation = l.str(f["description"].value, "description"), l.str(f["mitigation"].value, "mitigation")
	r.LooksLike, r.Basis = l.strs(f["looks_like"].value, "looks_like"), l.str(f["basis"].value, "basis")
	if v := f["severity"].value; v != nil {
		r.Severity = l.oneOf(v, "severity", Severities...)
	} else if !misspelt {
		l.fault(r.at.node, "rule %q has no severity: one of critical, high, warning, info", r.ID)
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
	l.steps(f, n, misspelt)
	l.bindLets(f["let"].value)
	l.unless(f["unless"].value)
	l.ends(f["ends"].value)
	l.explains(f["explains"].value)
	r.NotCauseOf, r.notCause = l.strs(f["not_cause_of"].value, "not_cause_of"), f["not_cause_of"].value
	l.classify(f["classify"].value)
	l.exceptions(f["exceptions"].value)
	l.checkMoments(r)
	l.checkPossible(r, f["by"].value)
	r.uses, r.shares = usesOf(r), sharesFrom(r)
	return r
}

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
		u := &Unless{Signal: l.needed(c, f, "unless", "event", LogSignal, ConfigSignal), Same: l.same(f["same"].value)}
		if v := f["after"].value; v != nil {
			u.After = l.momentRef(v)
		}
		if v := f["until"].value; v != nil {
			u.Until = l.momentRef(v)
		}
		if v := f["within"].value; v != nil {
			u.Within, u.hasWithin = l.span(v, "within"), true
			l.lasting(v, u.Within, "within")
		}
		l.rule.rule.Unless = append(l.rule.rule.Unless, u)
	}
}

func (l *loader) ends(n *yaml.Node) {
	if n != nil {
		l.rule.rule.Ends = l.needed(n, l.known(n, "ends"), "ends", "event", LogSignal)
	}
}

func (l *loader) explains(n *yaml.Node) {
	for _, c := range l.items(n, "explains") {
		f := l.known(c, "explains")
		id := f["rule"].value
		if id == nil {
			if !l.misspelt(c, "explains") {
				l.fault(c, "an entry of explains needs rule: ID")
			}
			continue
		}
		l.rule.rule.Explains = append(l.rule.rule.Explains, Explain{
			Rule: l.str(id, "rule"), Within: l.duration(f["within"].value, "within"), Same: l.same(f["same"].value), at: l.spot(id)})
	}
}

func (l *loader) classify(n *yaml.Node) {
	seen := map[string]bool{}
	for _, c := range l.items(n, "classify") {
		f := l.known(c, "branch")
		b := &Branch{Name: l.str(f["name"].value, "name"), References: l.strs(f["references"].value, "references")}
		switch {
		case b.Name == "" && !l.misspelt(c, "branch"):
			l.fault(c, "a branch of classify needs a name")
		case seen[b.Name] && b.Name != "":
			l.fault(f["name"].value, "the branch %q stands twice in classify", b.Name)
		}
		seen[b.Name] = true
		if v := f["when"].value; v != nil {
			b.When = l.op(v, false)
		}
		l.rule.rule.Branches = append(l.rule.rule.Branches, b)
	}
}

// checkCauses holds explains and not_cause_of against the rules of the pack and of those that it uses.
func (l *loader) checkCauses() {
	ids, have := l.ruleIDs()
	for _, r := range l.p.Rules {
		for _, e := range r.Explains {
			l.checkCause(r, e, ids, have)
		}
		for i, id := range r.NotCauseOf {
			if !have[id] {
				out := l.in(r.at)
				l.fault(r.notCauseAt(i), "rule %q is no cause of %q, which is no rule of this pack or one that it uses%s", r.ID, id, l.didYouMean(id, ids))
				out()
			}
		}
	}
}

func (l *loader) checkCause(r *Rule, e Explain, ids []string, have map[string]bool) {
	out := l.in(e.at)
	defer out()
	switch {
	case e.Rule == r.ID:
		l.fault(e.at.node, "rule %q explains itself", r.ID)
	case !have[e.Rule]:
		hint := l.didYouMean(e.Rule, ids)
		for _, p := range l.lib.order {
			if p.rule(e.Rule) != nil {
				hint = "; the pack " + p.Name + " has it, but this pack does not use it: name it in `uses`"
			}
		}
		l.fault(e.at.node, "rule %q explains %q, which is no rule of this pack or one that it uses%s", r.ID, e.Rule, hint)
	}
}

// ruleIDs are the ids of the rules of the pack and of those that it uses.
func (l *loader) ruleIDs() ([]string, map[string]bool) {
	var ids []string
	have := map[string]bool{}
	for _, p := range append([]*Pack{l.p}, l.p.Uses...) {
		for _, r := range p.Rules {
			ids, have[r.ID] = append(ids, r.ID), true
		}
	}
	return ids, have
}

// rule gives a rule of the pack by id, nil if it has none.
func (p *Pack) rule(id string) *Rule {
	for _, r := range p.Rules {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// notCauseAt is where one of its not_cause_of stands.
func (r *Rule) notCauseAt(i int) *yaml.Node {
	if n := r.notCause; n.Kind != yaml.SequenceNode || i >= len(n.Content) {
		return n
	}
	return r.notCause.Content[i]
}
