package mql

import (
	"regexp"
	"slices"
	"strings"

	"roomline/timeline"
)

// labelled rewrites the labels of each series, or drops it. Two series that become one must not have
// a value at the same time.
type labelled struct {
	arg     node
	rewrite func(l labels) (labels, bool)
}

// labels are those of one series, its name as __name__.
type labels []timeline.Label

func (l labels) get(name string) string {
	for _, x := range l {
		if x.Name == name {
			return x.Value
		}
	}
	return ""
}

// set gives a label a value; an empty one removes it.
func (l labels) set(name, value string) labels {
	out := slices.DeleteFunc(l, func(x timeline.Label) bool { return x.Name == name })
	if value != "" {
		out = append(out, timeline.Label{Name: name, Value: value})
	}
	return out
}

func (n *labelled) eval(s *scope, emit func(row)) coverage {
	rows, c := materialise(n.arg, s)
	byKey, order := map[string]*pair{}, []*pair(nil)
	for _, r := range rows {
		out, ok := n.rewrite(append(labels{{Name: "__name__", Value: r.name}}, r.labels...))
		if !ok {
			continue
		}
		r.name = out.get("__name__")
		r.labels = out.set("__name__", "")
		slices.SortFunc(r.labels, func(a, b timeline.Label) int { return strings.Compare(a.Name, b.Name) })
		key := string(appendKey(nil, r.name, r.labels))
		if p := byKey[key]; p != nil {
			p.join(r)
		} else {
			byKey[key] = &pair{row: r}
			order = append(order, byKey[key])
		}
	}
	for _, p := range order {
		c.why = conflicts(c.why, len(s.at), p.clash)
	}
	for _, p := range order {
		x := keep(p.row)
		if x.why = conflicts(x.why, len(s.at), p.clash); p.clash != nil {
			x.vals = slices.Clone(x.vals)
			mask(x.vals, x.why)
		}
		emit(x)
	}
	return c
}

// labelFuncs make a rewrite from the texts behind the series. pairs: they come in twos.
var labelFuncs = map[string]struct {
	least int
	pairs bool
	make  func(args []string) (func(labels) (labels, bool), error)
}{
	"label_set":       {least: 0, pairs: true, make: each(func(l labels, name, value string) labels { return l.set(name, value) })},
	"label_copy":      {least: 0, pairs: true, make: each(copied)},
	"label_move":      {least: 0, pairs: true, make: each(moved)},
	"label_del":       {make: keeping(func(name string, args []string) bool { return !slices.Contains(args, name) })},
	"label_keep":      {make: keeping(func(name string, args []string) bool { return slices.Contains(args, name) })},
	"label_replace":   {least: 4, make: replaced},
	"label_join":      {least: 2, make: joinedLabel},
	"label_match":     {least: 2, make: matching(true)},
	"label_mismatch":  {least: 2, make: matching(false)},
	"label_lowercase": {make: changing(strings.ToLower)},
	"label_uppercase": {make: changing(strings.ToUpper)},
}

func each(fn func(l labels, a, b string) labels) func([]string) (func(labels) (labels, bool), error) {
	return func(args []string) (func(labels) (labels, bool), error) {
		return func(l labels) (labels, bool) {
			for i := 0; i+1 < len(args); i += 2 {
				l = fn(l, args[i], args[i+1])
			}
			return l, true
		}, nil
	}
}

func copied(l labels, from, to string) labels {
	if v := l.get(from); v != "" {
		return l.set(to, v)
	}
	return l
}

func moved(l labels, from, to string) labels {
	if v := l.get(from); v != "" && from != to {
		return l.set(to, v).set(from, "")
	}
	return l
}

func keeping(keep func(name string, args []string) bool) func([]string) (func(labels) (labels, bool), error) {
	return func(args []string) (func(labels) (labels, bool), error) {
		return func(l labels) (labels, bool) {
			return slices.DeleteFunc(l, func(x timeline.Label) bool { return !keep(x.Name, args) }), true
		}, nil
	}
}

func changing(fn func(string) string) func([]string) (func(labels) (labels, bool), error) {
	return func(args []string) (func(labels) (labels, bool), error) {
		return func(l labels) (labels, bool) {
			for _, name := range args {
				l = l.set(name, fn(l.get(name)))
			}
			return l, true
		}, nil
	}
}

// replaced is label_replace(q, dst, replacement, src, regex).
func replaced(args []string) (func(labels) (labels, bool), error) {
	re, err := anchored(args[3])
	return func(l labels) (labels, bool) {
		if src := l.get(args[2]); re.MatchString(src) {
			l = l.set(args[0], re.ReplaceAllString(src, args[1]))
		}
		return l, true
	}, err
}

// joinedLabel is label_join(q, dst, separator, src...).
func joinedLabel(args []string) (func(labels) (labels, bool), error) {
	return func(l labels) (labels, bool) {
		var parts []string
		for _, src := range args[2:] {
			parts = append(parts, l.get(src))
		}
		return l.set(args[0], strings.Join(parts, args[1])), true
	}, nil
}

func matching(want bool) func([]string) (func(labels) (labels, bool), error) {
	return func(args []string) (func(labels) (labels, bool), error) {
		re, err := anchored(args[1])
		return func(l labels) (labels, bool) { return l, re.MatchString(l.get(args[0])) == want }, err
	}
}

func anchored(text string) (*regexp.Regexp, error) { return regexp.Compile("^(?:" + text + ")$") }
