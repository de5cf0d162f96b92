package rules_test

import "testing"

// TestJudgingGrowing reveals the last log of small incidents line by line, where little else happens
// that would hide what was wrongly kept.
func TestJudgingGrowing(t *testing.T) {
	for _, c := range []struct {
		name, rules string
		lines       []string
	}{
		{"a stream that lags behind", "- {id: burst, by: [group], pattern: {seq: [{a: {count: {event: abort, distinct: room, min: 2, within: 8s}}}]}}\n" +
			"- {id: alone, by: [room], pattern: {seq: [{a: abort}, {b: {event: wait, during: {before: a, for: 20s}}}]}}\n", []string{
			"decode@n2", " 03:14:00 note", " 03:14:20 abort 1", " 03:14:50 abort 2", " 03:14:59 note",
			"decode@n4", " 03:14:00 note", " 03:14:05 abort 1", " 03:14:17 wait 1 9", " 03:14:18 abort 3", " 03:14:47 abort 4", " 03:14:59 note"}},
		{"anchors that fold", "- {id: again, by: [room], pattern: {seq: [{a: abort}]}}\n", []string{
			"decode@n2", " 03:14:00 note", " 03:14:05 abort 1", " 03:14:20 abort 1", " 03:14:25 TP1 abort 1", " 03:14:29 note", " 03:14:35 abort 1"}},
		{"a cause behind its effect", "- {id: effect, by: [process], pattern: {seq: [{a: trig}]}}\n- {id: cause, by: [group], pattern: {seq: [{a: abort}]}, explains: [{rule: effect, within: 30s, same: [group]}]}\n", []string{
			"prefill@n1", " 03:14:00 note", " 03:14:20 trig", " 03:14:40 note",
			"decode@n2", " 03:14:00 note", " 03:14:10 abort 1", " 03:14:19 abort 2", " 03:14:40 note"}},
		{"rooms that come again", "- {id: burst, by: [group], pattern: {seq: [{a: {count: {event: abort, distinct: room, min: 2, within: 8s}}}]}}\n", []string{
			"decode@n2", " 03:14:00 abort 1", " 03:14:14 abort 2", " 03:14:14 abort 2", " 03:14:18 abort 2", " 03:14:25 abort 3", " 03:14:26 abort 1", " 03:14:31 abort 2", " 03:14:31 abort 2", " 03:14:33 abort 1"}},
	} {
		t.Run(c.name, func(t *testing.T) { judgeGrowing(t, c.rules, c.lines) })
	}
}

func judgeGrowing(t *testing.T, rules string, lines []string) {
	set, _, err := (&edgeCase{rules: rules}).set()
	if err != nil {
		t.Fatal(err)
	}
	grow(t, set, lines)
}
