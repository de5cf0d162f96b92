package rules

import "go.yaml.in/yaml/v3"

// explains reads of which rules this one is a cause. They may be read later, so checkCauses looks them up.
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
