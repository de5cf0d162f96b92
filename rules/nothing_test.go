package rules_test

import (
	"strings"
	"testing"

	"roomline/rules"
)

// Where a value is due and nothing stands, or a span of nothing, the pack is refused: judged, it would be
// confirmed of what nobody looked at.
func TestNothingIsRefused(t *testing.T) {
	const head = "apiVersion: rules/v1\npack: {name: t, version: 0.1.0}\nsignals:\n  trig: {log: {all: [trigger happened]}}\nrules:\n"
	for _, c := range []struct{ rest, want string }{
		{"pattern: {seq: [{a: trig}, {c: {absent: null, start: {after: a, within: 5s}}}]}", "absent needs event"},
		{"pattern: {seq: [{a: {count: null}}]}", "count needs event"},
		{"pattern: {seq: [{a: trig}, {c: {holds: null, start: {after: a, within: 5s}}}]}", "holds needs signal"},
		{"pattern: {seq: [{a: trig}, {c: {flat: null, start: {after: a, within: 5s}}}]}", "flat needs counter"},
		{"pattern: {seq: [{a: trig}, {c: {grew: null, start: {after: a, within: 5s}}}]}", "grew needs counter"},
		{"pattern: {seq: [{a: trig}, {c: {rises: null, during: {after: a, within: 5s}}}]}", "rises needs signal"},
		{"pattern: {seq: [{a: trig}, {c: {falls: null, during: {after: a, within: 5s}}}]}", "falls needs signal"},
		{"pattern: {seq: [{a: trig}, {c: {any: [{absent: null}], start: {after: a, within: 5s}}}]}", "absent needs event"},
		{"pattern: {seq: [{a: trig}]}, classify: [{name: x, when: {absent: null}}]", "absent needs event"},
		{"pattern: {seq: [{a: trig}]}, unless: null", "unless needs event"},
		{"pattern: {seq: [{a: trig}]}, unless: {event: trig, after: a, within: 0s}", "within must be more than nothing"},
		{"pattern: {seq: [{a: trig}]}, unless: {event: trig, after: a, within: null}", "within must be more than nothing"},
		{"pattern: {seq: [{a: trig}, {b: {absent: {event: trig, for: 0s}, start: {after: a, within: 5s}}}]}", "for must be more than nothing"},
		{"pattern: {seq: [{a: trig}, {b: {absent: {event: trig, for: null}, during: {after: a, within: 5s}}}]}", "for must be more than nothing"},
	} {
		_, faults := rules.Load("t.yaml", []byte(head+"  - {id: r, severity: high, title: s, "+c.rest+"}\n"))
		if !strings.Contains(faults.Error(), c.want) {
			t.Errorf("%s: want %q, got %v", c.rest, c.want, faults)
		}
	}
}

// Where a key of a pack stands with nothing behind it, or with less than it is for, the key is named; what says "none"
// is taken as that.
func TestKeysWithoutAValueAreRefused(t *testing.T) {
	const (
		life = "lifecycles: {room: {states: [A, B], final: [B], moves: [{signal: x, side: prefill, state: A}]}}\n"
		sig  = "signals: {x: {log: {all: [text], capture: {room: 'r=(\\d+)'}}}}\n"
		rule = "rules: [{id: r, severity: info, title: t, pattern: {event: x}}]\n"
	)
	for _, c := range []struct{ old, new, want string }{
		{"title: t", "title: t, by: null", `nothing stands behind "by"`},
		{"title: t", "title: t, by: []", `"by" is empty`},
		{"title: t", "title: t, by: ", `nothing stands behind "by"`},
		{"title: t", `title: ""`, `"title" is empty`},
		{"title: t", "title: t, explains: null", `nothing stands behind "explains"`},
		{"title: t", "title: t, unless: []", `"unless" is empty`},
		{"title: t", "title: t, tags: [], references: [], explains: [], not_cause_of: []", ""},
		{"moves: [{signal: x, side: prefill, state: A}]", "moves: null", `nothing stands behind "moves"`},
		{"moves: [{signal: x, side: prefill, state: A}]", "moves: []", `"moves" is empty`},
		{"final: [B]", "final: []", `"final" is empty`},
		{"side: prefill", "side: prefil", `unknown role "prefil"; did you mean "prefill"?`},
		{"side: prefill", `side: ""`, `"side" is empty`},
		{"side: prefill", "side: $room", ""},
		{"side: prefill", "side: vision", ""}, // a pack may speak of roles that are not known here
		{"all: [text]", "all: [text], any: []", `"any" is empty`},
		{"all: [text]", "all: [text], role: ", `nothing stands behind "role"`},
		{"all: [text]", "all: [text], not: []", ""},
		{"pattern: {event: x}", "pattern: {event: x, same: [rom]}", `"rom" is no entity: it may be process, instance, group, or what a signal captures; did you mean "room"?`},
		{"pattern: {event: x}", "pattern: {event: x, same: null}", `nothing stands behind "same"`},
		{"pattern: {event: x}", "pattern: {event: x}, explains: [{rule: s, same: [proces]}]}, {id: s, severity: info, title: t, pattern: {event: x}", `"proces" is no entity`},
		{"pattern: {event: x}", "pattern: {event: x}, explains: [{rule: s, same: [session]}]}, {id: s, severity: info, title: t, when: {log: {all: [other], capture: {session: 's=(.)'}}}", ""},
		{"rules: [", "overrides: [{rule: r, reason: w, append: {}}]\nrules: [", `"append" is empty`},
		{"rules: [", "overrides: [{rule: r, reason: w, replace: {references: []}}]\nrules: [", ""},
		{"rules: [", "macros: {m: }\nrules: [", `nothing stands behind the macro "m"`},
		{"rules: [", "tests: [null]\nrules: [", "a test holds nothing"},
		{"rules: [", "lists: null\nmacros: {}\ntests:\nrules: [", ""},
	} {
		text := "apiVersion: rules/v1\npack: {name: t, version: 0.1.0}\n" + sig + life + rule
		if !strings.Contains(text, c.old) {
			t.Fatalf("%q does not stand in the pack", c.old)
		}
		_, faults := rules.Load("t.yaml", []byte(strings.Replace(text, c.old, c.new, 1)))
		if c.want == "" && len(faults) > 0 || !strings.Contains(faults.Error(), c.want) {
			t.Errorf("%s: want %q, got %v", c.new, c.want, faults)
		}
	}
}
