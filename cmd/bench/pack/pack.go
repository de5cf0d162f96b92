// Package pack holds the fifty patterns that speed is measured with, as ripgrep and as the tool take them.
//
// It gives: [Text], one pattern to a line; [Patterns]; [Of], a rule pack with a signal and a rule for
// each of some patterns, and rooms; [Many], as many literals as are asked for; [Longest], what every
// match of a pattern holds. It loads no pack and does not judge what a pattern is worth.
//
// Concurrency: all of it are pure functions and values that nobody changes.
package pack

import (
	_ "embed"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// Text is one pattern to a line, as `rg -f` takes it.
//
//go:embed patterns.txt
var Text string

// Patterns are the fifty, with which SGLang tells of failures.
var Patterns = strings.Split(strings.TrimSpace(Text), "\n")

// Rooms tell of which room a record is.
var Rooms = []string{`bootstrap_room=(\d+)`, ` room (\d+)`}

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

// Of writes a pack with one signal (p00, p01, ...) and one rule for each pattern, and the rooms (signals
// room_named and room_word).
func Of(patterns []string) string {
	var b strings.Builder
	b.WriteString(packHead)
	for i, p := range patterns {
		literal, whole := Longest(p)
		fmt.Fprintf(&b, "  p%02d:\n    log: {all: [%s]", i, quote(literal))
		if !whole {
			fmt.Fprintf(&b, ", regex: %s", quote(p))
		}
		b.WriteString("}\n")
	}
	b.WriteString("rules:\n")
	for i := range patterns {
		fmt.Fprintf(&b, "  - {id: pattern-%02d, title: pattern %d, severity: warning, by: [process], pattern: {seq: [{burst: {count: {event: p%02d, min: 40, within: 60s}}}]}}\n", i, i, i)
	}
	return b.String()
}

// Longest is the longest text that every match of a pattern holds, and whether that is all that
// the pattern says.
func Longest(pattern string) (literal string, whole bool) {
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

// Many are n patterns of one literal each. Fifty are in the logs, the others are made from words that
// are, so that what is looked for is as hard to tell apart as real rules are.
func Many(n int) []string {
	var out []string
	for _, p := range Patterns {
		if literal, _ := Longest(p); len(out) < n {
			out = append(out, strings.TrimSpace(literal))
		}
	}
	for i := 0; len(out) < n; i++ {
		first, second := out[i%len(Patterns)], out[(i*7+3)%len(Patterns)]
		out = append(out, fmt.Sprintf("%s %s %d", lastWord(first), firstWord(second), i))
	}
	for i := range out {
		out[i] = regexp.QuoteMeta(out[i])
	}
	return out
}

func firstWord(s string) string { return strings.Fields(s)[0] }

func lastWord(s string) string {
	words := strings.Fields(s)
	return words[len(words)-1]
}
