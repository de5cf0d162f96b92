package model

import (
	"fmt"
	"time"
)

const (
	bootstrapPort = 8998
	chunkTokens   = 8192 // --chunked-prefill-size: what one batch takes
	capacity      = 2_000_000
	bytesPerToken = 70_000
)

// prefill is one instance.
type prefill struct {
	server
	groups []*prefillGroup
	life   int // how often it was started
}

// prefillGroup is the scheduler of one data-parallel group: its ranks run in step, so that one queue stands for all.
type prefillGroup struct {
	p     *prefill
	dp    int
	ranks []*prefillRank

	bootstrap, waiting, inflight []*room
	busy, planned                bool
	gauges                       Gauges
	counters                     Counters
	latency                      Histogram
	lastMS                       float64
	written                      time.Duration
	warned                       bool // unexpected poll state
	late                         bool // warning_once of a bootstrap timeout
	over                         bool // its process has gone
	pipe                         pipeline
}

func newPrefill(w *World, index int) *prefill {
	p := &prefill{server: newServer(w, PrefillRole, index, 30000+10*index)}
	p.fresh()
	return p
}

// fresh gives it the schedulers of a new process.
func (p *prefill) fresh() {
	p.life++
	p.groups = nil
	for dp := range p.w.cfg.DP {
		g := &prefillGroup{p: p, dp: dp, latency: newHistogram(latencyBounds), pipe: newPipeline(p.w.cfg.PP)}
		for _, tp := range p.w.targets(dp) {
			g.ranks = append(g.ranks, newPrefillRank(g, tp, len(g.ranks)))
		}
		p.groups = append(p.groups, g)
	}
}

// create is the sender of a room: infos of decode may have come before it, so a state only moves up.
func (g *prefillGroup) create(r *room) {
	if r.cancelled || g.over {
		r.pstage = gone
		return
	}
	for i := range r.status {
		r.status[i] = max(r.status[i], Bootstrapping)
	}
	r.created[prefillSide] = g.p.w.now
	r.pstage = bootstrapQueue
	r.side(prefillSide).State = "Bootstrapping"
	g.bootstrap = append(g.bootstrap, r)
	if g.p.w.cfg.Backend == Mooncake {
		g.p.w.after(g.p.w.cfg.WaitingTimeout, func() { g.bootstrapTimeout(r) })
	}
	g.kick()
}

// bootstrapTimeout is checked by the Mooncake sender alone; a NIXL room can stay in Bootstrapping for ever.
func (g *prefillGroup) bootstrapTimeout(r *room) {
	if r.pstage != bootstrapQueue || r.poll() != Bootstrapping || g.over || g.pipe.hung {
		return
	}
	if !g.late {
		g.late = true
		for _, k := range g.ranks {
			g.p.textf(k.tp, Warn, "Some requests timed out when bootstrapping, which means prefill instances fail to receive the KV indices from the decode instance of this request. If a greater mean TTFT is acceptable, you can 'export SGLANG_DISAGGREGATION_BOOTSTRAP_TIMEOUT=600' (10 minutes) to relax the timeout condition. ")
		}
	}
	g.p.w.truth.BootTimeouts = append(g.p.w.truth.BootTimeouts, RoomEvent{r.id, g.p.proc, g.p.w.now})
	for i := range g.ranks {
		r.fail(i, fmt.Sprintf("Request %s "+bootstrapping, r.id, g.p.w.cfg.WaitingTimeout.Seconds()))
	}
	g.kick()
}

// kick lets the scheduler look at its queues soon, unless a batch keeps it busy: then it looks when that is over.
func (g *prefillGroup) kick() {
	if g.busy || g.planned || g.over || g.pipe.hung {
		return
	}
	g.planned = true
	g.p.w.after(200*time.Microsecond, func() {
		g.planned = false
		if !g.busy {
			g.loop()
		}
	})
}

func (g *prefillGroup) loop() {
	if g.over || g.pipe.hung {
		return
	}
	g.popBootstrapped()
	g.pollInflight()
	g.startBatch()
}

func (g *prefillGroup) popBootstrapped() {
	for _, r := range append([]*room(nil), g.bootstrap...) {
		switch r.poll() {
		case Failed:
			g.bootstrap = remove(g.bootstrap, r)
			g.counters.BootstrapFailed++
			g.p.w.truth.BootFailures = append(g.p.w.truth.BootFailures, ProcEvent{g.p.proc, g.p.w.now})
			g.failed(r, "Prefill bootstrap", Error)
		case WaitingForInput:
			g.bootstrap = remove(g.bootstrap, r)
			r.ready[prefillSide] = g.p.w.now
			g.enqueue(r)
		}
	}
}

func (g *prefillGroup) enqueue(r *room) {
	r.pstage = waitingQueue
	g.waiting = append(g.waiting, r)
}

