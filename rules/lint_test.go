package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roomline/rules"
)

// lintHead is a pack without a remark, but for tests that it lacks.
const lintHead = `apiVersion: rules/v1
pack: {name: p, version: 0.0.1}
signals:
  a: {log: {role: decode, all: ["alpha text"], regex: '(?m)^alpha text'}}
  b: {log: {role: decode, all: ["beta text"], regex: '(?m)^beta text', capture: {what: 'beta text (\w+)'}}}
  c: {log: {all: ["gamma text"], regex: '(?m)^gamma text'}}
  once: {log: {all: ["once text"], regex: '(?m)^once text'}, emits: once_per_process}
  g: {metric: {expr: 'max by (instance) (gauge)'}}
`

const lintRule = `  - id: r
    title: t
    severity: high
    mitigation: m
    references: [x]
`

// lintUses makes use of every signal of lintHead.
const lintUses = `  - {id: uses, title: t, severity: info, mitigation: m, references: [x], pattern: {seq: [{x: {any: [a, b, c, once]}}, {y: {rises: {signal: g, by: 1}}}]}}
`

func lintOf(t *testing.T, src string) []rules.Remark {
	t.Helper()
	p, faults := rules.Load("p.yaml", []byte(src))
	if p == nil {
		t.Errorf("%v\n%s", faults, src)
		return nil
	}
	return slices.DeleteFunc(p.Lint(), func(r rules.Remark) bool { return r.Code == "missing-case" })
}

