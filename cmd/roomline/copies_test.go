package main

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// found is what must not change when evidence is given twice: findings without where they stand, what
// did not fire, rooms.
func found(t *testing.T, doc []byte) string {
	t.Helper()
	var d struct {
		Findings, NotFired, Rooms, Series any
	}
	if err := json.Unmarshal([]byte(strings.Replace(string(doc), `"not_fired"`, `"NotFired"`, 1)), &d); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return pruned(t, text, "source", "nearest")
}

func grep(lines []string, expr string) []string {
	re := regexp.MustCompile(expr)
	var out []string
	for _, l := range lines {
		if re.MatchString(l) {
			out = append(out, l)
		}
	}
	return out
}

// withExtra is the report of the incident with one more log of prefill@n1, given before or behind.
func withExtra(t *testing.T, x *smallIncident, name string, extra []byte, before bool) []byte {
	dir := writeTree(t, map[string][]byte{"prefill.log": joined(x.prefill), "decode.log": joined(x.decode), "prefill.prom": []byte(x.scrapes), name: extra})
	more := []string{"--source", "prefill@n1#g,zone=UTC=" + filepath.Join(dir, name)}
	args := sourceArgs(dir, "prefill.log", "decode.log")
	if before {
		return reportJSON(t, dir, exitOK, append(more, args...)...)
	}
	return reportJSON(t, dir, exitOK, append(args, more...)...)
}

// A grep beside the full log: nothing is counted twice, and its ends and gaps take no coverage from
// the log. The sources say so.
func TestGrepBesideTheLog(t *testing.T) {
	x := newIncident()
	want := found(t, plainReport(t, x))
	for _, expr := range []string{"Prefill batch", "Receive: obj=", "transfer failed", "CommonKV", "Prefill batch|Receive|GET", "bootstrap_room=505720837901959024.", "Traceback|Exception|Prefill batch"} {
		for _, before := range []bool{false, true} {
			doc := withExtra(t, x, "excerpt.txt", joined(grep(x.prefill, expr)), before)
			if got := found(t, doc); got != want {
				t.Errorf("grep %q, before %t: %s", expr, before, firstDifference(want, got))
			}
			if !strings.Contains(string(doc), "an excerpt of prefill.log") {
				t.Errorf("grep %q: the sources do not tell", expr)
			}
		}
	}
}

// The head or the tail of the log, given beside it, is one too.
func TestPartBesideTheLog(t *testing.T) {
	x := newIncident()
	want := found(t, plainReport(t, x))
	for name, part := range map[string][]string{"head.log": x.prefill[:100], "tail.log": x.prefill[150:]} {
		if got := found(t, withExtra(t, x, name, joined(part), false)); got != want {
			t.Errorf("%s: %s", name, firstDifference(want, got))
		}
	}
}

// The same bytes under two names, or packed, are one source.
func TestSameFileTwice(t *testing.T) {
	x := newIncident()
	want := found(t, plainReport(t, x))
	for name, bytes := range map[string][]byte{"copy.log": joined(x.prefill), "copy.log.gz": packings[0].pack(t, joined(x.prefill))} {
		doc := withExtra(t, x, name, bytes, false)
		if got := found(t, doc); got != want {
			t.Errorf("%s: %s", name, firstDifference(want, got))
		}
	}
}

// One file per container start: the silence of the first life is not asked of the second one's file,
// and what each holds counts once, for its life.
func TestFilePerContainerStart(t *testing.T) {
	x := newIncident()
	pods := "pods/llm_prefill-0_0e0ab0a6-7b1c-4b7a-9a57-0c1d6f1b2a11/main/"
	after := []string{stamped(incidentBegin.Add(600e9), "", "CommonKVBootstrapServer started successfully on 192.0.2.7:8998"),
		stamped(incidentBegin.Add(610e9), "TP0", "Prefill batch, #new-seq: 1, #new-token: 40, #cached-token: 0, token usage: 0.01, #running-req: 0, #queue-req: 0"),
		stamped(incidentBegin.Add(700e9), "TP0", "Prefill batch, #new-seq: 1, #new-token: 40, #cached-token: 0, token usage: 0.01, #running-req: 0, #queue-req: 0")}
	dir := writeTree(t, map[string][]byte{pods + "0.log": joined(x.prefill), pods + "1.log": joined(after), "decode.log": joined(x.decode), "prefill.prom": []byte(x.scrapes)})
	args := func(prefill string) []string {
		return []string{"--source", "prefill@n1#g,zone=UTC=" + filepath.Join(dir, prefill), "--source", "decode@n2#g,zone=UTC=" + filepath.Join(dir, "decode.log"), "--scrape", "prefill@n1#g=" + filepath.Join(dir, "prefill.prom")}
	}
	alone, both := confirmedOf(t, reportJSON(t, dir, exitOK, args(pods+"0.log")...)), confirmedOf(t, reportJSON(t, dir, exitOK, args("pods")...))
	if alone == "" || alone != both {
		t.Errorf("confirmed with the first life's file alone\n%s\nwith both\n%s", alone, both)
	}
}

// confirmedOf lists what is confirmed: rule, entity, count.
func confirmedOf(t *testing.T, doc []byte) string {
	t.Helper()
	var d struct {
		Findings []struct {
			Rule, Verdict string
			Entity        map[string]string
			Count         int
		}
	}
	if err := json.Unmarshal(doc, &d); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range d.Findings {
		if f.Verdict == "confirmed" {
			line, _ := json.Marshal(f)
			b.Write(append(line, '\n'))
		}
	}
	return b.String()
}
