package model

import (
	"fmt"
	"time"
)

// decode is one instance.
type decode struct {
	server
	groups []*decodeGroup
	hung   bool // its ranks wait in different collectives
}

// decodeGroup is the scheduler of one data-parallel group.
type decodeGroup struct {
	d        *decode
	dp       int
	tps      []int
	agent    string   // NIXL agent name
	sessions []string // Mooncake session per rank
	ports    []int    // ZMQ port per rank

	prealloc, transfer, waiting, running []*room
	retracted                            []*room // for want of KV
	landed                               []*room // in the transfer queue, their KV is there
	peers                                []peer  // per prefill
	asking                               bool    // prefill's bootstrap server is being asked
	buffers                              []uint64
	free                                 []int // buffers
	leaked                               int   // tokens
	ratio                                float64
	retractions                          int
	starved                              time.Duration // since when; 0: not now
	ticking, planned                     bool
	forwards                             int
	sinceLine                            int           // tokens since the last batch line
	lineAt                               time.Duration // when that was
	gauges                               Gauges
	counters                             Counters
	written                              time.Duration
	warned                               bool // warning_once of a waiting timeout
}

func newDecode(w *World, index int) *decode {
	d := &decode{server: newServer(w, DecodeRole, index, 30002+10*index)}
	for dp := range w.cfg.DP {
		x := w.dice
		g := &decodeGroup{d: d, dp: dp, tps: w.targets(dp), peers: make([]peer, w.cfg.Prefills), ratio: 0.7}
		g.agent = fmt.Sprintf("%s-%s-4%s-a%s-%s", x.hex(8), x.hex(4), x.hex(3), x.hex(3), x.hex(12))
		for range g.tps {
			g.sessions = append(g.sessions, fmt.Sprintf("%s:%d", d.host, x.between(15000, 16999)))
			g.ports = append(g.ports, x.between(33000, 59999))
		}
		d.groups = append(d.groups, g)
	}
	return d
}

func (g *decodeGroup) create(r *room) {
	if r.cancelled {
		r.dstage = gone
		g.notifyAbort(r)
		return
	}
	r.created[decodeSide] = g.d.w.now
	r.dstage = preallocQueue
	r.side(decodeSide).State = "Bootstrapping"
	g.prealloc = append(g.prealloc, r)
	if g.d.w.cfg.Bugs.BootstrapBlocked && !g.asking {
		g.asking = true
		g.ask(1)
	}
	g.kick()
}

// kick lets the scheduler look at its queues; while a batch runs it looks after each forward.
func (g *decodeGroup) kick() {
	if g.ticking || g.planned || g.d.hung {
		return
	}
	g.planned = true
	g.d.w.after(500*time.Microsecond, func() {
		g.planned = false
		if !g.ticking {
			g.loop()
		}
	})
}

func (g *decodeGroup) loop() {
	if g.d.hung || g.d.down {
		return
	}
	g.look()
	g.preallocate()
	g.admit()
	g.starve()
	if len(g.running) > 0 && !g.ticking {
		g.ticking = true
		g.d.w.after(g.step(), g.forward)
	}
}

func (g *decodeGroup) step() time.Duration {
	return 26*time.Millisecond + time.Duration(len(g.running))*180*time.Microsecond + g.d.w.dice.span(0, 2*time.Millisecond)
}

// preallocate gives KV slots to the head of the queue and tells prefill where to write.
func (g *decodeGroup) preallocate() {
	g.resume()
	for len(g.prealloc) > 0 && len(g.transfer)+len(g.waiting)+len(g.running) < g.d.w.cfg.Slots && g.fits(g.prealloc[0]) && !g.d.w.cfg.Bugs.BootstrapBlocked {
		r := g.prealloc[0]
		g.prealloc = g.prealloc[1:]
		g.sendMetadata(r)
	}
}

func (g *decodeGroup) sendMetadata(r *room) {
	w := g.d.w
	r.dstage, r.sent[decodeSide] = transferQueue, w.now
	r.side(decodeSide).State = "WaitingForInput"
	r.side(decodeSide).Bootstrapped = w.now
	g.transfer = append(g.transfer, r)
	g.takeMetadata(r)
	if page := w.cfg.PageSize; w.cfg.Bugs.DecodePrefix {
		r.pages = (r.prompt - r.cached + page - 1) / page
	}
	if !g.reach(r) {
		w.truth.Stale = append(w.truth.Stale, RoomEvent{r.id, g.d.proc, w.now})
	}
	g.pushAll(r, guard, 180+4*(r.prompt/max(w.cfg.PageSize, 1)))
	w.after(w.cfg.WaitingTimeout, func() { g.timeout(r) })
}

// pushAll sends a frame to every prefill rank that the room targets.
func (g *decodeGroup) pushAll(r *room, tag string, size int) {
	w := g.d.w
	flight := w.dice.span(300*time.Microsecond, 900*time.Microsecond)
	reached := g.reach(r)
	for _, k := range r.p.ranks {
		if !reached || r.p.over {
			continue
		}
		w.after(flight+w.dice.span(0, 150*time.Microsecond), func() { k.push(frame{tag, r, g, size}) })
	}
}

