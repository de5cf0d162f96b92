package model

import (
	"fmt"
	"time"
)

// abortReq is the scheduler's answer to a client that hung up, on every rank alike.
func (g *decodeGroup) abortReq(r *room) {
	if g.d.hung {
		return
	}
	set(&r.side(decodeSide).Aborted, g.d.w.now)
	rid := r.rid[decodeSide]
	switch r.dstage {
	case preallocQueue:
		g.debugAll("Abort prealloc queue request. req.rid='%s'", rid)
		g.prealloc = remove(g.prealloc, r)
		g.counters.BootstrapFailed++
		g.abortRoom(r, "Decode handshake failed")
	case transferQueue:
		g.debugAll("Abort transfer queue request. req.rid='%s'", rid)
		g.transfer = remove(g.transfer, r)
		g.counters.TransferFailed++
		g.freeMetadata(r)
		if g.d.w.cfg.Bugs.DoubleFree {
			g.freeMetadata(r)
		}
		if g.d.w.cfg.Bugs.LeakOnAbort {
			g.leaked += r.prompt
		}
		g.abortRoom(r, "Decode transfer failed")
	case waitingQueue:
		g.waiting = remove(g.waiting, r)
	case running:
		g.running = remove(g.running, r)
	case retractedQueue:
		g.retracted = remove(g.retracted, r)
	default:
		return
	}
	r.dstage = gone
	g.d.w.after(g.d.w.dice.span(5*time.Millisecond, 60*time.Millisecond), func() {
		g.d.textf(NoRank, Error, "Received output for rid='%s' but the state was deleted in TokenizerManager.", rid)
	})
	g.d.w.truth.Gone = append(g.d.w.truth.Gone, RoomEvent{r.id, g.d.proc, g.d.w.now})
	g.kick()
}

func (g *decodeGroup) abortRoom(r *room, what string) {
	for _, tp := range g.tps {
		g.d.log(tp, Error, Failure{what, tp, r.rid[decodeSide], r.id, byAbortReq, false})
	}
	g.failedRoom(r)
	g.d.w.truth.Aborts = append(g.d.w.truth.Aborts, RoomEvent{r.id, g.d.proc, g.d.w.now})
	g.notifyAbort(r)
}

func (g *decodeGroup) failedRoom(r *room) {
	r.dstage = gone
	r.side(decodeSide).State = "Failed"
	set(&r.side(decodeSide).Failed, g.d.w.now)
}

// notifyAbort sends ABORT to every targeted prefill rank, once per room.
func (g *decodeGroup) notifyAbort(r *room) {
	if r.noticed {
		return
	}
	r.noticed = true
	for i, tp := range g.tps {
		g.d.textf(tp, Debug, "Sent abort notification for room %s to %s:%d", r.id, r.p.p.host, 40000+100*r.p.dp+i)
	}
	g.pushAll(r, "ABORT", 5+len(r.id)+len(g.d.host)+5)
}

// timeout gives a room up whose KV has not come. It sends an ABORT too.
func (g *decodeGroup) timeout(r *room) {
	if r.dstage != transferQueue || g.d.hung || g.d.down {
		return
	}
	secs := g.d.w.cfg.WaitingTimeout.Seconds()
	if !g.warned {
		g.warned = true
		for _, tp := range g.tps {
			g.d.log(tp, Warn, Text("Some requests fail to receive KV Cache transfer done signal after bootstrapping. If a greater mean TTFT is acceptable, you can 'export SGLANG_DISAGGREGATION_WAITING_TIMEOUT=600' (10 minutes) to relax the timeout condition. "))
		}
	}
	g.transfer = remove(g.transfer, r)
	g.freeMetadata(r)
	g.giveUp(r, 0, fmt.Sprintf("Request %s "+waitingState, r.id, secs), nixlReceiver)
	r.side(decodeSide).Timeout = g.d.w.now
	g.d.w.truth.Timeouts = append(g.d.w.truth.Timeouts, RoomEvent{r.id, g.d.proc, g.d.w.now})
	g.notifyAbort(r)
}

// giveUp fails a room on decode: one rank knows why, the others hear of it.
func (g *decodeGroup) giveUp(r *room, rank int, reason, elsewhere string) {
	if g.d.w.cfg.Backend == Mooncake {
		elsewhere = otherRank
	}
	g.counters.TransferFailed++
	message := ""
	for i, tp := range g.tps {
		f := Failure{"Decode transfer failed", tp, r.rid[decodeSide], r.id, elsewhere, true}
		if i == rank {
			f.Reason, f.Propagated = reason, false
		}
		g.d.log(tp, Error, f)
		if i == 0 {
			message = f.String() // rank 0 answers
		}
	}
	g.failedRoom(r)
	g.d.finish(r, decodeSide, message)
	r.client.answered(r, false)
	g.kick()
}

// peerFailed is Mooncake's status message: prefill says that it failed, decode says that prefill might be dead.
func (g *decodeGroup) peerFailed(r *room, rank int) {
	if r.dstage != transferQueue || g.d.hung || g.d.down {
		return
	}
	g.transfer = remove(g.transfer, r)
	g.freeMetadata(r)
	g.giveUp(r, rank, mightBeDead, otherRank)
}

func (g *decodeGroup) debugAll(format string, args ...any) {
	for _, tp := range g.tps {
		g.d.textf(tp, Debug, format, args...)
	}
}
