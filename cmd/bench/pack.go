package main

import (
	_ "embed"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// patternText is one pattern to a line: what `rg -f` takes, and what the pack's signals look for.
//
//go:embed patterns.txt
var patternText string

// patterns are the fifty.
var patterns = strings.Split(strings.TrimSpace(patternText), "\n")

// roomPatterns tell of which room a record is.
var roomPatterns = []string{`bootstrap_room=(\d+)`, ` room (\d+)`}

const packHead = `apiVersion: rules/v1
pack: {name: bench, version: 1.0.0, owner: bench, engine: '>=0.1 <1.0'}
entities:
  room: {ignore: ['0']}
lifecycles:
  room:
    states: [Seen, Success, Failed]
    final: [Success, Failed]
    moves:
      - {signal: room_named, side: decode, state: Seen}
      - {signal: room_word, side: decode, state: Seen}
signals:
  room_named:
    log: {all: ['bootstrap_room='], capture: {room: 'bootstrap_room=(\d+)'}}
  room_word:
    log: {all: [' room '], capture: {room: ' room (\d+)'}}
`

// packOf writes a pack with one signal and one rule for each pattern, and the rooms.
func packOf(patterns []string) string {
	var b strings.Builder
	b.WriteString(packHead)
	for i, p := range patterns {
		literal, whole := longestLiteral(p)
		fmt.Fprintf(&b, "  p%02d:\n    log: {all: [%s]", i, quote(literal))
		if !whole {
			fmt.Fprintf(&b, ", regex: %s", quote(p))
		}
		b.WriteString("}\n")
	}
	b.WriteString("rules:\n")
	for i := range patterns {
		fmt.Fprintf(&b, "  - {id: pattern-%02d, title: pattern %d, severity: warning, by: [process], pattern: {seq: [{seen: {event: p%02d}}]}}\n", i, i, i)
	}
	return b.String()
}

// longestLiteral is the longest text that every match of a pattern holds, and whether that is all that
// the pattern says.
func longestLiteral(pattern string) (literal string, whole bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err) // the patterns are ours
	}
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	for _, p := range parts {
		if p.Op == syntax.OpLiteral && len(string(p.Rune)) > len(literal) {
			literal = string(p.Rune)
		}
	}
	return literal, len(parts) == 1 && re.Op == syntax.OpLiteral
}

// quote writes a string for YAML.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// many are n patterns of one literal each. Some are in the logs, the others are made from words that
// are, so that what is looked for is as hard to tell apart as real rules are.
func many(n int) []string {
	var out []string
	for _, p := range patterns {
		if literal, _ := longestLiteral(p); len(out) < n {
			out = append(out, strings.TrimSpace(literal))
		}
	}
	for i := 0; len(out) < n; i++ {
		first, second := out[i%len(patterns)], out[(i*7+3)%len(patterns)]
		out = append(out, fmt.Sprintf("%s %s %d", lastWord(first), firstWord(second), i))
	}
	return out
}

func firstWord(s string) string { return strings.Fields(s)[0] }

func lastWord(s string) string {
	words := strings.Fields(s)
	return words[len(words)-1]
}

// literalPatterns escapes what a pattern would take for more than itself.
func literalPatterns(literals []string) []string {
	out := make([]string, len(literals))
	for i, l := range literals {
		out[i] = regexp.QuoteMeta(l)
	}
	return out
}
