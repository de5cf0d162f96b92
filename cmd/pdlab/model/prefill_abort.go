package model

import "fmt"

// abortReq is the scheduler's answer to a client that hung up, on every rank alike.
func (g *prefillGroup) abortReq(r *room) {
	if g.over || g.pipe.hung {
		return
	}
	rid := r.rid[prefillSide]
	set(&r.side(prefillSide).Aborted, g.p.w.now)
	switch r.pstage {
	case bootstrapQueue:
		g.debugAll("Abort bootstrap queue request. req.rid='%s'", rid)
		g.abortSender(r)
	case waitingQueue:
		g.waiting = remove(g.waiting, r)
		g.drop(r)
	case inBatch:
		r.aborted[prefillSide] = true // dealt with when the batch is over
	case inflightQueue:
		g.debugAll("Abort inflight queue request. req.rid='%s'", rid)
		g.abortSender(r)
	}
}

// drop forgets a request that was waiting; nothing is printed.
func (g *prefillGroup) drop(r *room) {
	r.pstage = gone
	r.side(prefillSide).State = "Failed"
	r.clear()
}

func (g *prefillGroup) abortSender(r *room) {
	for i := range g.ranks {
		r.fail(i, byAbortReq)
	}
	g.p.w.truth.Aborts = append(g.p.w.truth.Aborts, RoomEvent{r.id, g.p.proc, g.p.w.now})
	g.kick()
}

func (g *prefillGroup) debugAll(format string, args ...any) {
	for _, k := range g.ranks {
		g.p.textf(k.tp, Debug, format, args...)
	}
}

// abortFrame is what a build that knows ABORT does on one rank. Whether the room becomes an orphan is one decision for all.
func (k *prefillRank) abortFrame(r *room) {
	g := k.g
	if r.status[k.i] == absent || r.status[k.i] == Success || r.status[k.i] == Failed {
		g.p.textf(k.tp, Debug, "Received abort notification for room %s, ignoring (already completed or unknown)", r.id)
		return
	}
	g.p.textf(k.tp, Debug, "Received abort notification for room %s, marked as Failed", r.id)
	if k.i == 0 && (r.pstage == waitingQueue || r.pstage == inBatch) && len(g.p.w.truth.Orphans) < g.p.w.cfg.Bugs.Orphans {
		r.orphan = true
		g.p.w.truth.Orphans = append(g.p.w.truth.Orphans, RoomEvent{r.id, g.p.proc, g.p.w.now})
	}
	if r.orphan {
		r.status[k.i] = Failed // the worker will skip its chunk, the scheduler's poll never hears of it
	} else {
		r.fail(k.i, byAbortFrame)
	}
	r.infos[k.i] = false
	set(&r.side(prefillSide).Aborted, g.p.w.now)
	g.kick()
}

// noteOrphan prints the line that the scheduler prints once per process when a room in flight has a state that it cannot have.
func (g *prefillGroup) noteOrphan(r *room) {
	if !r.orphan || g.warned {
		return
	}
	g.warned = true
	for _, k := range g.ranks {
		g.p.log(k.tp, Warn, Text(fmt.Sprintf("Unexpected polling state %d for rid %s in inflight queue; treating as undone", WaitingForInput, r.rid[prefillSide])))
	}
	g.p.w.truth.Polls = append(g.p.w.truth.Polls, RoomEvent{r.id, g.p.proc, g.p.w.now})
}
