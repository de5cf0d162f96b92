package scenario

import (
	"slices"
	"time"

	"roomline/cmd/pdlab/emit"
	"roomline/cmd/pdlab/model"
)

// Evidence is what the options of a run let it show at all, whatever is left out of the bundle later.
type Evidence struct {
	LogRequests bool
	Scrapes     bool // periodic ones
	Histograms  bool // finished transfers are counted
}

// expecter gathers verdicts.
type expecter struct {
	plan     Plan
	t        *model.Truth
	ev       Evidence
	x        emit.Expectation
	verdicts map[string]bool // decided; only looked up
}

// Expect says what the truth of a run implies for the rules of the domain. A rule whose verdict hangs on more than the truth
// (thresholds near the edge, a rule's own idea of a baseline) is left open.
func Expect(p Plan, t *model.Truth, ev Evidence) emit.Expectation {
	e := &expecter{plan: p, t: t, ev: ev, verdicts: map[string]bool{}}
	e.x = emit.Expectation{Confirmed: []string{}, Denied: []string{}, Entities: map[string][]string{}}
	e.threads()
	e.aborts()
	e.transfers()
	e.collectives()
	e.neverHere()
	slices.Sort(e.x.Confirmed)
	slices.Sort(e.x.Denied)
	return e.x
}

func (e *expecter) confirm(rule string, entities ...string) {
	e.verdicts[rule] = true
	e.x.Confirmed = append(e.x.Confirmed, rule)
	slices.Sort(entities)
	e.x.Entities[rule] = slices.Compact(entities)
}

func (e *expecter) deny(rules ...string) {
	for _, rule := range rules {
		if !e.verdicts[rule] {
			e.verdicts[rule] = true
			e.x.Denied = append(e.x.Denied, rule)
		}
	}
}

