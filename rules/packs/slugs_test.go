package packs

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"roomline/rules"
)

// slugs are the failure signatures of SGLang in prefill/decode disaggregation that sglang-pd has to know,
// with the severity of each: what ends a process or wedges the service is critical.
var slugs = map[string]string{
	// thread death and wedge
	"nixl-bootstrap-thread-died": "critical", "bootstrap-thread-died-other": "critical", "nixl-transfer-worker-room-missing": "warning",
	"nixl-transfer-worker-error": "high", "mooncake-transfer-worker-died": "critical", "decode-side-thread-died": "critical",
	"silent-wedge-health-green": "critical", "queues-zero-requests-hang": "critical", "stale-gauges": "info",
	"prefill-probe-only-batches": "critical", "nixl-bootstrap-stuck-no-timeout": "high",
	// aborts and orphans
	"abort-cascade": "high", "orphaned-queue-entries": "high", "pp-orphaned-bootstrap": "high", "decode-leak-token-usage": "high",
	"kv-corruption-on-abort-window": "high",
	// time-outs and propagation
	"decode-waiting-timeout": "high", "nixl-prefill-failure-not-propagated": "high", "prefill-bootstrap-timeout": "high",
	"prefill-abort-decode-hang": "high", "pd-req-timeouts-ignored": "info",
	// peers, sessions, bootstrap
	"mooncake-session-failed": "high", "mooncake-mutual-accusation": "high", "mooncake-sync-batch-timeout": "high", "mooncake-rdma-missing": "high",
	"nixl-remote-disconnect-sticky": "critical", "nixl-wrong-transport": "warning", "prefill-heartbeat-lost": "critical",
	"prefill-was-healthy-now-down": "high", "bootstrap-unreachable": "critical", "prefill-not-registered": "critical",
	"stale-rank-port-after-restart": "critical", "foreign-traffic-bootstrap-socket": "warning", "config-mismatch": "critical",
	// collectives and schedulers
	"collective-desync": "critical", "pp-stage-divergence": "critical", "scheduler-watchdog-timeout": "critical", "health-detokenizer-timeout": "high",
	"scheduler-crash": "critical", "subprocess-teardown": "info", "unexpected-poll-state": "warning",
	// integrity of data
	"context-corruption-room-mismatch": "critical", "metadata-not-ready": "high", "kv-page-index-mismatch": "high", "hicache-bf16-index-k-layout": "high",
	"rejected-prefill-garbage": "high", "staging-failure": "warning",
	// capacity and routing
	"decode-kv-retraction": "warning", "decode-prealloc-starved": "high", "kv-transfer-degraded": "warning", "direct-request-no-room": "warning",
	"router-no-workers": "high",
}

// TestSlugs: every signature is there, with all that somebody needs who reads it for the first time.
func TestSlugs(t *testing.T) {
	if len(slugs) != 52 {
		t.Fatalf("the list has %d signatures, not 52", len(slugs))
	}
	p := shipped(t, "sglang-pd")
	have := map[string]bool{}
	for _, r := range p.Rules {
		have[r.ID] = true
		if want, ok := slugs[r.ID]; ok && r.Severity != want {
			t.Errorf("%s is %s, not %s", r.ID, r.Severity, want)
		}
		checkReadable(t, r)
	}
	for id := range slugs {
		if !have[id] {
			t.Errorf("%s is no rule of the pack", id)
		}
	}
}

// notPart is where a description says what looks like the rule's case but is not.
var notPart = regexp.MustCompile(`(?i)\bnot (?:to be taken for|a fault|a crash|the cause)\b`)

func checkReadable(t *testing.T, r *rules.Rule) {
	t.Helper()
	if r.Title == "" || r.Mitigation == "" || len(r.References) == 0 {
		t.Errorf("%s lacks a title, a mitigation or a reference", r.ID)
	}
	if !notPart.MatchString(r.Description) {
		t.Errorf("the description of %s does not say what it is not", r.ID)
	}
	if tagged(r, "basis:read", "basis:seen", "basis:inferred") != 1 {
		t.Errorf("%s must have one tag that says what it rests on (basis:read, basis:seen, basis:inferred): %v", r.ID, r.Tags)
	}
	if tagged(r, "root-cause", "symptom", "context") != 1 {
		t.Errorf("%s must have one tag of root-cause, symptom and context: %v", r.ID, r.Tags)
	}
}

// tagged counts the tags of a rule that are among some.
func tagged(r *rules.Rule, among ...string) int {
	n := 0
	for _, tag := range r.Tags {
		if slices.Contains(among, tag) {
			n++
		}
	}
	return n
}

// TestThreeKinds: each rule is seen to fire, to be ruled out, and to stay undecided.
func TestThreeKinds(t *testing.T) {
	forEachPack(t, func(t *testing.T, p *rules.Pack) {
		have := map[string]string{}
		for _, test := range p.Tests {
			for _, e := range test.Expect {
				have[e.Rule] += " " + e.Verdict + e.NotFired
			}
		}
		for _, r := range p.Rules {
			for _, kind := range [][]string{{"confirmed"}, {"refuted", "clear"}, {"inconclusive", "not_observed"}} {
				if !slices.ContainsFunc(kind, func(k string) bool { return strings.Contains(have[r.ID], k) }) {
					t.Errorf("%s has no test that expects it %s", r.ID, strings.Join(kind, " or "))
				}
			}
		}
	})
}

// TestQuietOnes: what tells of a normal stop, a planned restart or a setting never alarms.
func TestQuietOnes(t *testing.T) {
	for _, r := range shipped(t, "sglang-pd").Rules {
		if slices.Contains([]string{"subprocess-teardown", "planned-prefill-restart", "stale-gauges", "pd-req-timeouts-ignored"}, r.ID) && r.Severity != "info" {
			t.Errorf("%s is %s, not info", r.ID, r.Severity)
		}
	}
}

// TestNeverClaimsCorruption: of what no line shows the texts say that it is not shown.
func TestNeverClaimsCorruption(t *testing.T) {
	for _, r := range shipped(t, "sglang-pd").Rules {
		if r.ID != "hicache-bf16-index-k-layout" && r.ID != "kv-corruption-on-abort-window" {
			continue
		}
		if strings.Contains(strings.ToLower(r.Title), "corrupt") || !strings.Contains(r.Description, "never") {
			t.Errorf("%s: its title speaks of corruption, or its description does not say that it never claims it: %s / %s", r.ID, r.Title, r.Description)
		}
	}
}

// shipped loads one pack.
func shipped(t *testing.T, name string) *rules.Pack {
	t.Helper()
	list, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("%s is no shipped pack", name)
	return nil
}

func forEachPack(t *testing.T, check func(t *testing.T, p *rules.Pack)) {
	t.Helper()
	list, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		t.Run(p.Name, func(t *testing.T) { check(t, p) })
	}
}
