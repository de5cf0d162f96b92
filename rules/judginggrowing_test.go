package rules_test

import (
	"testing"

	"roomline/timeline"
)

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
	} {
		t.Run(c.name, func(t *testing.T) { judgeGrowing(t, c.rules, c.lines) })
	}
}

func judgeGrowing(t *testing.T, rules string, lines []string) {
	c := &edgeCase{rules: rules}
	c.story.captured = timeline.NoTime
	for _, line := range lines {
		if err := c.read(line); err != nil {
			t.Fatal(err)
		}
	}
	set, _, err := c.set()
	if err != nil {
		t.Fatal(err)
	}
	r := newRounds(set)
	logs := make([]int, len(c.story.logs))
	for i, l := range c.story.logs {
		logs[i] = len(l.lines)
	}
	last := len(logs) - 1
	for n := 1; n <= len(c.story.logs[last].lines); n++ {
		logs[last] = n
		inc := timeline.Build(c.story.part(logs, nil, false).facts(set), &set.Schema)
		share(r.last, inc)
		if diff := r.next(inc); diff != "" {
			t.Errorf("with %d lines: %s", n, diff)
		}
	}
	if r.more == 0 || r.again == 0 {
		t.Errorf("%d rounds went on, %d findings were kept: the test shows nothing", r.more, r.again)
	}
}
