package rules_test

import (
	"strings"
	"testing"

	"roomline/rules"
)

const samePack = `apiVersion: rules/v1
pack: {name: same, version: 0.1.0, owner: me}
signals:
  a: {log: {all: [text], regex: 'r=\d', capture: {room: 'room=(\d+)'}}}
  b: {log: {all: [word], capture: {room: 'room=(\d+)', other: 'room=(BAD)'}}}
rules:
  - {id: r, severity: info, title: r, by: [process], pattern: {event: a}}
`

// TestRegexOnce: signals that capture by equal texts share one regexp; a bad one is told where it stands, even
// though nothing runs it.
func TestRegexOnce(t *testing.T) {
	p, faults := rules.Load("pack.yaml", []byte(strings.Replace(samePack, "BAD", "x", 1)))
	if p == nil {
		t.Fatal(faults)
	}
	a, b := p.Signal("a"), p.Signal("b")
	if a.Captures[0].Regex != b.Captures[0].Regex || b.Captures[1].Regex == b.Captures[0].Regex {
		t.Error("equal texts have two regexps, or different ones share one")
	}
	p, faults = rules.Load("pack.yaml", []byte(strings.Replace(samePack, "BAD", "[", 1)))
	if p != nil || len(faults) != 1 || !strings.HasPrefix(faults[0].Error(), "pack.yaml:5:70:") {
		t.Errorf("a bad regexp: %v", faults)
	}
}
