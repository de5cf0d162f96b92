package cre

import (
	"strconv"

	"go.yaml.in/yaml/v3"
)

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
	if r.foreign(n) {
		return nil
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

// foreign says whether a condition is a query or code, which is noted.
func (r *reader) foreign(n *yaml.Node) bool {
	for _, k := range []struct{ key, why string }{
		{"promql", "queries are not carried over: write it as a metric signal of a pack"},
		{"script", "code of a rule is never run"},
	} {
		if v := child(n, k.key); v != nil {
			r.out(v, k.key, "%s", k.why)
			return true
		}
	}
	return false
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
