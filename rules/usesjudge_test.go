package rules_test

import (
	"os"
	"strings"
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

// twoPacks splits a case: its first rule is one pack, the others are of a pack that uses it, and a third
// pack excepts findings.
func twoPacks(t *testing.T, first, others, overrides string) *rules.Set {
	t.Helper()
	head, err := os.ReadFile(edgeHead)
	if err != nil {
		t.Fatal(err)
	}
	long := func(s string) string { return strings.ReplaceAll(s, "- {id: ", "- {severity: info, title: t, id: ") }
	d := disk{"lib.yaml": string(head) + "rules:\n" + long(first),
		"team.yaml": packText("team", "uses: [lib.yaml]\nrules:\n"+long(others)),
		"ours.yaml": packText("ours", "overrides: ["+overrides+"]\n")}
	d.pin(t, "team.yaml")
	lib := rules.NewLibrary(d.open)
	for _, name := range []string{"ours.yaml", "team.yaml"} {
		if p, err := lib.Load(name); p == nil {
			t.Fatal(err)
		}
	}
	set, err := rules.NewSet(lib.Packs()...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// An edge leads from a pack to one that it uses, also while the log of the cause grows, also where an
// exception suppresses the cause; nothing leads the other way.
func TestCausesAcrossPacks(t *testing.T) {
	const (
		effect = "- {id: effect, by: [process], pattern: {seq: [{a: trig}]}}\n"
		cause  = "- {id: cause, by: [group], pattern: {seq: [{a: abort}]}, explains: [{rule: effect, within: 30s, same: [group]}], exceptions: {groups: {entity: group}}}\n"
	)
	lines := []string{"prefill@n1", " 03:14:00 note", " 03:14:20 trig", " 03:14:40 note",
		"decode@n2", " 03:14:00 note", " 03:14:10 abort 1", " 03:14:19 abort 2", " 03:14:40 note"}
	for _, c := range []struct {
		name, overrides, by string
	}{
		{"plain", "", "F"},
		{"suppressed", "{rule: cause, reason: x, append: {exceptions: {groups: [g0]}}}", "S"},
	} {
		set := twoPacks(t, effect, cause, c.overrides)
		last := grow(t, set, lines)
		var found *rules.Finding
		for i := range last.Findings {
			if f := &last.Findings[i]; f.Rule == "effect" {
				found = f
			}
		}
		if found == nil || found.Root != rules.RootNo || len(found.ExplainedBy) == 0 || !strings.HasPrefix(found.ExplainedBy[0], c.by) {
			t.Errorf("%s: %+v", c.name, found)
		}
		if n := len(last.Suppressed); (n > 0) != (c.by == "S") {
			t.Errorf("%s: %d suppressed", c.name, n)
		}
	}
}

// grow reveals the last log line by line, holds each result against a fresh one and gives the last.
func grow(t *testing.T, set *rules.Set, lines []string) *rules.Result {
	t.Helper()
	c := &edgeCase{}
	c.story.captured = timeline.NoTime
	for _, line := range lines {
		if err := c.read(line); err != nil {
			t.Fatal(err)
		}
	}
	r := newRounds(set)
	logs := make([]int, len(c.story.logs))
	for i, l := range c.story.logs {
		logs[i] = len(l.lines)
	}
	last := len(logs) - 1
	var res *rules.Result
	for n := 1; n <= len(c.story.logs[last].lines); n++ {
		logs[last] = n
		inc := timeline.Build(c.story.part(logs, nil, false).facts(set), &set.Schema)
		share(r.last, inc)
		if diff := r.next(inc); diff != "" {
			t.Errorf("with %d lines: %s", n, diff)
		}
		res = rules.Judge(set, inc)
	}
	if r.more == 0 || r.again == 0 {
		t.Errorf("%d rounds went on, %d findings were kept: the test shows nothing", r.more, r.again)
	}
	return res
}