// leave says that a rule stays open.
func (e *expecter) leave(rules ...string) {
	for _, rule := range rules {
		e.verdicts[rule] = true
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

// threads are bootstrap threads and the wedge that follows when a process has lost all of them.
func (e *expecter) threads() {
	var dead []string
	for _, d := range e.t.Deaths {
		dead = append(dead, emit.Entity(d.Proc))
	}
	e.either("nixl-bootstrap-thread-died", dead)
	for i := range e.plan.Config.Prefills {
		e.wedge(model.Proc{Role: model.PrefillRole, Index: i})
	}
	if len(dead) == 0 {
		e.deny("nixl-wedge")
		return
	}
	var wedged []string
	for _, w := range e.x.Wedged {
		if e.seen(w) {
			wedged = append(wedged, emit.Entity(w.Proc))
		}
	}
	e.leave("nixl-wedge", "silent-wedge-health-green")
	if len(wedged) > 0 {
		e.confirm("nixl-wedge", wedged...)
		if e.ev.LogRequests { // else what shows that somebody asks hangs on the build's metrics
			e.confirm("silent-wedge-health-green", wedged...)
		}
	}
}

// wedge notes a process that has lost the threads of all its ranks.
func (e *expecter) wedge(p model.Proc) {
	n, last := 0, time.Duration(0)
	for _, d := range e.t.Deaths {
		if d.Proc == p {
			n, last = n+1, max(last, d.At)
		}
	}
	if n == e.plan.Config.Ranks {
		e.x.Wedged = append(e.x.Wedged, model.ProcEvent{Proc: p, At: last})
	}
}

// seen says whether a wedge shows: it lasted, somebody asked, and the options let both be seen.
func (e *expecter) seen(w model.ProcEvent) bool {
	if e.plan.Config.Duration-w.At < 150*time.Second || !e.ev.LogRequests && !(e.ev.Scrapes && e.ev.Histograms) {
		return false
	}
	asked := 0
	for _, r := range e.t.Rooms {
		if r.Prefill == w.Proc && r.OnPrefill.Received > w.At+5*time.Second && r.OnPrefill.Received < w.At+85*time.Second {
			asked++
		}
	}
	return asked >= 2
}

// aborts are bursts of them and what they leave behind.
func (e *expecter) aborts() {
	most := crowded(e.t.Aborts, 3*time.Second)
	switch {
	case most >= 10:
		e.confirm("abort-cascade", "g0")
	case 2*crowded(append(slices.Clone(e.t.Aborts), e.t.Hangups...), 8*time.Second) < 10: // a rule may count both sides' rids
		e.deny("abort-cascade")
	default:
		e.leave("abort-cascade")
	}
	e.orphans(most)
}

// crowded is the largest number of distinct rooms within one span of time.
func crowded(events []model.RoomEvent, within time.Duration) int {
	most := 0
	for _, a := range events {
		var seen []string
		for _, b := range events {
			if b.At >= a.At && b.At < a.At+within && !slices.Contains(seen, b.Room) {
				seen = append(seen, b.Room)
			}
		}
		most = max(most, len(seen))
	}
	return most
}

// orphans show when the in-flight gauge stays above all that it was in the minute before the burst, a probe counting itself.
func (e *expecter) orphans(burst int) {
	const rule = "orphaned-queue-entries"
	if len(e.t.Orphans) == 0 {
		if burst < 5 && crowded(e.t.Aborts, 8*time.Second) < 5 {
			e.deny(rule)
		} else {
			e.leave(rule) // a rule that only sees gauges may take rooms that wait for ever for orphans
		}
		return
	}
	e.leave(rule, "silent-wedge-health-green")
	first, last := e.t.Orphans[0].At, e.t.Orphans[len(e.t.Orphans)-1].At
	before := 1
	for _, g := range e.t.Inflight {
		if g.At > first-70*time.Second && g.At < last {
			before = max(before, g.Value)
		}
	}
	if e.ev.Scrapes && burst >= 10 && len(e.t.Orphans) > before && e.plan.Config.Duration-last > 120*time.Second {
		e.confirm(rule, "g0")
	}
}

// transfers are rooms that failed, on which side and who was told.
func (e *expecter) transfers() {
	e.either("nixl-transfer-worker-room-missing", rooms(e.t.Asserts))
	e.either("nixl-transfer-worker-error", rooms(e.t.TransferErrors))
	e.either("decode-waiting-timeout", rooms(e.t.Timeouts))
	var silent []string
	for _, r := range rooms(e.t.TransferErrors) {
		if slices.Contains(rooms(e.t.Timeouts), r) {
			silent = append(silent, r)
		}
	}
	e.either("nixl-prefill-failure-not-propagated", silent)
	e.either("mooncake-session-failed", procs(e.t.SessionFailed))
	if len(e.t.SessionDead) > 0 {
		e.confirm("mooncake-mutual-accusation", "g0")
	}
	if len(e.t.SessionFailed) > 0 {
		e.leave("mooncake-mutual-accusation", "mooncake-rdma-missing", "silent-wedge-health-green")
	}
	if len(e.t.TransferErrors) > 0 {
		e.leave("silent-wedge-health-green") // nothing moves any more while the last rooms wait
	}
	e.either("unexpected-poll-state", procs(e.t.Polls))
}

// collectives are ranks that stopped together, their watchdogs, and the end of the process.
func (e *expecter) collectives() {
	var crashed, failing []string
	for _, c := range e.t.Crashes {
		crashed = append(crashed, emit.Entity(c.Proc))
	}
	for _, h := range e.t.HealthFailures {
		failing = append(failing, emit.Entity(h.Proc))
	}
	e.either("scheduler-crash", crashed)
	e.either("health-detokenizer-timeout", failing)
	if len(e.t.Desync) == 0 {
		e.deny("collective-desync", "scheduler-watchdog-timeout")
		return
	}
	e.leave("collective-desync", "scheduler-watchdog-timeout", "silent-wedge-health-green", "router-no-workers", "orphaned-queue-entries")
	if len(e.t.Watchdogs) >= 2 {
		e.confirm("collective-desync", emit.Entity(e.t.Desync[0].Proc))
	}
}

// neverHere are rules whose cause the model does not have, and those that only a run without any fault rules out.
func (e *expecter) neverHere() {
	e.deny("bootstrap-thread-died-other", "mooncake-transfer-worker-died", "decode-side-thread-died", "pp-orphaned-bootstrap", "prefill-bootstrap-timeout",
		"mooncake-sync-batch-timeout", "mooncake-rdma-missing", "mooncake-mutual-accusation", "nixl-remote-disconnect-sticky", "prefill-heartbeat-lost",
		"prefill-was-healthy-now-down", "bootstrap-unreachable", "prefill-not-registered", "stale-rank-port-after-restart", "foreign-traffic-bootstrap-socket",
		"config-mismatch", "pp-stage-divergence", "context-corruption-room-mismatch", "metadata-not-ready", "kv-page-index-mismatch",
		"hicache-bf16-index-k-layout", "rejected-prefill-garbage", "staging-failure", "decode-kv-retraction", "direct-request-no-room", "router-no-workers",
		"subprocess-teardown", "nixl-wrong-transport")
	if e.plan.Name == "healthy" {
		e.deny("silent-wedge-health-green", "queues-zero-requests-hang", "prefill-probe-only-batches", "nixl-bootstrap-stuck-no-timeout",
			"decode-leak-token-usage", "prefill-abort-decode-hang", "decode-prealloc-starved")
	}
	if e.plan.Name == "worker-assert" {
		e.deny("silent-wedge-health-green", "nixl-bootstrap-stuck-no-timeout")
	}
}
