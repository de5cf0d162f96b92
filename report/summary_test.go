package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

// TestBriefIsShort: however much was found, not read and not seen, the summary is 26 lines at most, each as wide as the
// screen, but for the commands, which are one line to copy.
func TestBriefIsShort(t *testing.T) {
	d := fixture()
	long := strings.Repeat("a long text that goes on ", 20)
	for i := range 40 {
		d.NotRun = append(d.NotRun, fmt.Sprintf("rule pack %d.yaml did not run: %s", i, long))
		d.Result.Next = append(d.Result.Next, "curl "+long)
		f, standing, shown := d.Result.Findings[0], *d.Result.Findings[0].Standing, *d.Result.Findings[0].Shown
		add := func(id string, root rules.Root) {
			own, stands := shown, standing
			stands.Root = root
			f.ID, f.Standing, f.Shown = fmt.Sprintf("%s%02d", id, i), &stands, &own
			d.Result.Findings = append(d.Result.Findings, f)
		}
		shown.Rule, shown.Title = fmt.Sprintf("rule-%d", i), long
		add("F1", rules.RootYes)
		standing.Explains, shown.Severity = nil, "info"
		add("F2", rules.RootUnknown)
		shown.Verdict = timeline.U
		add("F3", rules.RootUnknown)
	}
	d.Incident.Zones = []timeline.ZoneDoubt{{Stream: d.Incident.Streams[0].ID, Why: long}}
	var b bytes.Buffer
	if err := Brief(&b, d, Style{}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) > 26 {
		t.Errorf("%d lines:\n%s", len(lines), b.String())
	}
	for i, l := range lines {
		if n := columns(l); n > 100 && i > 0 && !strings.HasPrefix(l, "next  ") {
			t.Errorf("line %d has %d columns: %s", i+1, n, l)
		}
	}
	for _, must := range []string{"ZONE IN DOUBT", "0.yaml did not run", "more that did not run", "root F1: critical", "more roots", "of no known cause", "could not be decided", "could not be seen in full", "next  "} {
		if !strings.Contains(b.String(), must) {
			t.Errorf("it does not say %q:\n%s", must, b.String())
		}
	}
}

// TestSummaryLeads: the report begins with what its summary says, the doubt of a zone before any verdict.
func TestSummaryLeads(t *testing.T) {
	d := fixture()
	d.Incident.Zones = []timeline.ZoneDoubt{{Stream: d.Incident.Streams[0].ID, Why: "zone assumed UTC"}}
	d.Result.Findings[3].Steps[0].Missing[0].Reason = rules.ZoneUnknown
	var full, brief bytes.Buffer
	if err := Text(&full, d, Style{}); err != nil {
		t.Fatal(err)
	}
	if err := Brief(&brief, d, Style{}); err != nil {
		t.Fatal(err)
	}
	summary, _, _ := strings.Cut(brief.String(), "next  ")
	if !strings.HasPrefix(full.String(), summary) {
		t.Errorf("the report does not begin with its summary:\n%s", full.String())
	}
	if line := strings.Split(full.String(), "\n")[1]; !strings.HasPrefix(line, "▲  ZONE IN DOUBT (1 verdict hangs on it): ") {
		t.Errorf("the second line is %q", line)
	}
}