// failed prints the failure on every rank and forgets the room.
func (g *prefillGroup) failed(r *room, what string, level Level) {
	message := ""
	for i, k := range g.ranks {
		reason, told := r.reason[i], false
		if reason == "" {
			reason, told = nixlSender, true
			if g.p.w.cfg.Backend == Mooncake {
				reason = otherRank
			}
		}
		f := Failure{what + " failed", k.tp, r.rid[prefillSide], r.id, reason, told}
		g.p.log(k.tp, level, f)
		if message == "" {
			message = f.String()
		}
	}
	g.failStages(r, what, level)
	r.pstage = gone
	r.side(prefillSide).State = "Failed"
	set(&r.side(prefillSide).Failed, g.p.w.now)
	r.clear()
	g.p.finish(r, prefillSide, message)
}

// pollInflight lets go of what was sent or failed.
func (g *prefillGroup) pollInflight() {
	for _, r := range append([]*room(nil), g.inflight...) {
		if r.fake {
			continue
		}
		switch r.poll() {
		case Success:
			g.inflight = remove(g.inflight, r)
			g.sent(r)
		case Failed:
			g.inflight = remove(g.inflight, r)
			g.counters.TransferFailed++
			g.failed(r, "Prefill transfer", Warn)
		default:
			g.noteOrphan(r)
		}
	}
}

func (g *prefillGroup) sent(r *room) {
	now := g.p.w.now
	took := r.sent[prefillSide] - r.batched[prefillSide] // not until the scheduler looked
	g.lastMS = took.Seconds() * 1000
	g.latency.Observe(g.lastMS)
	r.pstage = gone
	r.side(prefillSide).State = "Success"
	r.side(prefillSide).Transferred, r.side(prefillSide).Finished = now, now
	size := float64(r.prompt) * bytesPerToken / 1e6
	g.p.log(g.ranks[0].tp, Info, Stats{Kind: "prefill", Rid: r.rid[prefillSide], Room: r.id, Input: r.prompt, Cached: r.cached, Output: 1,
		Entry: r.received[prefillSide], Bootstrap: r.ready[prefillSide] - r.created[prefillSide], Queue: r.queued[prefillSide] - r.ready[prefillSide],
		Forward: r.batched[prefillSide] - r.queued[prefillSide], Megabytes: size, Speed: size / 1000 / took.Seconds()})
	r.clear()
	g.p.finish(r, prefillSide, "")
}

// startBatch fills one chunk from the head of the waiting queue; a prompt that does not fit goes on in the next batch.
func (g *prefillGroup) startBatch() {
	var batch []*room
	tokens, cached := 0, 0
	for len(g.waiting) > 0 && tokens < chunkTokens {
		r := g.waiting[0]
		g.waiting = g.waiting[1:]
		if r.todo == 0 { // its first chunk
			r.todo, r.queued[prefillSide] = r.prompt-r.cached, g.p.w.now
			cached += r.cached
		}
		take := min(r.todo, chunkTokens-tokens)
		r.todo -= take
		r.pstage = inBatch
		batch, tokens = append(batch, r), tokens+take
	}
	if len(batch) == 0 {
		return
	}
	g.busy = true
	w := g.p.w
	if w.crashes(g.p) {
		return
	}
	took := 18*time.Millisecond + time.Duration(float64(tokens)/float64(w.cfg.PrefillRate)*1e9) + w.dice.span(0, 9*time.Millisecond)
	w.after(took, func() { g.endBatch(batch, tokens, cached, took) })
}

// endBatch reports the batch after its requests are in the in-flight queue: a batch counts itself, an idle probe reads 1.
func (g *prefillGroup) endBatch(batch []*room, tokens, cached int, took time.Duration) {
	if g.over {
		return
	}
	g.busy = false
	g.p.beat = g.p.w.now
	g.counters.Prefilled += tokens
	g.counters.Cached += cached
	for _, r := range batch {
		if r.todo > 0 {
			g.putBack(r)
			continue
		}
		r.pstage, r.batched[prefillSide] = inflightQueue, g.p.w.now
		g.inflight = append(g.inflight, r)
	}
	g.report(len(batch), tokens, cached, took)
	if g.pipe.hung {
		return
	}
	probe := batch[0].fake && len(batch) == 1
	g.p.w.truth.Batches = append(g.p.w.truth.Batches, Batch{g.p.proc, g.p.w.now, probe, len(g.bootstrap)})
	if !probe {
		g.p.w.truth.Worked = append(g.p.w.truth.Worked, ProcEvent{g.p.proc, g.p.w.now})
	}
	for _, r := range batch {
		if r.todo == 0 {
			g.computed(r)
		}
	}
	g.loop()
}

// putBack lets a prompt that is not through go on first, unless its client has gone.
func (g *prefillGroup) putBack(r *room) {
	if r.aborted[prefillSide] {
		g.drop(r)
		return
	}
	r.pstage = waitingQueue
	g.waiting = append([]*room{r}, g.waiting...)
}

// computed hands the KV of a request to the workers; a probe is done.
func (g *prefillGroup) computed(r *room) {
	if r.fake {
		g.inflight = remove(g.inflight, r)
		r.pstage = gone
		g.probeStats(r)
		g.p.w.after(g.p.w.dice.span(2*time.Millisecond, 9*time.Millisecond), r.done)
		return
	}
	if r.aborted[prefillSide] {
		g.abortSender(r)
	}
	for _, k := range g.ranks {
		k.send(r)
	}
}
