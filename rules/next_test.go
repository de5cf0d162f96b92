package rules

import (
	"fmt"
	"strings"
	"testing"

	"roomline/timeline"
)

// TestNextRanked: what the gravest open finding hangs on comes first, then what most hang on; each command says
// what it may decide.
func TestNextRanked(t *testing.T) {
	inc := &timeline.Incident{Sources: []timeline.Source{{Path: "a.log", Kind: "log"}, {Path: "b.log", Kind: "log"}, {Path: "c.log", Kind: "log"}}}
	ended := func(id, severity string, paths ...string) Finding {
		f := Finding{ID: id, Standing: &Standing{}, Shown: &Shown{Rule: "rule-" + id, Severity: severity, Verdict: timeline.U}}
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

// TestNextOnce: a command that would close two gaps stands there once.
func TestNextOnce(t *testing.T) {
	f := Finding{ID: "F1", Standing: &Standing{}, Shown: &Shown{Severity: "high", Verdict: timeline.U, Steps: []Step{{Missing: []Missing{why(NoSource, ""), why(NoSource, "any")}}}}}
	if got := next(&timeline.Incident{}, &Result{Findings: []Finding{f}}); len(got) != 1 {
		t.Errorf("%d commands: %q", len(got), got)
	}
}

// TestNextLeft: commands beyond those that are listed are counted.
func TestNextLeft(t *testing.T) {
	var missing []Missing
	for i := range maxNext + 3 {
		missing = append(missing, why(NoSource, fmt.Sprintf("prefill@n%d", i)))
	}
	got := next(&timeline.Incident{}, &Result{Findings: []Finding{{ID: "F1", Standing: &Standing{}, Shown: &Shown{Severity: "high", Verdict: timeline.U, Steps: []Step{{Missing: missing}}}}}})
	if last := got[len(got)-1]; len(got) != maxNext+1 || !strings.HasPrefix(last, "# 3 more ") {
		t.Errorf("%d lines, the last %q", len(got), last)
	}
}

// TestNextFetches: by what a log was wrapped in, from where it was taken.
func TestNextFetches(t *testing.T) {
	inc := &timeline.Incident{Sources: []timeline.Source{{Path: "d.log", Wrapper: "docker"}, {Path: "d.log#--host=x", Wrapper: "docker-compose"}, {Path: "k.log", Wrapper: "cri"}, {Path: "j.log#sglang p.service", Wrapper: "journald"},
		{Path: "c.log#stderr", Wrapper: "cri"}, {Path: "c.json#stdout", Wrapper: "docker"}, {Path: "o.log#decode-1", Wrapper: "compose"}, {Path: "s.log#pd-0/sglang", Wrapper: "stern"}, {Path: "w.log#Worker pid=1", Wrapper: "ray"}, {Path: "w.log#u.service/Worker pid=1", Wrapper: "journald+ray"},
		{Path: "v.log#Worker pid=1", Wrapper: "kubectl+ray"}, {Path: "l.json#pd-0/sglang/stdout", Wrapper: "loki"}}}
	for _, x := range []struct{ source, want string }{
		{"d.log", "docker logs --timestamps --since 1970-01-01T00:00:01Z --until 1970-01-01T00:00:03Z CONTAINER > d.log-gap-000001.log 2>&1 # what is missing of d.log"},
		{"k.log", "kubectl logs --timestamps --since-time=1970-01-01T00:00:01Z POD > k.log-gap-000001.log # what is missing of k.log"},
		{"d.log#--host=x", "docker logs --timestamps --since 1970-01-01T00:00:01Z --until 1970-01-01T00:00:03Z CONTAINER > d.log---host-x-gap-000001.log 2>&1 # what is missing of d.log#--host=x"},
		{"j.log#sglang p.service", "journalctl -u 'sglang p.service' --since '1970-01-01 00:00:01 UTC' --until '1970-01-01 00:00:03 UTC' -o short-iso > j.log-sglang-p.service-gap-000001.log # what is missing of j.log#sglang p.service"},
		{"c.log#stderr", "kubectl logs --timestamps --since-time=1970-01-01T00:00:01Z POD > c.log-stderr-gap-000001.log # what is missing of c.log#stderr"},
		{"c.json#stdout", "docker logs --timestamps --since 1970-01-01T00:00:01Z --until 1970-01-01T00:00:03Z CONTAINER > c.json-stdout-gap-000001.log 2>&1 # what is missing of c.json#stdout"},
		{"o.log#decode-1", "docker logs --timestamps --since 1970-01-01T00:00:01Z --until 1970-01-01T00:00:03Z decode-1 > o.log-decode-1-gap-000001.log 2>&1 # what is missing of o.log#decode-1"},
		{"s.log#pd-0/sglang", "kubectl logs --timestamps --since-time=1970-01-01T00:00:01Z pd-0 -c sglang > sglang-gap-000001.log # what is missing of s.log#pd-0/sglang"},
		{"v.log#Worker pid=1", "kubectl logs --timestamps --since-time=1970-01-01T00:00:01Z POD > v.log-Worker-pid-1-gap-000001.log # what is missing of v.log#Worker pid=1"},
		{"w.log#Worker pid=1", "journalctl -u UNIT --since '1970-01-01 00:00:01 UTC' --until '1970-01-01 00:00:03 UTC' -o short-iso > w.log-Worker-pid-1-gap-000001.log # what is missing of w.log#Worker pid=1"},
		{"w.log#u.service/Worker pid=1", "journalctl -u u.service --since '1970-01-01 00:00:01 UTC' --until '1970-01-01 00:00:03 UTC' -o short-iso > Worker-pid-1-gap-000001.log # what is missing of w.log#u.service/Worker pid=1"},
		{"l.json#pd-0/sglang/stdout", "logcli query --from=1970-01-01T00:00:01Z --to=1970-01-01T00:00:03Z --limit=0 --forward -o jsonl 'QUERY' > stdout-gap-000001.log # what is missing of l.json#pd-0/sglang/stdout"},
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
