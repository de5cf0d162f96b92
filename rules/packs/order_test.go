package packs

import (
	"slices"
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

// TestOrderOfTheIncident: of the incident from kill to restart the findings come root first, each effect behind
// what explains it, and the chain is the one that the incident had: aborts on decode, the thread's death on
// prefill, the wedge, the rooms that time out, the restart.
func TestOrderOfTheIncident(t *testing.T) {
	const name = "the incident from kill to restart"
	set := newSet(t, "sglang-pd")
	tests := set.Packs[0].Tests
	n := slices.IndexFunc(tests, func(x *rules.Test) bool { return x.Name == name })
	if n < 0 {
		t.Fatalf("the pack has no test %q", name)
	}
	j := judge(t, set, tests[n].Logs)

	found := firstOf(j.res)
	if got := j.confirmed(); len(got) == 0 || got[0] != "nixl-bootstrap-thread-died" || found[got[0]].Root != rules.RootYes {
		t.Fatalf("the first finding is not the thread's death as root: %v", got)
	}
	rootsFirst(t, j.res)
	inTime(t, found, "abort-cascade", "nixl-bootstrap-thread-died", "nixl-transfer-worker-room-missing", "prefill-probe-only-batches", "decode-waiting-timeout")
	for effect, cause := range map[string]string{
		"nixl-wedge": "nixl-bootstrap-thread-died", "silent-wedge-health-green": "nixl-wedge", "prefill-probe-only-batches": "nixl-bootstrap-thread-died",
		"decode-waiting-timeout": "nixl-bootstrap-thread-died", "nixl-transfer-worker-room-missing": "abort-cascade",
	} {
		if f, by := found[effect], found[cause]; f == nil || by == nil || !slices.Contains(f.ExplainedBy, by.ID) {
			t.Errorf("%s is not explained by %s", effect, cause)
		}
	}
	if f := found["nixl-bootstrap-thread-died"]; f != nil && (len(f.ExplainedBy) > 0 || f.Span.Hi.Known() && f.Span.Hi > restart) {
		t.Errorf("the thread's death is explained by %v, and goes on to %v though the restart ended it", f.ExplainedBy, f.Span.Hi)
	}
	for _, quiet := range []string{"prefill-heartbeat-lost", "scheduler-watchdog-timeout", "health-detokenizer-timeout", "scheduler-crash"} {
		if found[quiet] != nil {
			t.Errorf("%s is confirmed, but it was silent throughout", quiet)
		}
	}
}

var restart = timeline.Time(1778556240e9) // 2026-05-12 03:24:00 UTC

// firstOf gives the first confirmed finding of each rule.
func firstOf(res *rules.Result) map[string]*rules.Finding {
	out := map[string]*rules.Finding{}
	for i := range res.Findings {
		if f := &res.Findings[i]; f.Verdict == timeline.T && out[f.Rule] == nil {
			out[f.Rule] = f
		}
	}
	return out
}

// rootsFirst: roots stand before whatever is explained.
func rootsFirst(t *testing.T, res *rules.Result) {
	t.Helper()
	effect := ""
	for i := range res.Findings {
		f := &res.Findings[i]
		switch {
		case f.Verdict != timeline.T:
			return
		case len(f.ExplainedBy) > 0:
			effect = f.Rule
		case f.Root == rules.RootYes && effect != "":
			t.Errorf("the root %s stands behind %s, which is an effect", f.Rule, effect)
		}
	}
}

// inTime: the anchors of the findings follow each other.
func inTime(t *testing.T, found map[string]*rules.Finding, order ...string) {
	t.Helper()
	for i, rule := range order {
		if found[rule] == nil {
			t.Errorf("%s is not confirmed", rule)
			return
		}
		if i > 0 && found[rule].Anchor.Lo < found[order[i-1]].Anchor.Lo {
			t.Errorf("%s begins before %s", rule, order[i-1])
		}
	}
}
