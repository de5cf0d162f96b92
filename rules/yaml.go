package rules

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Limits of a pack file: beyond them it is refused, in bounded time and memory.
const (
	maxPackBytes = 8 << 20
	maxPackNodes = 400_000
	maxPackDepth = 64
)

// reader walks the nodes of one YAML file and notes faults where they stand.
type reader struct {
	file   string
	lines  []string
	faults Faults
}

// pair is one key of a mapping with its value.
type pair struct {
	key   string
	at    *yaml.Node
	value *yaml.Node
}

func newReader(file string, src []byte) *reader {
	return &reader{file: filepath.Base(file), lines: strings.Split(string(src), "\n")}
}

func (r *reader) fault(n *yaml.Node, format string, args ...any) {
	f := Fault{File: r.file, Message: fmt.Sprintf(format, args...)}
	if n != nil {
		f.Line, f.Col = n.Line, n.Column
		if n.Line >= 1 && n.Line <= len(r.lines) {
			f.Text = strings.TrimRight(r.lines[n.Line-1], "\r")
		}
	}
	r.faults = append(r.faults, f)
}

var yamlLine = regexp.MustCompile(`line (\d+)`)

// parse gives the root mapping of a document, or nil with a fault noted.
func (r *reader) parse(src []byte) *yaml.Node {
	if len(src) > maxPackBytes {
		r.fault(nil, "a pack of %d bytes is over the limit of %d: split it and join the parts with `uses`", len(src), maxPackBytes)
		return nil
	}
	if d := flowDepth(src); d > maxPackDepth*4 {
		r.fault(nil, "brackets are nested %d deep; the limit is %d", d, maxPackDepth)
		return nil
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(src, &doc); err != nil {
		at := &yaml.Node{Column: 1}
		if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
			at.Line, _ = strconv.Atoi(m[1])
		}
		r.fault(at, "not YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
		return nil
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		r.fault(nil, "a pack is a mapping with apiVersion, pack, signals, rules")
		return nil
	}
	count := 0
	if !r.bounded(doc.Content[0], 0, &count) {
		return nil
	}
	return doc.Content[0]
}

// bounded refuses what an alias could blow up: aliases are not part of the language.
func (r *reader) bounded(n *yaml.Node, depth int, count *int) bool {
	*count++
	switch {
	case n.Kind == yaml.AliasNode:
		r.fault(n, "aliases (*%s) are not part of rules/v1: use lists and macros", n.Value)
		return false
	case depth > maxPackDepth:
		r.fault(n, "nested more than %d deep", maxPackDepth)
		return false
	case *count > maxPackNodes:
		r.fault(n, "more than %d YAML nodes", maxPackNodes)
		return false
	}
	for _, c := range n.Content {
		if !r.bounded(c, depth+1, count) {
			return false
		}
	}
	return true
}

// flowDepth is the deepest nesting of brackets, strings not understood: an upper bound that needs
// no parser, since the parser itself recurses.
func flowDepth(src []byte) int {
	depth, deepest := 0, 0
	for _, c := range src {
		switch c {
		case '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return deepest
}

// pairs gives the keys of a mapping; a key given twice is a fault.
func (r *reader) pairs(n *yaml.Node, what string) []pair {
	if n == nil {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" {
			r.fault(n, "%s must be a mapping", what)
		}
		return nil
	}
	seen := map[string]bool{}
	var out []pair
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		if seen[k.Value] {
			r.fault(k, "%q stands twice in %s", k.Value, what)
			continue
		}
		seen[k.Value] = true
		out = append(out, pair{k.Value, k, n.Content[i+1]})
	}
	return out
}

// known gives the pairs whose keys are allowed; others are faults with the nearest spelling.
func (r *reader) known(n *yaml.Node, what string) map[string]pair {
	allowed := strings.Fields(keysOf[what])
	out := map[string]pair{}
	for _, p := range r.pairs(n, what) {
		ok := false
		for _, a := range allowed {
			ok = ok || a == p.key
		}
		if !ok {
			r.fault(p.at, "unknown key %q in %s%s", p.key, what, didYouMean(p.key, allowed))
			continue
		}
		out[p.key] = p
	}
	return out
}

// keysOf says which keys each part of a pack may have.
var keysOf = map[string]string{
	"pack file": "apiVersion pack uses defaults entities lists macros lifecycles signals rules overrides exceptions tests",
	"pack":      "name version owner engine shown_by description", "defaults": "clock ties scrape", "clock": "resolution skew", "scrape": "max_gap",
	"signal": "log metric config emits means description", "log": "role all any not regex capture slow", "metric": "role expr by fresh_by optional max_gap semantics",
	"config": "role key value", "entity": "ignore idle", "lifecycle": "states final failed flags moves",
	"move": "signal side state before segments", "before": "state seconds", "segment": "state ms", "macro": "any_series expr",
	"rule":   "id title severity tags references by same pattern when unless ends explains not_cause_of mitigation let classify ties max_gap description looks_like basis",
	"absent": "event for proof same start during", "count": "event distinct min max within same", "holds": "signal op value for",
	"flat": "counter from to for", "grew": "counter by from to for", "rises": "signal by", "falls": "signal by",
	"unless": "event after until within same", "ends": "event", "explains": "rule within same", "branch": "name when references",
	"window": "after within until before for", "let": "of during after within until before for",
	"test": "name start logs metrics mutate expect captured_at marks", "test metrics": "interval series",
	"expect":  "rule entity verdict steps missing not_fired near_miss explained_by root class count order_proven witnesses rooms",
	"missing": "reason source", "near miss": "blocked_at lacks nearest distance",
}

func (r *reader) str(n *yaml.Node, what string) string {
	if n == nil || n.Tag == "!!null" {
		return ""
	}
	if n.Kind != yaml.ScalarNode {
		r.fault(n, "%s must be a string", what)
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
		r.fault(n, "%s must be a string or a list of strings", what)
		return nil
	}
	out := []string{}
	for _, c := range n.Content {
		if s := r.str(c, what); s != "" {
			out = append(out, s)
		} else {
			r.fault(c, "an empty entry in %s", what)
		}
	}
	return out
}

func (r *reader) boolean(n *yaml.Node, what string) bool {
	if n == nil {
		return false
	}
	b, err := strconv.ParseBool(n.Value)
	if err != nil {
		r.fault(n, "%s must be true or false, not %q", what, n.Value)
	}
	return b
}

func (r *reader) number(n *yaml.Node, what string) float64 {
	if n == nil {
		return 0
	}
	f, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || n.Kind != yaml.ScalarNode {
		r.fault(n, "%s must be a number, not %q", what, n.Value)
	}
	return f
}

func (r *reader) integer(n *yaml.Node, what string) int {
	if n == nil {
		return 0
	}
	i, err := strconv.Atoi(n.Value)
	if err != nil {
		r.fault(n, "%s must be a whole number, not %q", what, n.Value)
	}
	return i
}

func (r *reader) oneOf(n *yaml.Node, what string, words ...string) string {
	s := r.str(n, what)
	for _, w := range words {
		if s == w {
			return s
		}
	}
	if n != nil {
		r.fault(n, "%s is %q; it may be %s%s", what, s, strings.Join(words, ", "), didYouMean(s, words))
	}
	return ""
}

func (r *reader) regex(n *yaml.Node, what string) *regexp.Regexp {
	s := r.str(n, what)
	if s == "" {
		return nil
	}
	if len(s) > 4096 {
		r.fault(n, "%s of %d bytes is over the limit of 4096", what, len(s))
		return nil
	}
	re, err := regexp.Compile(s)
	if err != nil {
		r.fault(n, "%s: %v (the syntax is RE2: no look-around, no back-references)", what, err)
		return nil
	}
	return re
}