// TestLintRules: what of a rule is remarked, and what looks like it but is not.
func TestLintRules(t *testing.T) {
	for _, x := range []struct{ name, rule, code, text string }{
		{"nothing", "    pattern: {event: a}\n", "", ""},
		{"a window before what it comes after", "    pattern: {seq: [{x: a}, {y: {event: b, during: {after: x, within: 10s}}}, {z: {event: c, during: {after: y + 60s, until: x + 30s}}}]}\n", "unreachable-step", "step z can never be"},
		{"the same with room for it", "    pattern: {seq: [{x: a}, {y: {event: b, during: {after: x, within: 10s}}}, {z: {event: c, during: {after: y + 10s, until: x + 30s}}}]}\n", "", ""},
		{"a window of nothing", "    pattern: {seq: [{x: a}, {y: {event: b, during: {after: x + 5s, until: x + 5s}}}]}\n", "fault", "the window is empty"},
		{"a window before its anchor, until something behind it", "    pattern: {seq: [{x: a}, {y: {event: b, during: {before: x, for: 30s}}}, {z: {event: c, during: {after: x, until: y}}}]}\n", "unreachable-step", "step z"},
		{"a window before its anchor", "    pattern: {seq: [{x: a}, {y: {event: b, during: {before: x, for: 30s}}}, {z: {event: c, during: {after: y, until: x}}}]}\n", "", ""},
		{"captures say how long", "    pattern: {seq: [{x: b}, {y: {event: a, during: {before: x, for: '${what}s'}}}, {z: {event: c, during: {after: y, until: x}}}]}\n", "", ""},
		{"one branch of two", "    pattern: {seq: [{x: a}, {y: {any: [{event: b, during: {after: x, within: 1m}}, {event: c, during: {after: x + 10s, until: x + 1s}}]}}]}\n", "unreachable-step", "a branch of step y"},
		{"flat from behind to before", "    pattern: {seq: [{x: a}, {y: {flat: {counter: g, from: x + 60s, to: x + 30s}}}]}\n", "unreachable-step", "step y"},
		{"an unless that cannot be", "    pattern: {seq: [{x: a}, {y: {event: b, during: {after: x, within: 10s}}}]}\n    unless: {event: c, after: y, until: x}\n", "unreachable-unless", "its `unless` on c"},
		{"an unless that can", "    pattern: {seq: [{x: a}, {y: {event: b, during: {after: x, within: 10s}}}]}\n    unless: {event: c, after: x, until: y}\n", "", ""},
		{"an unless that nothing can show", "    pattern: {event: a}\n    unless: {event: once, after: match, within: 1m}\n", "never-confirmed", "the silence of once"},
		{"silence shown by a record of it", "    pattern: {seq: [{x: a}, {y: {absent: {event: b, for: 10s, proof: [b]}, start: {after: x, within: 10s}}}]}\n", "contradiction", "the silence of b"},
		{"a branch twice", "    pattern: {any: [a, b, a]}\n", "shadowed-branch", "stands twice"},
		{"a record that may start at other times", "    pattern: {seq: [{x: a}, {y: {any: [{event: b, start: {after: x, within: 1m}}, {event: b, start: {before: x, for: 1m}}]}}]}\n", "", ""},
		{"a witness twice", "    pattern: {seq: [{x: a}, {y: {witnesses: [{event: b}, {event: b}], during: {after: x, within: 1m}}}]}\n", "shadowed-branch", "not independent"},
		{"kinds behind the last resort", "    pattern: {event: a}\n    classify: [{name: k, when: {event: b, during: {after: match, within: 1m}}}, {name: l}, {name: m, when: {event: c, during: {after: match, within: 1m}}}]\n", "unreachable-branch", "kind m is never reached: l above"},
		{"a kind twice", "    pattern: {event: a}\n    classify: [{name: k, when: {event: b, during: {after: match, within: 1m}}}, {name: l, when: {event: b, during: {after: match, within: 1m}}}]\n", "unreachable-branch", "k above it asks the same"},
	} {
		src := lintHead + "rules:\n" + lintUses + lintRule + x.rule
		if x.code == "fault" { // what one window shows by itself the loader refuses
			if p, faults := rules.Load("p.yaml", []byte(src)); p != nil || !strings.Contains(faults.Error(), x.text) {
				t.Errorf("%s: %v", x.name, faults)
			}
			continue
		}
		got := lintOf(t, src)
		if x.code == "" {
			if len(got) > 0 {
				t.Errorf("%s: %v", x.name, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Code != x.code || !strings.Contains(got[0].Text, x.text) || got[0].Line == 0 || got[0].File != "p.yaml" {
			t.Errorf("%s: %v; want %s: %s", x.name, got, x.code, x.text)
		}
	}
}

// TestLintWords: what people read of a rule.
func TestLintWords(t *testing.T) {
	for _, x := range []struct{ old, new, code string }{
		{"mitigation: m\n", "tags: [x]\n", "no-mitigation"},
		{"references: [x]\n", "tags: [x]\n", "no-references"},
		{"title: t\n", "title: 't ${what} ${process} ${nobody}'\n", "unknown-value"},
	} {
		got := lintOf(t, lintHead+"rules:\n"+lintUses+strings.Replace(lintRule, x.old, x.new, 1)+"    pattern: {event: b}\n")
		if len(got) != 1 || got[0].Code != x.code {
			t.Errorf("%s: %v", x.code, got)
		}
	}
}

// TestLintSignals: what of a signal is remarked.
func TestLintSignals(t *testing.T) {
	for _, x := range []struct{ signal, code string }{
		{"log: {role: router, all: [\"delta text\"], regex: '(?m)^delta text'}", ""},
		{"log: {role: router, all: [\"delta text\"], regex: '(?m)^(?:x|(y))delta text|^delta'}", ""},
		{"log: {role: router, all: [\"delta text\"]}", "spelt-by-prompt"},
		{"log: {role: router, all: [\"delta text\"], regex: '(?m)(?:^a|b)delta text'}", "spelt-by-prompt"},
		{"log: {role: router, slow: true, regex: '(?m)^d'}", "slow-signal"},
		{"log: {role: decode, all: [\"alpha text\"], regex: '(?m)^alpha text'}", "same-signal"},
		{"log: {role: prefill, all: [\"alpha text\"], regex: '(?m)^alpha text'}", ""},
		{"log: {role: router, all: [\"delta text\", \"delta\"], regex: '(?m)^delta text'}", "spare-literal"},
		{"log: {role: router, all: [\"delta text\", \"delta text\"], regex: '(?m)^delta text'}", "spare-literal"},
		{"log: {role: router, any: [\"delta text\", \"delta text\"], regex: '(?m)^delta text'}", "spare-literal"},
	} {
		use := strings.Replace(lintUses, "once]", "once, d]", 1)
		got := lintOf(t, lintHead+fmt.Sprintf("  d: {%s}\n", x.signal)+"rules:\n"+use)
		if x.code == "" && len(got) > 0 || x.code != "" && !slices.ContainsFunc(got, func(r rules.Remark) bool { return r.Code == x.code }) {
			t.Errorf("%s: %v; want %s", x.signal, got, x.code)
		}
	}
	got := lintOf(t, lintHead+"  d: {log: {all: [\"delta text\"], regex: '(?m)^delta text'}}\nrules:\n"+lintUses)
	if len(got) != 1 || got[0].Code != "unused-signal" || !strings.Contains(got[0].Text, "signal d") {
		t.Errorf("unused: %v", got)
	}
}

// TestLackingCases: one test for each of the three cases.
func TestLackingCases(t *testing.T) {
	p, faults := rules.Load("p.yaml", []byte(lintHead+"rules:\n"+lintUses+`tests:
  - {name: x, logs: {decode@n1: "x"}, expect: [{rule: uses, verdict: refuted}]}
`))
	if p == nil {
		t.Fatal(faults)
	}
	if l := p.Lacking(); len(l) != 1 || strings.Join(l[0].Cases, "; ") != "confirmed; inconclusive or not observed" {
		t.Errorf("%v", l)
	}
}

// TestShippedPacksHaveNoEmptyWindow and the like: what lint warns of beside missing tests.
func TestShippedPacksLint(t *testing.T) {
	set := lawSet(t)
	for _, p := range set.Packs {
		if p.Name == "law" {
			continue
		}
		for _, r := range p.Lint() {
			if !r.Note && r.Code != "missing-case" && r.Code != "no-mitigation" && strings.HasPrefix(r.File, "builtin:") {
				t.Errorf("%s:%d: %s [%s]", r.File, r.Line, r.Text, r.Code)
			}
		}
	}
}
