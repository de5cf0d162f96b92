package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"roomline/rules/cre"
)

// TestManyNotes: of very many notes each reason is told once, the gravest first, with how many rules it concerns.
func TestManyNotes(t *testing.T) {
	res := &cre.Result{}
	for i := range 200 {
		n := cre.Note{File: "a.yaml", Line: i + 1, Col: 3, Effect: cre.InPart, What: "jq .a", Why: "the field is looked for in the text"}
		if i%4 == 0 {
			n.Effect, n.What, n.Why = cre.LeftOut, "promql", "queries are not carried over"
		}
		res.Rules = append(res.Rules, cre.Rule{ID: fmt.Sprintf("X-%d", i), Notes: []cre.Note{n}})
	}
	var b bytes.Buffer
	if err := importText(&b, res, "pack.yaml"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != 7 || lines[0] != "left out: 50 rules: promql: queries are not carried over" || lines[1] != "  X-0, X-4, X-8 and 47 more, first at a.yaml:1:3" ||
		lines[2] != "in part: 150 rules: jq .a: the field is looked for in the text" {
		t.Errorf("%d lines:\n%s", len(lines), b.String())
	}
	res.Rules, b = res.Rules[:10], bytes.Buffer{}
	if err := importText(&b, res, "pack.yaml"); err != nil || !strings.Contains(b.String(), "  a.yaml:10:3: in part: ") {
		t.Errorf("few are told one by one:\n%s", b.String())
	}
}