// arrive counts the ranks whose KV is there; the slowest decides.
func (g *decodeGroup) arrive(r *room) {
	if r.dstage != transferQueue {
		return
	}
	if r.arrived++; r.arrived < len(g.tps) {
		return
	}
	if g.d.w.cfg.DecodePolling > 0 {
		g.landed = append(g.landed, r)
		g.kick()
		return
	}
	g.transfer = remove(g.transfer, r)
	g.freeMetadata(r)
	g.take(r)
}

// take has the KV and the metadata of a room.
func (g *decodeGroup) take(r *room) {
	r.side(decodeSide).State = "Success"
	r.side(decodeSide).Transferred = g.d.w.now
	r.ready[decodeSide] = g.d.w.now
	g.enqueue(r)
}

func (g *decodeGroup) enqueue(r *room) {
	r.dstage = waitingQueue
	g.waiting = append(g.waiting, r)
	g.kick()
}

// admit moves what waits into the running batch. A probe is done with the token that prefill made: it takes no forward, and so
// no probe ever brings a batch line or a gauge up to date on decode.
func (g *decodeGroup) admit() {
	for _, r := range g.waiting {
		if r.fake {
			r.dstage = gone
			g.d.w.after(g.d.w.dice.span(3*time.Millisecond, 12*time.Millisecond), r.done)
			continue
		}
		if r.dstage = running; r.made > 0 { // it was retracted
			g.running = append(g.running, r)
			continue
		}
		r.queued[decodeSide], r.made = g.d.w.now, 1
		g.d.tok.TTFT.Observe((g.d.w.now - r.received[decodeSide]).Seconds())
		g.running = append(g.running, r)
	}
	g.waiting = nil
}

// forward is one decode step of the running batch.
func (g *decodeGroup) forward() {
	g.ticking = false
	if g.d.down || g.d.w.desyncs(g.d) {
		return
	}
	g.d.beat = g.d.w.now
	batch := append([]*room(nil), g.running...)
	g.forwards++
	for _, r := range batch {
		r.made++
		g.counters.Decoded++
		g.sinceLine++
	}
	g.retract()
	if len(batch) > 0 && g.forwards%g.d.w.cfg.DecodeEvery == 0 {
		g.report()
	}
	for _, r := range batch {
		if r.made >= r.output {
			g.retracted = remove(g.retracted, r)
			g.finish(r)
		}
	}
	g.loop()
}

func (g *decodeGroup) finish(r *room) {
	g.running = remove(g.running, r)
	r.dstage = gone
	r.side(decodeSide).Finished = g.d.w.now
	g.d.w.truth.Transferred = append(g.d.w.truth.Transferred, Took{r.id, r.ready[decodeSide] - r.sent[decodeSide]})
	g.d.log(g.tps[0], Info, Stats{Kind: "decode", Rid: r.rid[decodeSide], Room: r.id, Input: r.prompt, Cached: 0, Output: r.made,
		Entry: r.received[decodeSide], Bootstrap: r.sent[decodeSide] - r.created[decodeSide], Transfer: r.ready[decodeSide] - r.sent[decodeSide],
		Queue: r.queued[decodeSide] - r.ready[decodeSide], Forward: g.d.w.now - r.queued[decodeSide]})
	g.d.finish(r, decodeSide, "")
	r.client.answered(r, true)
}

func (g *decodeGroup) report() {
	span := (g.d.w.now - g.lineAt).Seconds()
	rate := 0.0
	if g.lineAt > 0 && span > 0 {
		rate = float64(g.sinceLine) / span
	}
	g.d.w.truth.Worked = append(g.d.w.truth.Worked, ProcEvent{g.d.proc, g.d.w.now})
	g.writeGauges(rate)
	g.d.log(g.tps[0], Info, DecodeBatch{Running: len(g.running), Tokens: g.gauges.UsedTokens, Queue: len(g.waiting), Prealloc: len(g.prealloc),
		Transfer: len(g.transfer), Retracted: len(g.retracted), Usage: g.gauges.Usage, Preallocated: g.preallocated(), Throughput: rate})
	g.sinceLine, g.lineAt = 0, g.d.w.now
}

func (g *decodeGroup) preallocated() float64 {
	n := 0
	for _, r := range g.transfer {
		n += r.prompt
	}
	return float64(n) / float64(g.pool())
}

func (g *decodeGroup) writeGauges(rate float64) {
	used := g.leaked
	for _, r := range g.running {
		used += r.prompt + r.made
	}
	g.gauges = Gauges{Running: len(g.running), Queue: len(g.waiting), Prealloc: len(g.prealloc), Transfer: len(g.transfer), Retracted: len(g.retracted),
		UsedTokens: used, Usage: float64(used) / float64(g.pool()), Throughput: rate}
	g.written = g.d.w.now
	g.d.w.truth.GaugeWrites = append(g.d.w.truth.GaugeWrites, GaugePoint{g.d.proc, len(g.running) + len(g.waiting) + len(g.prealloc) + len(g.transfer), g.d.w.now})
}

// idle writes the gauges every 30 s, but only when no queue holds anything: a stuck room freezes them.
func (g *decodeGroup) idle() {
	if !g.d.down && !g.d.hung && len(g.prealloc)+len(g.transfer)+len(g.waiting)+len(g.running)+len(g.retracted) == 0 && g.d.w.now-g.written >= 30*time.Second {
		g.writeGauges(0)
		g.missed()
	}
}
