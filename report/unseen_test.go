package report

import (
	"bytes"
	"strings"
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

// logsOf is the fixture with logs of these roles alone.
func logsOf(roles ...string) *Document {
	d := fixture()
	d.Incident.Streams = nil
	for i, r := range roles {
		d.Incident.Streams = append(d.Incident.Streams, timeline.Stream{ID: timeline.StreamID(i + 1), Role: r, Instance: "n1"})
	}
	return d
}

// TestUnseenSide: that rules of any process are clear, and that no cause was found, says nothing of a side without a log.
func TestUnseenSide(t *testing.T) {
	for _, x := range []struct {
		roles []string
		want  string
	}{
		{[]string{"prefill", "decode", "router"}, ""},
		{[]string{"prefill", "decode", "unknown"}, ""},
		{[]string{"prefill", "router"}, "no log of a decode was given: what any process may do was looked for in the others alone"},
		{[]string{"router"}, "no log of a prefill or decode was given: what any process may do was looked for in the others alone"},
		{[]string{"unknown", "unknown"}, "nothing tells the role of unknown@n1: its silence counts for every role"},
		{nil, ""},
	} {
		if got := clearOf(logsOf(x.roles...).Incident); got != x.want {
			t.Errorf("%v: %q, not %q", x.roles, got, x.want)
		}
	}
}

// TestUnseenRoot: a root whose causes are excluded names the side that nobody could look at; one without named causes does not.
func TestUnseenRoot(t *testing.T) {
	f := &rules.Finding{Standing: &rules.Standing{Root: rules.RootYes}, Shown: &rules.Shown{Verdict: timeline.T}}
	if got := rootWords(logsOf("decode").Incident, f); !strings.HasSuffix(got, "in what was given (no log of a prefill was)") {
		t.Error(got)
	}
	if got := rootWords(logsOf("decode", "prefill").Incident, f); !strings.HasSuffix(got, "in what was given") {
		t.Error(got)
	}
	f.Uncaused = true
	if got := rootWords(logsOf("decode").Incident, f); strings.Contains(got, "prefill") {
		t.Error(got)
	}
}

// TestUnseenInBrief: the summary says it as well, since it calls a root what it found.
func TestUnseenInBrief(t *testing.T) {
	for role, want := range map[string]string{"decode": "no log of a prefill was given: a cause there was not looked for", "unknown": "nothing tells the role of unknown@n1"} {
		d := logsOf(role)
		d.Result.Findings[0].Root, d.Result.Findings[0].Uncaused, d.Result.Findings[0].Severity = rules.RootYes, false, "high"
		var b bytes.Buffer
		if err := Brief(&b, d, Style{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s: no %q in\n%s", role, want, b.String())
		}
	}
}

// TestShortGravest: what is confirmed without a cause stands in the order of its severity, and so does its sign.
func TestShortGravest(t *testing.T) {
	d := fixture()
	d.Result.Findings = nil
	for _, s := range []string{"info", "high"} {
		d.Result.Findings = append(d.Result.Findings, rules.Finding{ID: "F" + s, Standing: &rules.Standing{Root: rules.RootUnknown}, Shown: &rules.Shown{Rule: "rule-" + s, Severity: s, Verdict: timeline.T}})
	}
	var b bytes.Buffer
	if err := Brief(&b, d, Style{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "✗  confirmed, of no known cause: rule-high, rule-info") {
		t.Error(b.String())
	}
}
