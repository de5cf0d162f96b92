package rules

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// same reads the entities that something is joined by.
func (l *loader) same(n *yaml.Node) []string {
	if n != nil {
		l.sames = append(l.sames, l.spot(n))
	}
	return l.strs(n, "same")
}

// checkSames refuses what no signal captures: it joins nothing, ever.
func (l *loader) checkSames() {
	known := l.entityNames()
	for _, at := range l.sames {
		out := l.in(at)
		list := at.node.Content
		if at.node.Kind == yaml.ScalarNode {
			list = []*yaml.Node{at.node}
		}
		for _, c := range list {
			if c.Value != "" && !slices.Contains(known, c.Value) {
				l.fault(c, "%q is no entity: it may be process, instance, group, or what a signal captures%s", c.Value, l.didYouMean(c.Value, known))
			}
		}
		out()
	}
}

// entityNames are all that something can be joined by.
func (l *loader) entityNames() []string {
	out := []string{"process", "instance", "group"}
	for _, p := range append([]*Pack{l.p}, l.p.Uses...) {
		for _, s := range p.Signals {
			out = append(append(out, s.captured()...), s.By...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// side reads whose state a move sets: a role, or $CAPTURE that names it.
func (l *loader) side(n *yaml.Node) string {
	if n != nil && len(n.Value) > 0 && n.Value[0] == '$' {
		return l.str(n, "side")
	}
	return l.role(n)
}
