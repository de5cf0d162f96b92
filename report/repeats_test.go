package report

import (
	"bytes"
	"strings"
	"testing"

	"roomline/timeline"
)

func TestRepeats(t *testing.T) {
	d := fixture()
	d.Incident.Sources[0].Repeats = []timeline.Repeat{
		{Text: "store.cpp:106 send failed: \x1b[31mBroken pipe", With: []string{"gave up \u202e peer"}, Records: 1234, Lines: 1192, Of: 1310, Line: 41, LastLine: 1300, First: at(3, 12, 22), Last: at(3, 15, 1)},
		{Text: "small talk", Records: 60, Lines: 300, Of: 1310, Line: 1, LastLine: 9, First: timeline.NoTime, Last: timeline.NoTime},
	}
	var report, sources, json bytes.Buffer
	if err := Text(&report, d, Style{}); err != nil {
		t.Fatal(err)
	}
	if err := Sources(&sources, d, Style{}); err != nil {
		t.Fatal(err)
	}
	if err := JSON(&json, d); err != nil {
		t.Fatal(err)
	}
	flat := func(b *bytes.Buffer) string { return strings.Join(strings.Fields(b.String()), " ") }
	const head = "90% of its lines repeat 2 messages that come together, 1,234 times"
	for name, c := range map[string]struct{ text, want string }{
		"report":  {flat(&report), "▲ " + head + `: store.cpp:106 send failed: \x1b[31mBroken pipe`},
		"sources": {flat(&sources), "▲ " + head + ` (first 03:12:22 prefill.log:41, last 03:15:01 line 1300): store.cpp:106 send failed: \x1b[31mBroken pipe gave up \u202e peer`},
		"small":   {flat(&sources), "▲ 22% of its lines repeat one message, 60 times (first prefill.log:1, last line 9): small talk"},
		"json":    {json.String(), `"of_lines":1310,"line":41,"last_line":1300,"first":"2026-05-12T03:12:22Z","last":"2026-05-12T03:15:01Z"`},
		"null":    {json.String(), `"text":"small talk","with":[],"records":60,"lines":300,"of_lines":1310,"line":1,"last_line":9,"first":null,"last":null`},
	} {
		if !strings.Contains(c.text, c.want) {
			t.Errorf("%s lacks %s:\n%s", name, c.want, c.text)
		}
	}
	if strings.Contains(report.String(), "small talk") {
		t.Error("the report names what is less than half of a source")
	}
}
