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
	l.aboutRule(r, f)
	if v := f["severity"].value; v != nil {
		r.Severity = l.oneOf(v, "severity", Severities...)
	} else if !misspelt {
		l.fault(r.at.node, "rule %q has no severity: one of critical, high, warning, info", r.ID)
	}
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

// aboutRule reads what a rule says of itself, which decides nothing.
func (l *loader) aboutRule(r *Rule, f map[string]pair) {
	r.Description, r.Mitigation = l.str(f["description"].value, "description"), l.str(f["mitigation"].value, "mitigation")
	r.LooksLike, r.Basis = l.strs(f["looks_like"].value, "looks_like"), l.str(f["basis"].value, "basis")
	r.Tags, r.References = l.strs(f["tags"].value, "tags"), l.strs(f["references"].value, "references")
}

// unless reads what speaks against a rule, one or several.
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

// classify reads the kinds of a finding, the first that holds before the others.
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
