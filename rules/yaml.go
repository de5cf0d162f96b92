package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"roomline/rules/match"
)

// part is one YAML file of a pack.
type part struct {
	file  string // as messages name it
	order int    // among the files of the pack
	src   []byte
	lines []string // of src, once somebody asks
}

// line is a line of the file, from 1, without its line break.
func (p *part) line(n int) string {
	if p.lines == nil && p.src != nil {
		p.lines = strings.Split(string(p.src), "\n")
	}
	if n < 1 || n > len(p.lines) {
		return ""
	}
	return strings.TrimRight(p.lines[n-1], "\r")
}

// reader walks the nodes of the files of a pack and notes faults where they stand.
type reader struct {
	at     *part // the file whose nodes are being read
	faults Faults
	more   int // faults beyond maxFaults
	nodes  int // of all files so far

	texts, steps, exprWords int // of all signals so far: literals, steps of regular expressions, words of expressions

	regexps map[string]*match.Regexp // by their text: many signals capture the same
	trusted bool                     // regexps are not checked: tests have done so
}

// spend counts towards a limit of the whole pack and tells when it is passed, once.
func (r *reader) spend(n *yaml.Node, of *int, more, limit int, what string) bool {
	before := *of
	*of = min(before+more, limit+1)
	if *of > limit && before <= limit {
		r.fault(n, "up to here the pack has more than %d %s: split it and join the packs with `uses`", limit, what)
	}
	return *of <= limit
}

// atMost refuses a list that is too long.
func (r *reader) atMost(n *yaml.Node, have, limit int, what string) bool {
	if have > limit {
		r.fault(n, "%d %s; the limit is %d", have, what, limit)
	}
	return have <= limit
}

// pair is one key of a mapping with its value.
type pair struct {
	key   string
	at    *yaml.Node
	value *yaml.Node
}

// spot is a place in a pack, kept for what can be found wrong only later.
type spot struct {
	part *part
	node *yaml.Node
}

func (r *reader) spot(n *yaml.Node) spot { return spot{r.at, n} }

// in reads on in the file of a spot, until the function returned is called.
func (r *reader) in(s spot) func() {
	was := r.at
	r.at = s.part
	return func() { r.at = was }
}

// fault notes a mistake at a node; nil is the file as a whole.
func (r *reader) fault(n *yaml.Node, format string, args ...any) {
	if len(r.faults) >= maxFaults {
		r.more++
		return
	}
	r.faults = append(r.faults, faultAt(spot{r.at, n}, format, args...))
}

func faultAt(s spot, format string, args ...any) Fault {
	f := Fault{Message: fmt.Sprintf(format, args...)}
	if s.part != nil {
		f.File, f.order = s.part.file, s.part.order
	}
	if s.node != nil && s.part != nil {
		f.Line, f.Col, f.Text = s.node.Line, s.node.Column, s.part.line(s.node.Line)
	}
	return f
}

// inside is the place of a byte of a scalar's text, where the file holds the text as it is; else the
// scalar's own. at counts bytes from 0.
func (r *reader) inside(n *yaml.Node, at int) *yaml.Node {
	if n == nil || at < 0 || at > len(n.Value) || strings.Contains(n.Value, "\n") {
		return n
	}
	line := []rune(r.at.line(n.Line))
	from := n.Column - 1
	if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
		from++
	}
	if from < 0 || from > len(line) || !strings.HasPrefix(string(line[from:]), n.Value) {
		return n
	}
	out := *n
	out.Column = from + 1 + utf8.RuneCountInString(n.Value[:at])
	return &out
}

// pairs gives the keys of a mapping; a key given twice is a fault.
func (r *reader) pairs(n *yaml.Node, what string) []pair {
	if n == nil {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" {
			r.fault(n, "%s must be a mapping, not %s", what, kindOf(n))
		}
		return nil
	}
	out := make([]pair, 0, len(n.Content)/2)
	twice := twiceIn(n)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		if k.Kind != yaml.ScalarNode {
			r.fault(k, "a key of %s must be a word, not %s", what, kindOf(k))
			continue
		}
		if first := twice(k); first != nil {
			r.fault(k, "%q stands twice in %s; the first is in line %d", k.Value, what, first.Line)
			continue
		}
		out = append(out, pair{k.Value, k, n.Content[i+1]})
	}
	return out
}

// twiceIn gives what tells of the keys of a mapping, one after the other, where each stood before; nil for the
// first of a kind. Most mappings are so small that to look at all that went before is less work than to note it.
func twiceIn(n *yaml.Node) func(key *yaml.Node) *yaml.Node {
	const few = 2 * 8
	var seen map[string]*yaml.Node
	if len(n.Content) > few {
		seen = make(map[string]*yaml.Node, len(n.Content)/2)
	}
	return func(key *yaml.Node) *yaml.Node {
		if seen != nil {
			first := seen[key.Value]
			if first == nil {
				seen[key.Value] = key
			}
			return first
		}
		for i := 0; n.Content[i] != key; i += 2 {
			if c := n.Content[i]; c.Kind == yaml.ScalarNode && c.Value == key.Value {
				return c
			}
		}
		return nil
	}
}

// known gives the pairs whose keys are allowed; others are faults with the nearest spelling.
func (r *reader) known(n *yaml.Node, what string) map[string]pair {
	allowed := allowedIn[what]
	out := make(map[string]pair, 8)
	for _, p := range r.pairs(n, what) {
		if !slices.Contains(allowed, p.key) {
			r.fault(p.at, "unknown key %q in %s%s", p.key, what, r.keyHint(p.key, what, allowed))
			continue
		}
		r.due(p, what)
		out[p.key] = p
	}
	return out
}

func (r *reader) keyHint(key, what string, allowed []string) string {
	if where := misplaced[what][key]; where != "" {
		return ": " + where
	}
	if hint := r.didYouMean(key, allowed); hint != "" {
		return hint
	}
	return "; it may have " + strings.Join(allowed, ", ")
}

func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	return "the text " + strconv.Quote(clip(n.Value))
}

// clip shortens what a message quotes.
func clip(s string) string {
	if len(s) <= 60 {
		return s
	}
	return strings.ToValidUTF8(s[:57], "") + "..."
}

// didYouMean is the hint at the nearest spelling; of faults that nobody will read there is none.
func (r *reader) didYouMean(word string, words []string) string {
	if len(r.faults) >= maxFaults {
		return ""
	}
	return didYouMean(word, words)
}
