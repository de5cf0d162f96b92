package rules

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A key that stands there with nothing behind it was forgotten, and to read it as one that was left out would judge
// something else than was meant. Not held to that are the sections of a pack and of a test, which may be empty, texts
// for people, and what is refused with more to say where it is read.

// nothingIn are the keys of each part that null is refused for.
var nothingIn = map[string]string{
	"clock": "resolution skew", "scrape": "max_gap", "lifecycle": "failed flags moves", "move": "side before segments", "before": "seconds", "segment": "ms",
	"log": "role all any not regex", "metric": "role by fresh_by max_gap", "config": "role",
	"rule":   "title tags references by explains not_cause_of classify exceptions max_gap",
	"absent": "proof same", "count": "distinct within same", "holds": "for", "unless": "same",
	"window": "for", "explains": "within same", "branch": "references",
	"override": "append replace", "replace": "title tags references max_gap steps", "append": "tags references not any lists exceptions",
	"expect": "entity steps missing class rooms", "missing": "reason source", "test metrics": "interval series",
}

// emptyTextIn are those that "" is refused for, emptyIn those that [] or {} is: elsewhere that says "none", as of tags or
// proofs.
var emptyTextIn = map[string]string{
	"clock": "resolution skew", "scrape": "max_gap", "macro": "any_series", "move": "side", "before": "seconds", "segment": "ms",
	"log": "role all any regex", "metric": "role by fresh_by max_gap", "config": "role", "rule": "title max_gap",
	"count": "distinct within", "holds": "for", "window": "for", "explains": "within same",
	"replace": "title max_gap", "append": "tags references not any", "expect": "class", "missing": "reason source", "test metrics": "interval series",
}

var emptyIn = map[string]string{
	"macro": "any_series", "lifecycle": "final moves", "move": "before segments", "log": "all any", "metric": "by", "rule": "by unless",
	"absent": "same", "count": "same", "unless": "same", "explains": "same", "let": "of",
	"override": "append replace", "replace": "steps", "append": "tags references not any lists exceptions", "test metrics": "series",
}

// due refuses a key behind which nothing stands though a value is due.
func (r *reader) due(p pair, what string) {
	switch n := p.value; {
	case n.Tag == "!!null":
		if hasWord(nothingIn[what], p.key) {
			r.fault(p.at, "nothing stands behind %q: write its value, or leave the key out", p.key)
		}
	case isBlank(n) && hasWord(emptyTextIn[what], p.key),
		n.Kind != yaml.ScalarNode && n.Kind != yaml.AliasNode && len(n.Content) == 0 && hasWord(emptyIn[what], p.key):
		r.fault(p.at, "%q is empty: write its value, or leave the key out", p.key)
	}
}

func isBlank(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && (n.Tag == "!!null" || strings.TrimSpace(n.Value) == "")
}

func hasWord(words, w string) bool { return words != "" && slices.Contains(strings.Fields(words), w) }
