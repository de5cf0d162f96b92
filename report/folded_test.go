package report

import (
	"bytes"
	"strings"
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

// A folded group keeps the ids of its findings, and is counted by what it is about only where each
// finding is about another one.
func TestFoldedGroupsKeepTheirIDs(t *testing.T) {
	d := fixture()
	res := d.Result
	for i := range res.Findings {
		if f := &res.Findings[i]; f.ID == "F2" || f.ID == "F3" {
			f.Rule, f.Entity = "abort-cascade", []rules.KV{{Key: "group", Value: "g0"}}
		}
	}
	for _, id := range []string{"F6", "F7", "F8", "F9", "F10"} {
		f := res.Findings[3]
		f.ID = id
		res.Findings = append(res.Findings, f)
	}
	refuted := &res.Findings[4]
	refuted.Steps[0].Missing = []rules.Missing{{Reason: rules.NoSource, Source: "x", Remedy: "give what nobody needs"}}
	refuted.Verdict = timeline.F
	var out bytes.Buffer
	if err := Text(&out, d, Style{}); err != nil {
		t.Fatal(err)
	}
	flat := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{"abort-cascade x 2 (F2, F3), explained by F1", "and 5 more of stale-gauges (F6, F7, F8, …), at"} {
		if !strings.Contains(flat, want) {
			t.Errorf("lacks %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(flat, "what nobody needs") {
		t.Errorf("what is refuted is decided:\n%s", out.String())
	}
}

func TestZoneIsToldOnce(t *testing.T) {
	d := fixture()
	d.Incident.Sources[1].Zone, d.Incident.Sources[1].ZoneFrom = "UTC", "assumed"
	var out bytes.Buffer
	if err := Sources(&out, d, Style{}); err != nil {
		t.Fatal(err)
	}
	if hints, marks := strings.Count(out.String(), "zone=ZONE="), strings.Count(out.String(), "(assumed)"); hints != 1 || marks != 2 {
		t.Errorf("%d hints, %d marks:\n%s", hints, marks, out.String())
	}
}

func TestGeneral(t *testing.T) {
	if got := general("${process} waited ${secs}s for $x"); got != "PROCESS waited SECS s for $x" {
		t.Error(got)
	}
}
