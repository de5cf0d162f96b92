package cre

import (
	"strconv"
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

// term reads one condition; nil with a note if it cannot be carried over.
func (r *reader) term(n *yaml.Node, depth int, negate bool) *term {
	if n.Kind == yaml.ScalarNode {
		if named := r.terms[n.Value]; named != nil && named != n {
			return r.named(n, named, depth, negate)
		}
		return r.valued(n, &term{at: r.at(n), value: n.Value, count: 1})
	}
	if n.Kind != yaml.MappingNode {
		r.out(n, "a condition", "it is neither a text nor a mapping")
		return nil
	}
	allowed := "field value jq regex count extract set sequence promql script"
	if negate {
		allowed += " window slide anchor absolute"
	}
	r.known(n, "a condition", allowed, LeftOut)
	for _, k := range []string{"promql", "script"} {
		if v := child(n, k); v != nil {
			r.out(v, k, "%s", map[string]string{"promql": "queries are not carried over: write it as a metric signal of a pack",
				"script": "code of a rule is never run"}[k])
			return nil
		}
	}
	t := &term{at: r.at(n), value: r.str(n, "value"), regex: r.str(n, "regex"), jq: r.str(n, "jq"), field: r.str(n, "field")}
	if named := r.terms[t.value]; t.value != "" && named != nil {
		if got := r.named(child(n, "value"), named, depth, negate); got != nil {
			t = got
		}
	}
	if c := child(n, "count"); c != nil || t.count == 0 {
		t.count = r.count(c, negate)
	}
	t.extracts = append(t.extracts, r.extracts(child(n, "extract"))...)
	r.negateOptions(n, t)
	if inner, sequence := inside(n); inner != nil {
		return r.inner(inner, sequence, t, depth)
	}
	return r.valued(n, t)
}

// inside is the set or sequence that stands for a condition.
func inside(n *yaml.Node) (inner *yaml.Node, sequence bool) {
	if s := child(n, "sequence"); s != nil {
		return s, true
	}
	return child(n, "set"), false
}

// named reads what a name among `terms` stands for.
func (r *reader) named(at, n *yaml.Node, depth int, negate bool) *term {
	if depth > maxNest {
		r.out(at, "term "+at.Value, "it is nested too deep")
		return nil
	}
	name := at.Value
	saved := r.terms[name]
	delete(r.terms, name) // else one that names itself would never end
	defer func() { r.terms[name] = saved }()
	return r.term(n, depth, negate)
}

// inner takes a set of one condition as an event of its source.
func (r *reader) inner(n *yaml.Node, sequence bool, outer *term, depth int) *term {
	if depth >= maxNest {
		r.out(n, "nested sets", "they are nested deeper than %d", maxNest)
		return nil
	}
	in := r.node(n, sequence, depth+1)
	switch {
	case r.notes.out() || in == nil:
		return nil
	case outer.count > 1 || outer.text() != "" || outer.field != "" || outer.extracts != nil:
		r.out(n, "a nested set", "beside it there is a count, an extract or a condition of its own")
		return nil
	case sequence || len(in.terms) != 1 || len(in.negate) > 0:
		r.out(n, "a nested pattern", "only a set of one condition can stand inside another: patterns inside patterns are not part of rules/v1")
		return nil
	case in.source == "":
		r.out(n, "a nested set", "it names no source (event: {source: ...})")
		return nil
	case in.terms[0].count > 1:
		r.out(n, "count of a nested set", "a count inside a relation of several sources is not carried over")
		return nil
	}
	t := in.terms[0]
	t.source = in.source
	t.window, t.slide, t.anchor, t.absolute = outer.window, outer.slide, outer.anchor, outer.absolute
	return &t
}

// valued holds a condition to having exactly one of value, regex and jq.
func (r *reader) valued(n *yaml.Node, t *term) *term {
	given := 0
	for _, s := range []string{t.value, t.regex, t.jq} {
		if s != "" {
			given++
		}
	}
	if given != 1 {
		r.out(n, "a condition", "it has %d of value, regex and jq; it needs one", given)
		return nil
	}
	if len(t.text()) > maxCondition {
		r.out(n, "a condition", "its text of %d bytes is over the limit of %d", len(t.text()), maxCondition)
		return nil
	}
	return t
}

func (r *reader) count(n *yaml.Node, negate bool) int {
	if n == nil {
		return 1
	}
	c, err := strconv.Atoi(n.Value)
	switch {
	case err != nil || c < 0 || c > maxCount:
		r.out(n, "count "+n.Value, "it is a number from 1 to %d", maxCount)
	case negate && c > 1:
		r.notes.add(InPart, r.at(n), "count "+n.Value, "under negate one record is enough, in CRE too; left away")
	case c > 1:
		return c
	}
	return 1
}

func (r *reader) negateOptions(n *yaml.Node, t *term) {
	if v := child(n, "window"); v != nil {
		t.window = r.duration(v, "window", false)
	}
	if v := child(n, "slide"); v != nil {
		t.slide = r.duration(v, "slide", true)
	}
	if v := child(n, "anchor"); v != nil {
		a, err := strconv.Atoi(v.Value)
		if t.anchor = a; err != nil || a < 0 {
			r.out(v, "anchor "+v.Value, "it is the number of a condition, from 0")
		}
	}
	if v := child(n, "absolute"); v != nil {
		b, err := strconv.ParseBool(v.Value)
		if t.absolute = b; err != nil {
			r.out(v, "absolute "+v.Value, "it is true or false")
		}
	}
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

func (r *reader) extracts(n *yaml.Node) []extract {
	if n == nil {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		r.out(n, "extract", "it is no list")
		return nil
	}
	var out []extract
	for _, c := range n.Content {
		r.known(c, "extract", "name jq regex", LeftOut)
		e := extract{r.at(c), r.str(c, "name"), r.str(c, "regex"), r.str(c, "jq")}
		if e.name == "" || (e.regex == "") == (e.jq == "") || len(e.regex)+len(e.jq) > maxCondition {
			r.out(c, "extract "+head(e.name), "it needs a name, and one of regex and jq, of at most %d bytes", maxCondition)
			continue
		}
		out = append(out, e)
	}
	return out
}
