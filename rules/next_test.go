package rules

import (
	"strings"
	"testing"

	"roomline/timeline"
)

// TestNextRanked: what the gravest open finding hangs on comes first, then what most hang on; each command says
// what it may decide.
func TestNextRanked(t *testing.T) {
	inc := &timeline.Incident{Sources: []timeline.Source{{Path: "a.log", Kind: "log"}, {Path: "b.log", Kind: "log"}, {Path: "c.log", Kind: "log"}}}
	ended := func(id, severity string, paths ...string) Finding {
		f := Finding{ID: id, Rule: "rule-" + id, Severity: severity, Verdict: timeline.U}
		for _, p := range paths {
			f.Steps = append(f.Steps, Step{Missing: []Missing{whyIn(SourceEnded, p, 0, timeline.Second)}})
		}
		return f
	}
	got := next(inc, &Result{Findings: []Finding{ended("F1", "warning", "a.log"), ended("F2", "high", "b.log"), ended("F3", "critical", "c.log", "b.log")}})
	if len(got) != 3 {
		t.Fatalf("%d commands: %q", len(got), got)
	}
	for i, want := range []string{
		"of b.log; may decide F3 (rule-F3, critical) and 1 more", "of c.log; may decide F3 (rule-F3, critical)", "of a.log; may decide F1 (rule-F1, warning)",
	} {
		if !strings.HasSuffix(got[i], want) {
			t.Errorf("command %d is %q, and ends with %q", i, got[i], want)
		}
	}
}

// TestNextFetches: by what a log was wrapped in, from where it was taken.
func TestNextFetches(t *testing.T) {
	inc := &timeline.Incident{Sources: []timeline.Source{{Path: "d.log", Wrapper: "docker"}, {Path: "k.log", Wrapper: "cri"}, {Path: "j.log#sglang p.service", Wrapper: "journald"}}}
	for _, x := range []struct{ source, want string }{
		{"d.log", "docker logs --timestamps --since 1970-01-01T00:00:01Z --until 1970-01-01T00:00:03Z CONTAINER > d.log-gap-000001.log 2>&1 # what is missing of d.log"},
		{"k.log", "kubectl logs --timestamps --since-time=1970-01-01T00:00:01Z POD > k.log-gap-000001.log # what is missing of k.log"},
		{"j.log#sglang p.service", "journalctl -u 'sglang p.service' --since '1970-01-01 00:00:01 UTC' --until '1970-01-01 00:00:03 UTC' -o short-iso > j.log-sglang-p.service-gap-000001.log # what is missing of j.log#sglang p.service"},
	} {
		if got := command(inc, whyIn(LogGap, x.source, timeline.Second, 2*timeline.Second)); got != x.want {
			t.Errorf("got  %s\nwant %s", got, x.want)
		}
	}
}

// TestNextHostile: a name that a log or a file system brings is one word of the command, and ends no comment.
func TestNextHostile(t *testing.T) {
	inc := &timeline.Incident{}
	for _, name := range []string{"prefill@$(reboot)", "prefill@a'b;reboot", "prefill@x\nreboot", "prefill@`reboot`"} {
		for _, r := range []Reason{NoSource, SourceEnded, ScrapeGap, SeriesAbsent} {
			cmd, comment, _ := strings.Cut(command(inc, why(r, name)), " # ")
			if strings.ContainsAny(comment, "\n\r$`") {
				t.Errorf("%s of %q: the comment ends, or runs where it is none: %q", r, name, comment)
			}
			plain := strings.ReplaceAll(strings.ReplaceAll(cmd, `'\''`, ""), "$(date -u +%FT%TZ)", "")
			for i, part := range strings.Split(plain, "'") {
				if i%2 == 0 && strings.Contains(part, "reboot") {
					if !strings.Contains(part, "reboot-later.log") && !strings.Contains(part, "reboot.prom") {
						t.Errorf("%s of %q: it stands outside of quotes: %q", r, name, cmd)
					}
				}
			}
		}
	}
}
