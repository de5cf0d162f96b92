package model

import (
	"fmt"
	"time"
)

// peer is what a decode group keeps of one prefill: which of its lives it asked for its ports, which a later one does not have.
type peer struct {
	life   int // 0: nothing is known, it is asked before the next room
	misses int
}

func (w *World) startHeartbeats() {
	if w.cfg.Heartbeat == 0 {
		return
	}
	for _, d := range w.decodes {
		for _, g := range d.groups {
			for _, p := range w.prefills {
				w.every(startUpTime+w.dice.span(0, w.cfg.Heartbeat), w.cfg.Heartbeat, func() { g.heartbeat(p) })
			}
		}
	}
}

// heartbeat asks the bootstrap server of a prefill that rooms came from: a thread that knows nothing of rooms, ports or lives.
func (g *decodeGroup) heartbeat(p *prefill) {
	x := &g.peers[p.proc.Index]
	if g.d.down || x.life == 0 {
		return
	}
	if !p.down && g.d.w.now >= p.started+1500*time.Millisecond {
		x.misses = 0
		return
	}
	x.misses++
	for _, tp := range g.tps {
		g.d.textf(tp, Info, "Attempting to reconnect to %s...", p.bootstrapAddr())
	}
	if x.misses == 2 {
		g.lose(p)
	}
}

// lose fails what is under way with a prefill that is gone, and forgets its ports.
func (g *decodeGroup) lose(p *prefill) {
	g.peers[p.proc.Index] = peer{}
	var hit []*room
	for _, q := range [][]*room{g.prealloc, g.transfer} {
		for _, r := range q {
			if r.p.p == p {
				hit = append(hit, r)
			}
		}
	}
	for _, tp := range g.tps {
		g.d.log(tp, Error, LostPeer{p.bootstrapAddr(), len(hit)})
	}
	g.d.w.truth.Lost = append(g.d.w.truth.Lost, PeerLost{g.d.proc, p.proc, g.d.w.now, len(hit)})
	for _, r := range hit {
		g.lost(r, fmt.Sprintf("Lost connection with prefill instance (bootstrap_addr: %s)", p.bootstrapAddr()))
	}
}

// lost fails a room on all ranks, each of which knows why.
func (g *decodeGroup) lost(r *room, reason string) {
	what := "Decode transfer failed"
	if r.dstage == preallocQueue {
		what = "Decode handshake failed"
		g.counters.BootstrapFailed++
	} else {
		g.counters.TransferFailed++
		g.freeMetadata(r)
	}
	g.prealloc, g.transfer = remove(g.prealloc, r), remove(g.transfer, r)
	message := ""
	for _, tp := range g.tps {
		f := Failure{what, tp, r.rid[decodeSide], r.id, reason, false}
		g.d.log(tp, Error, f)
		message = f.String()
	}
	g.failedRoom(r)
	g.d.finish(r, decodeSide, message)
	r.client.answered(r, false)
	g.kick()
}

// reach says whether frames of the room get to its prefill. The ports are asked for once and kept; PUSH to a port of a
// process that is gone never fails, it only reaches nobody.
func (g *decodeGroup) reach(r *room) bool {
	x := &g.peers[r.p.p.proc.Index]
	if x.life == 0 {
		x.life = r.p.p.life
	}
	return x.life == r.p.p.life
}

// ask fetches what must be known of a prefill before the first room, or gives its rooms up after 15 attempts, a second apart.
func (g *decodeGroup) ask(attempt int) {
	p := g.d.w.prefills[0]
	if len(g.prealloc) == 0 || g.d.down {
		g.asking = false
		return
	}
	for _, tp := range g.tps {
		g.d.textf(tp, Error, "Error fetching prefill server info from bootstrap: HTTPConnectionPool(host='%s', port=%d): Max retries exceeded with url: /route?engine_rank=-1 (Caused by ConnectTimeoutError)", p.host, bootstrapPort)
	}
	g.d.w.truth.Unreachable = append(g.d.w.truth.Unreachable, ProcEvent{g.d.proc, g.d.w.now})
	if attempt < 15 {
		g.d.w.after(time.Second, func() { g.ask(attempt + 1) })
		return
	}
	g.asking = false
	reason := fmt.Sprintf("Could not fetch prefill parallel info from %s after 15 attempts", p.bootstrapAddr())
	for _, tp := range g.tps {
		g.d.textf(tp, Error, "%s", reason)
	}
	for _, r := range append([]*room(nil), g.prealloc...) {
		g.lost(r, reason)
		g.d.w.dropPrefill(r)
	}
}

// dropPrefill is the router, which hangs up on prefill when decode has refused.
func (w *World) dropPrefill(r *room) {
	w.after(w.dice.span(2*time.Millisecond, 20*time.Millisecond), func() {
		if !r.p.over && r.p.p.hangUp(r, prefillSide) {
			w.after(w.dice.span(time.Millisecond, 4*time.Millisecond), func() { r.p.abortReq(r) })
		}
	})
}
