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
