package rules_test

import (
	"strings"
	"testing"

	"roomline/rules"
)

// TestHints: what an author meant by what cannot be read.
func TestHints(t *testing.T) {
	head := "apiVersion: rules/v1\npack: {name: p, version: 1.0.0, owner: me}\nsignals:\n  boom: {log: {role: decode, all: [\"went boom\"], capture: {room: 'room=(\\d+)'}}}\n" +
		"  q: {metric: {role: decode, expr: 'sglang:num_queue_reqs'}}\nrules:\n"
	holds := "  - {id: a, severity: info, title: t, by: [process], pattern: {seq: [{a: boom}, {b: {holds: {signal: q, op: OP, value: 0, for: 10s}}}]}}\n"
	block := "  - id: a\n    severity: info\n    title: t\n    by: [process]\n    pattern:\n      seq:\n        - a: boom\n        - b:\n            holds:\n              signal: q\n              op: >\n              value: 0\n              for: 10s\n"
	rule := "  - {id: a, severity: info, title: t, by: [process], pattern: {seq: [{a: boom}]}}\ntests:\n  - name: x\n    logs: {SOURCE: \"[2026-06-18 14:00:01] went boom\"}\n    expect: [{rule: a, verdict: confirmed}]\n"
	for name, x := range map[string]struct{ body, want string }{
		"by in the plural":    {strings.Replace(rule, "[process]", "[groups]", 1), `it may be process, instance, group, room; did you mean "group"?`},
		"> in brackets":       {strings.Replace(holds, "OP", ">", 1), `a comparison must stand in quotes: op: ">"`},
		"!= in brackets":      {strings.Replace(holds, "OP", "!=", 1), `a comparison must stand in quotes`},
		"> on its own":        {block, `op is a comparison in quotes, such as op: ">"`},
		"a source's role":     {strings.Replace(rule, "SOURCE", "decoder@d0", 1), `the role of source "decoder@d0" is unknown; did you mean "decode"?`},
		"an expression's end": {strings.Replace(head, "reqs'", "reqs >'", 1), `expr: it ends too early; want`},
	} {
		_, faults := rules.Load("pack.yaml", []byte(head+x.body))
		if strings.HasPrefix(x.body, "apiVersion") {
			_, faults = rules.Load("pack.yaml", []byte(x.body+strings.Replace(rule, "SOURCE", "decode@d0", 1)))
		}
		if faults == nil || !strings.Contains(faults.Error(), x.want) {
			t.Errorf("%s: %v does not say %q", name, faults, x.want)
		}
	}
}
