package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptExits is `exits N roomline args...`: the exit status is N.
func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N COMMAND ARGS...")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("cannot run %s: %v", args[1], err)
		}
		code = exit.ExitCode()
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit status %d, want %s", code, args[0])
	}
	if strings.Contains(ts.ReadFile("stderr"), "goroutine ") {
		ts.Fatalf("it crashed")
	}
}

// scriptDoc is what scripts ask of a JSON report.
type scriptDoc struct {
	Sources  []map[string]any
	Findings []scriptFound
	NotFired []struct {
		Rule, Verdict string
		Missing       []scriptMissing
		NearMiss      any `json:"near_miss"`
	} `json:"not_fired"`
	Warnings []string
}

type scriptFound struct {
	ID, Rule, Verdict, Root, Title, Severity string
	Entity                                   map[string]string
	Count, Witnesses                         int
	ExplainedBy                              []string `json:"explained_by"`
	NearMiss                                 any      `json:"near_miss"`
	Steps                                    []struct {
		ID, Verdict string
		OrderProven bool `json:"order_proven"`
		Missing     []scriptMissing
		Evidence    []struct {
			Source, Text, Series string
			Line                 int
		}
	}
}

type scriptMissing struct{ Reason, Source string }

func scriptReport(ts *testscript.TestScript) *scriptDoc {
	var doc scriptDoc
	if err := json.Unmarshal([]byte(ts.ReadFile("stdout")), &doc); err != nil {
		ts.Fatalf("stdout is no JSON report: %v", err)
	}
	return &doc
}

// scriptFinding is `finding RULE VERDICT [findings=N] [KEY=VALUE...]`: such a finding is there (with
// !: none is). Keys are those of the entity, and: step.ID (verdict), missing, unproven (step),
// evidence (ID@FILE:LINE), text, near, count, witnesses, root, severity, by (a rule that explains it).
func scriptFinding(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: finding RULE VERDICT [KEY=VALUE...]")
	}
	doc := scriptReport(ts)
	var seen []string
	fit, want := 0, -1
	for i := range doc.Findings {
		f := &doc.Findings[i]
		if f.Rule != args[0] {
			continue
		}
		bad := ""
		if f.Verdict != args[1] {
			bad = "verdict"
		}
		for _, kv := range args[2:] {
			k, v, _ := strings.Cut(kv, "=")
			if k == "findings" {
				want, _ = strconv.Atoi(v)
			} else if bad == "" && !f.has(doc, k, v) {
				bad = kv
			}
		}
		if bad == "" {
			fit++
		}
		text, _ := json.Marshal(f)
		seen = append(seen, fmt.Sprintf("  %s: %s", bad, text))
	}
	if neg == (fit > 0) || want >= 0 && fit != want {
		ts.Fatalf("%d findings fit; there are\n%s", fit, strings.Join(seen, "\n"))
	}
}

// has says whether a finding is as one KEY=VALUE says.
func (f *scriptFound) has(doc *scriptDoc, k, v string) bool {
	switch k {
	case "count":
		return fmt.Sprint(f.Count) == v
	case "witnesses":
		return fmt.Sprint(f.Witnesses) == v
	case "root":
		return f.Root == v
	case "severity":
		return f.Severity == v
	case "title":
		return f.Title == v
	case "near":
		near, _ := json.Marshal(f.NearMiss)
		return strings.Contains(string(near), v)
	case "by":
		for _, g := range doc.Findings {
			if g.Rule == v && slices.Contains(f.ExplainedBy, g.ID) {
				return true
			}
		}
		return false
	case "missing", "evidence", "text", "unproven":
		return f.shows(k, v)
	}
	if id, ok := strings.CutPrefix(k, "step."); ok {
		for _, s := range f.Steps {
			if s.ID == id {
				return s.Verdict == v
			}
		}
		return false
	}
	return f.Entity[k] == v
}

// shows looks for something among the steps.
func (f *scriptFound) shows(k, v string) bool {
	for _, s := range f.Steps {
		if k == "unproven" && s.ID == v {
			return !s.OrderProven
		}
		for _, m := range s.Missing {
			if k == "missing" && (m.Reason == v || m.Reason+"@"+m.Source == v) {
				return true
			}
		}
		for _, e := range s.Evidence {
			if k == "evidence" && fmt.Sprintf("%s@%s:%d", s.ID, e.Source, e.Line) == v || k == "text" && strings.Contains(e.Text, strings.ReplaceAll(v, `\n`, "\n")) {
				return true
			}
		}
	}
	return false
}

// scriptNotFired is `notfired RULE clear|not_observed [missing=REASON] [near=TEXT]`.
func scriptNotFired(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: notfired RULE clear|not_observed [missing=REASON] [near=TEXT]")
	}
	for _, n := range scriptReport(ts).NotFired {
		if n.Rule != args[0] {
			continue
		}
		near, _ := json.Marshal(n.NearMiss)
		missing, _ := json.Marshal(n.Missing)
		for _, kv := range args[2:] {
			k, v, _ := strings.Cut(kv, "=")
			in := map[string]string{"near": string(near), "missing": string(missing)}[k]
			if !strings.Contains(in, v) {
				ts.Fatalf("%s: %s lacks %q: %s", n.Rule, k, v, in)
			}
		}
		if n.Verdict != args[1] {
			ts.Fatalf("%s: %s, want %s; missing %s", n.Rule, n.Verdict, args[1], missing)
		}
		return
	}
	ts.Fatalf("%s fired, or is not known", args[0])
}

// scriptSource is `source PATH KEY=VALUE...`: the entry of a source has these values (KEY~VALUE:
// the value holds this text).
func scriptSource(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: source PATH KEY=VALUE...")
	}
	for _, s := range scriptReport(ts).Sources {
		if s["path"] != args[0] {
			continue
		}
		for _, kv := range args[1:] {
			i := strings.IndexAny(kv, "=~")
			got := fmt.Sprint(s[kv[:i]])
			if kv[i] == '=' && got != kv[i+1:] || kv[i] == '~' && !strings.Contains(got, kv[i+1:]) {
				ts.Fatalf("%s: %s is %q", args[0], kv, got)
			}
		}
		return
	}
	ts.Fatalf("there is no source %s", args[0])
}
