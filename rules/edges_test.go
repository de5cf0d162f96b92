package rules_test

import (
	"slices"
	"testing"
)

// Two entries of a rule that name the same effect draw one edge.
func TestTwoEntriesDrawOneEdge(t *testing.T) {
	const pack = "- {id: effect, by: [process], pattern: {seq: [{a: trig}]}}\n" +
		"- {id: cause, by: [group], pattern: {seq: [{a: abort}]}, explains: [{rule: effect, within: 30s, same: [group]}, {rule: effect, within: 60s}]}\n"
	set, _, err := (&edgeCase{rules: pack}).set()
	if err != nil {
		t.Fatal(err)
	}
	res := grow(t, set, []string{"prefill@n1", " 03:14:00 note", " 03:14:20 trig", " 03:14:40 note",
		"decode@n2", " 03:14:00 note", " 03:14:10 abort 1", " 03:14:30 note", " 03:14:40 note"})
	if len(res.Findings) != 2 {
		t.Fatalf("%d findings, want the cause and its effect", len(res.Findings))
	}
	for _, f := range res.Findings {
		explains, explained := map[string][]string{"cause": {"F2"}}[f.Rule], map[string][]string{"effect": {"F1"}}[f.Rule]
		if !slices.Equal(f.Explains, explains) || !slices.Equal(f.ExplainedBy, explained) {
			t.Errorf("%s %s explains %v and is explained by %v", f.ID, f.Rule, f.Explains, f.ExplainedBy)
		}
	}
}
