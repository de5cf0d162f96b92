package model

import (
	"fmt"
	"slices"
	"time"
)

// worker is one transfer_worker thread: rooms go to it by room % 4.
type worker struct {
	k     *prefillRank
	queue []*room
	busy  bool
}

// send queues the KV of a room on this rank.
func (k *prefillRank) send(r *room) {
	wk := &k.workers[r.num%uint64(len(k.workers))]
	wk.queue = append(wk.queue, r)
	wk.next()
}

func (wk *worker) next() {
	if wk.busy || len(wk.queue) == 0 {
		return
	}
	wk.busy = true
	w := wk.k.g.p.w
	w.after(w.dice.span(100*time.Microsecond, 600*time.Microsecond), func() {
		if wk.k.g.over || wk.dies() { // a dead worker stays busy for ever
			return
		}
		r := wk.queue[0]
		wk.queue = wk.queue[1:]
		wk.begin(r)
	})
}

func (wk *worker) done() {
	wk.busy = false
	wk.next()
}

// begin is the head of the worker's loop: skip what failed, insist on transfer_infos, move the bytes.
func (wk *worker) begin(r *room) {
	k, p, i := wk.k, wk.k.g.p, wk.k.i
	if r.status[i] == Failed {
		p.textf(k.tp, Debug, "Skipping chunk for room %s because it has already failed or been aborted", r.id)
		wk.done()
		return
	}
	if !r.infos[i] { // the room was cleaned up between queueing and now; caught per chunk, so the thread goes on
		if !p.w.cfg.Bugs.WorkerAssert {
			p.textf(k.tp, Debug, "Skipping chunk for room %s because it has already failed or been aborted", r.id)
			wk.done()
			return
		}
		wk.assertion(r)
		return
	}
	if session := r.d.sessions[i]; slices.Contains(k.broken, session) {
		p.w.truth.SessionDead = append(p.w.truth.SessionDead, RoomEvent{r.id, p.proc, p.w.now})
		wk.fail(r, fmt.Sprintf("Decode instance could be dead, remote mooncake session %s is not alive", session))
		return
	}
	wk.cut(r)
	r.status[i] = max(r.status[i], Transferring)
	r.side(prefillSide).State = "Transferring"
	size := float64(r.prompt) * bytesPerToken / float64(len(k.g.ranks))
	took := 3*time.Millisecond + time.Duration(size/p.w.cfg.NIC*1e9) + p.w.dice.span(0, 4*time.Millisecond)
	p.w.after(took, func() { wk.end(r) })
}

// cut notes a room of which decode asked for fewer pages than prefill has; the transfer goes on with those.
func (wk *worker) cut(r *room) {
	p := wk.k.g.p
	if page := p.w.cfg.PageSize; r.pages > 0 && r.pages != (r.prompt+page-1)/page {
		p.textf(wk.k.tp, Warn, "len(chunked_dst_kv_indice) = %d, len(kv_chunk.prefill_kv_indices) = %d", r.pages, (r.prompt+page-1)/page)
		p.w.truth.Cuts = append(p.w.truth.Cuts, RoomEvent{r.id, p.proc, p.w.now})
	}
}

func (wk *worker) end(r *room) {
	k, w := wk.k, wk.k.g.p.w
	switch {
	case k.g.over:
		return
	case k.i == 0 && w.linkBroken(r.d):
		wk.sessionFails(r)
		return
	case k.i == 0 && w.transferFails(r):
		wk.transferError(r)
		return
	case r.status[k.i] != Failed && r.status[k.i] != absent:
		r.status[k.i] = Success
		r.sent[prefillSide] = w.now // the last rank decides
		if k.i == 0 {
			r.d.writeMetadata(r)
		}
		w.after(w.dice.span(300*time.Microsecond, 1500*time.Microsecond), func() { r.d.arrive(r) })
		k.g.kick()
	}
	wk.done()
}

// fail fails the room on this rank. Mooncake tells decode, NIXL does not.
func (wk *worker) fail(r *room, reason string) {
	k, w := wk.k, wk.k.g.p.w
	r.fail(k.i, reason)
	if w.cfg.Backend == Mooncake {
		w.after(w.dice.span(time.Millisecond, 3*time.Millisecond), func() { r.d.peerFailed(r, k.i) })
	}
	k.g.kick()
	wk.done()
}

const workerFile = "/sgl-workspace/sglang/python/sglang/srt/disaggregation/nixl/conn.py"

func (wk *worker) assertion(r *room) {
	p := wk.k.g.p
	p.log(wk.k.tp, Error, Text("Unexpected transfer worker error for room "+r.id+"\nTraceback (most recent call last):\n  File \""+workerFile+
		"\", line 707, in transfer_worker\n    assert room in self.transfer_infos\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^\nAssertionError"))
	if wk.k.i == 0 {
		p.w.truth.Asserts = append(p.w.truth.Asserts, RoomEvent{r.id, p.proc, p.w.now})
	}
	wk.fail(r, nixlSender)
}

// transferFails says whether this transfer is one of those that Bugs has fail.
func (w *World) transferFails(r *room) bool {
	b, n := w.cfg.Bugs, len(w.truth.TransferErrors)
	return n < b.FailTransfers && w.now >= b.FailFrom+time.Duration(n)*b.FailEvery && r.truth.Demand && r.client.patient()
}

func (wk *worker) transferError(r *room) {
	p := wk.k.g.p
	p.w.truth.TransferErrors = append(p.w.truth.TransferErrors, RoomEvent{r.id, p.proc, p.w.now})
	text := "NIXL transfer encountered ERR room=" + r.id
	p.log(wk.k.tp, Error, Text("Unexpected transfer worker error for room "+r.id+"\nTraceback (most recent call last):\n  File \""+workerFile+
		"\", line 771, in transfer_worker\n    raise RuntimeError(\nRuntimeError: "+text))
	wk.fail(r, text)
}

func (w *World) linkBroken(g *decodeGroup) bool {
	return w.cfg.Bugs.SessionFailsAt > 0 && w.now >= w.cfg.Bugs.SessionFailsAt && g.d.proc.Index == 0 && g.dp == 0
}

// sessionFails is the first failure on a link: the engine complains, the session goes on the blacklist.
func (wk *worker) sessionFails(r *room) {
	k, p := wk.k, wk.k.g.p
	session := r.d.sessions[k.i]
	for range 3 {
		p.log(k.tp, Error, Glog{"worker_pool.cpp:294", fmt.Sprintf("Worker: Process failed for slice (opcode: 1, source_addr: 0x7b%s, length: 7168, dest_addr: 0x7c%s, local_nic: mlx5_0, peer_nic: %s@mlx5_0, dest_rkey: %d, retry_cnt: 7): transport retry counter exceeded",
			p.w.dice.hex(10), p.w.dice.hex(10), session, p.w.dice.between(1_800_000, 1_999_999))})
	}
	if !slices.Contains(k.broken, session) {
		k.broken = append(k.broken, session)
		p.textf(k.tp, Error, "Session %s failed.", session)
		p.w.truth.SessionFailed = append(p.w.truth.SessionFailed, RoomEvent{r.id, p.proc, p.w.now})
	}
	wk.fail(r, fmt.Sprintf("Failed to send kv chunk of %s to %s:%d", r.id, r.d.d.host, r.d.ports[k.i]))
}
