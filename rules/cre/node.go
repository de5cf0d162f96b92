package cre

import (
	"time"

	"go.yaml.in/yaml/v3"
)

// Limits of one rule, so that a hostile one stays small.
const (
	maxTerms = 64 // conditions of a set or a sequence: what CRE's own matcher takes
	maxCount = 100_000

	maxCondition = 4096 // bytes of a text or an expression: what rules/v1 takes
	maxNest      = 1    // sets and sequences inside a set or a sequence
)

// node reads a set or a sequence. Inside another one it must be one condition of one source: that is an event,
// and events of several sources can be related; whole patterns inside a pattern cannot.
func (r *reader) node(n *yaml.Node, sequence bool, depth int) *node {
	out := &node{at: r.at(n), sequence: sequence}
	what, list, allowed := "set", "match", "window correlations event match negate"
	if sequence {
		what, list, allowed = "sequence", "order", "window correlations event order negate origin"
	}
	if n.Kind != yaml.MappingNode {
		r.out(n, what, "it is no mapping")
		return nil
	}
	r.known(n, what, allowed, LeftOut)
	if v := child(n, "window"); v != nil {
		out.window, out.hasWindow = r.duration(v, "window", false), true
	}
	out.correlations = r.strs(n, "correlations")
	out.source = r.event(child(n, "event"), depth)
	out.terms = r.list(child(n, list), depth, false)
	out.negate = r.list(child(n, "negate"), depth, true)
	for _, t := range append(append([]term{}, out.terms...), out.negate...) {
		out.nested = out.nested || t.source != ""
	}
	if len(out.terms) == 0 && !r.notes.out() {
		r.out(n, what, "it has no conditions under `%s`", list)
	}
	return out
}

// event is the name of the source that a condition looks at.
func (r *reader) event(n *yaml.Node, depth int) string {
	if n == nil {
		return ""
	}
	r.known(n, "event", "source origin", LeftOut)
	if o := child(n, "origin"); o != nil && depth > 0 {
		r.notes.add(InPart, r.at(o), "origin", "which of the sources is to blame is not noted: a finding shows the records of all")
	}
	return r.str(n, "source")
}

// list reads the conditions of a set or a sequence.
func (r *reader) list(n *yaml.Node, depth int, negate bool) []term {
	if n == nil {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		r.out(n, "the conditions", "they are no list")
		return nil
	}
	if len(n.Content) > maxTerms {
		r.out(n, "the conditions", "there are %d; the limit is %d", len(n.Content), maxTerms)
		return nil
	}
	var out []term
	for _, c := range n.Content {
		if t := r.term(c, depth, negate); t != nil {
			out = append(out, *t)
		}
	}
	return out
}

// maxSpan bounds spans: sums of a few of them must not overflow.
const maxSpan = 10 * 365 * 24 * time.Hour

func (r *reader) duration(n *yaml.Node, what string, signed bool) time.Duration {
	d, err := time.ParseDuration(n.Value)
	if err != nil || d > maxSpan || d < -maxSpan || d < 0 && !signed {
		r.out(n, what+" "+n.Value, "it is no span such as 30s or 5m")
		return 0
	}
	return d
}
