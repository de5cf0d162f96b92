package rules_test

import (
	"flag"
	"testing"
)

var costEvents = flag.Int("cost.events", 300, "events of each signal in the tests of what judging costs")

// TestCostOfSeq: five steps over so many events of each, ten in each window, of which the last never
// fits: every choice is looked at, and none twice. The number of operators judged grows with the events,
// not with the number of choices (10 to the 4th for each anchor).
func TestCostOfSeq(t *testing.T) {
	for _, c := range []struct {
		name, rule string
		each       int // operators at most for each event of the first step
	}{
		{"each after the one before", `{a: s0}, {b: {event: s1, during: {after: a, within: 10s}}}, {c: {event: s2, during: {after: b, within: 10s}}},
        {d: {event: s3, during: {after: c, within: 10s}}}, {e: {event: never, during: {after: d, within: 10s}}}`, 12},
		{"each after the anchor", `{a: s0}, {b: {event: s1, during: {after: a, within: 10s}}}, {c: {event: s2, during: {after: a, within: 10s}}},
        {d: {event: s3, during: {after: a, within: 10s}}}, {e: {event: never, during: {after: a, within: 10s}}}`, 8},
		{"the last names two", `{a: s0}, {b: {event: s1, during: {after: a, within: 10s}}}, {c: {event: s2, during: {after: b, within: 10s}}},
        {d: {event: s3, during: {after: c, within: 10s}}}, {e: {event: never, during: {after: b, until: d}}}`, 110},
		{"nested", `{a: s0}, {b: {any: [{all: [{event: s1}, {any: [{event: s2}, {all: [{event: s3}, {event: never}]}]}]}, {event: never}], during: {after: a, within: 10s}}},
        {c: {all: [{any: [{event: s1}, {event: never}]}, {event: never}], during: {after: a, within: 10s}}}`, 25},
		{"open windows that fit", `{a: s0}, {b: {event: s1}}, {c: {event: s2}}, {d: {event: s3}}, {e: {event: s4}}`, 8},
		{"open windows that never fit", `{a: s0}, {b: {event: s1}}, {c: {event: s2}}, {d: {event: s3}}, {e: {event: never}}`, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			rule := "  - {id: r, severity: info, title: t, by: [process], pattern: {seq: [" + c.rule + "]}}\n"
			ops, _ := growth(t, rule, oneLog(*costEvents*5/4, 5, 5))
			if ops[1] > 6*ops[0] {
				t.Errorf("four times the events cost %d operators for %d", ops[1], ops[0])
			}
			if most := c.each * *costEvents; ops[1] > most {
				t.Errorf("%d operators for %d events of the first step, more than %d", ops[1], *costEvents, most)
			}
		})
	}
}

// TestCostOfAbsent: where a silence may begin behind each of very many hits, each of them is looked at a
// few times.
func TestCostOfAbsent(t *testing.T) {
	rule := "  - {id: r, severity: info, title: t, by: [process], pattern: {seq: [{a: s4}, {b: {absent: {event: s0, for: 20s}, start: {after: a, within: 2h}}}]}}\n"
	_, looks := growth(t, rule, func(times int) map[string]string {
		files := oneLog(1000*times, 4, 1)(times)
		files["prefill-n1.log"] = "[2026-05-12 03:13:59 TP0] event s4\n" + files["prefill-n1.log"]
		return files
	})
	if most := 60 * 1000 * 4; looks[1] == 0 || looks[1] > most {
		t.Errorf("%d looks at 4000 hits, more than %d", looks[1], most)
	}
}

// TestCostOfCountsBehind: a count whose window holds very many hits is counted anew for each of very many
// anchors, but only up to the hit that completes it.
func TestCostOfCountsBehind(t *testing.T) {
	rule := "  - {id: r, severity: info, title: t, by: [process], pattern: {seq: [{a: s0}, {b: {count: {event: s1, min: 3, within: 1m}, during: {after: a, within: 1h}}}]}}\n"
	_, looks := growth(t, rule, oneLog(2000, 4, 2))
	if most := 400 * 4000; looks[1] == 0 || looks[1] > most {
		t.Errorf("%d looks for 4000 anchors, more than %d", looks[1], most)
	}
}
