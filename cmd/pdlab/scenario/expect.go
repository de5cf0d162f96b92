package scenario

import (
	"slices"

	"roomline/cmd/pdlab/emit"
	"roomline/cmd/pdlab/model"
)

// Evidence is what the options of a run let it show at all, whatever is left out of the bundle later.
type Evidence struct {
	LogRequests bool // from begin to end
	Debug       bool
	TimeStats   bool // with rooms in it
	Scrapes     bool // periodic ones, all of them taken
	Histograms  bool // finished transfers are counted
	Fresh       bool // scrapes are not denser than the probes that have a gauge of prefill written: between two writes it is frozen
	Queues      bool // decode's batch lines say how many rooms wait for what
}

// Shows is what a run with these options shows.
func Shows(p Plan, o emit.Options) Evidence {
	return Evidence{LogRequests: o.LogRequests && o.RequestsOff[1] == 0, Debug: o.Debug, TimeStats: o.TimeStats && o.Era.StatsWithRooms(),
		Scrapes: p.Config.ScrapeEvery > 0 && p.Config.ScrapeLoss == 0, Histograms: o.Era.Histograms(),
		Fresh: p.Config.ScrapeEvery >= p.Config.HealthEvery, Queues: o.Era.DecodeQueues()}
}

// Rules are all that Expect decides: those of the pack sglang-pd, which are the signatures of the domain and what was split
// off from them.
var Rules = []string{
	// A: thread death and wedge
	"nixl-bootstrap-thread-died", "bootstrap-thread-died-other", "nixl-transfer-worker-room-missing", "nixl-transfer-worker-error", "mooncake-transfer-worker-died",
	"decode-side-thread-died", "silent-wedge-health-green", "queues-zero-requests-hang", "stale-gauges", "prefill-probe-only-batches", "nixl-bootstrap-stuck-no-timeout",
	"nixl-wedge", "decode-standstill",
	// B: aborts and orphans
	"abort-cascade", "orphaned-queue-entries", "pp-orphaned-bootstrap", "decode-leak-token-usage", "kv-corruption-on-abort-window",
	// C: timeouts and propagation
	"decode-waiting-timeout", "nixl-prefill-failure-not-propagated", "prefill-bootstrap-timeout", "prefill-abort-decode-hang", "pd-req-timeouts-ignored",
	// D: peers, sessions, bootstrap
	"mooncake-session-failed", "mooncake-mutual-accusation", "mooncake-sync-batch-timeout", "mooncake-rdma-missing", "nixl-remote-disconnect-sticky", "nixl-wrong-transport",
	"prefill-heartbeat-lost", "planned-prefill-restart", "prefill-was-healthy-now-down", "bootstrap-unreachable", "prefill-not-registered", "stale-rank-port-after-restart",
	"foreign-traffic-bootstrap-socket", "config-mismatch",
	// E: collectives and schedulers
	"collective-desync", "pp-stage-divergence", "scheduler-watchdog-timeout", "health-detokenizer-timeout", "scheduler-crash", "subprocess-teardown", "unexpected-poll-state",
	"decode-pool-full-crash",
	// F: data integrity
	"context-corruption-room-mismatch", "metadata-not-ready", "kv-page-index-mismatch", "hicache-bf16-index-k-layout", "rejected-prefill-garbage", "staging-failure",
	// G: capacity and routing
	"decode-kv-retraction", "decode-prealloc-starved", "kv-transfer-degraded", "direct-request-no-room", "router-no-workers",
}

// expecter gathers verdicts.
type expecter struct {
	plan     Plan
	t        *model.Truth
	ev       Evidence
	x        emit.Expectation
	verdicts map[string]bool // decided; only looked up
	silent   []stillness     // see silence.go
}

// Expect says what the truth of a run implies for the rules of the domain: confirmed of which entities, ruled out, or left open
// for a reason. It is asked of what happened; what a tool makes of it plays no part. Each rule of Rules is decided.
func Expect(p Plan, t *model.Truth, ev Evidence) emit.Expectation {
	e := &expecter{plan: p, t: t, ev: ev, verdicts: map[string]bool{}}
	e.x = emit.Expectation{Confirmed: []string{}, Denied: []string{}, Entities: map[string][]string{}, May: map[string][]string{}, Left: map[string]string{}}
	e.silent = silences(p, t)
	e.threads()
	e.wedges()
	e.backlog()
	e.gauges()
	e.aborts()
	e.leftovers()
	e.transfers()
	e.aborted()
	e.slow()
	e.peers()
	e.processes()
	e.pipeline()
	e.integrity()
	e.capacity()
	e.neverHere()
	slices.Sort(e.x.Confirmed)
	slices.Sort(e.x.Denied)
	return e.x
}

// confirm expects a rule of these entities. The first verdict on a rule stands.
func (e *expecter) confirm(rule string, entities ...string) {
	if e.verdicts[rule] {
		return
	}
	e.verdicts[rule] = true
	e.x.Confirmed = append(e.x.Confirmed, rule)
	slices.Sort(entities)
	e.x.Entities[rule] = slices.Compact(entities)
}

// may names entities of which the rule is true as well, though not each of them shows.
func (e *expecter) may(rule string, entities ...string) {
	all := append(e.x.May[rule], entities...)
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > 0 {
		e.x.May[rule] = all
	}
}

func (e *expecter) deny(rules ...string) {
	for _, rule := range rules {
		if !e.verdicts[rule] {
			e.verdicts[rule] = true
			e.x.Denied = append(e.x.Denied, rule)
		}
	}
}

// leave says that a rule stays open, and why.
func (e *expecter) leave(why string, rules ...string) {
	for _, rule := range rules {
		if !e.verdicts[rule] {
			e.verdicts[rule] = true
			e.x.Left[rule] = why
		}
	}
}

// either confirms a rule of the entities that are there, and denies it if there are none.
func (e *expecter) either(rule string, entities []string) {
	if len(entities) > 0 {
		e.confirm(rule, entities...)
	} else {
		e.deny(rule)
	}
}

func rooms(events []model.RoomEvent) []string {
	var out []string
	for _, x := range events {
		out = append(out, x.Room)
	}
	return out
}

func procs(events []model.RoomEvent) []string {
	var out []string
	for _, x := range events {
		out = append(out, emit.Entity(x.Proc))
	}
	return out
}

func entities(events []model.ProcEvent) []string {
	var out []string
	for _, x := range events {
		out = append(out, emit.Entity(x.Proc))
	}
	return out
}

// both are the strings that stand in a and in b.
func both(a, b []string) []string {
	var out []string
	for _, x := range a {
		if slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// neverHere are rules whose cause the model does not have.
func (e *expecter) neverHere() {
	e.deny("decode-side-thread-died", "mooncake-sync-batch-timeout", "nixl-remote-disconnect-sticky", "prefill-was-healthy-now-down", "prefill-not-registered",
		"config-mismatch", "hicache-bf16-index-k-layout", "rejected-prefill-garbage", "staging-failure", "nixl-wrong-transport", "kv-corruption-on-abort-window",
		"pd-req-timeouts-ignored", "decode-standstill", "decode-pool-full-crash")
}
