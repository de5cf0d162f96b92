package rules

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// items gives the entries of a list.
func (r *reader) items(n *yaml.Node, what string) []*yaml.Node {
	switch {
	case n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!null":
		return nil
	case n.Kind != yaml.SequenceNode:
		r.fault(n, "%s must be a list, not %s", what, kindOf(n))
		return nil
	}
	return n.Content
}

func (r *reader) str(n *yaml.Node, what string) string {
	if n == nil || n.Tag == "!!null" {
		return ""
	}
	if n.Kind != yaml.ScalarNode {
		r.fault(n, "%s must be a string, not %s", what, kindOf(n))
		return ""
	}
	return n.Value
}

// strs reads a string or a list of strings.
func (r *reader) strs(n *yaml.Node, what string) []string {
	if n == nil || n.Tag == "!!null" {
		return nil
	}
	if n.Kind == yaml.ScalarNode {
		return []string{n.Value}
	}
	if n.Kind != yaml.SequenceNode {
		r.fault(n, "%s must be a string or a list of strings, not %s", what, kindOf(n))
		return nil
	}
	out := []string{}
	for _, c := range n.Content {
		switch s := r.str(c, what); {
		case s != "":
			out = append(out, s)
		case c.Kind == yaml.ScalarNode:
			r.fault(c, "an empty entry in %s", what)
		}
	}
	return out
}

func (r *reader) boolean(n *yaml.Node, what string) bool {
	if n == nil {
		return false
	}
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" {
		r.fault(n, "%s must be true or false, not %s", what, kindOf(n))
		return false
	}
	return strings.EqualFold(n.Value, "true")
}

func (r *reader) number(n *yaml.Node, what string) float64 {
	if n == nil {
		return 0
	}
	f, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || n.Kind != yaml.ScalarNode {
		r.fault(n, "%s must be a number, not %s", what, kindOf(n))
	}
	return f
}

func (r *reader) integer(n *yaml.Node, what string) int {
	if n == nil {
		return 0
	}
	i, err := strconv.Atoi(n.Value)
	if err != nil || n.Kind != yaml.ScalarNode {
		r.fault(n, "%s must be a whole number, not %s", what, kindOf(n))
	}
	return i
}

func (r *reader) oneOf(n *yaml.Node, what string, words ...string) string {
	if n != nil && n.Kind != yaml.ScalarNode {
		r.fault(n, "%s must be one of %s, not %s", what, strings.Join(words, ", "), kindOf(n))
		return ""
	}
	s := r.str(n, what)
	for _, w := range words {
		if s == w {
			return s
		}
	}
	if n != nil {
		r.fault(n, "%s is %q; it may be %s%s", what, clip(s), strings.Join(words, ", "), r.didYouMean(s, words))
	}
	return ""
}
