package model

import "fmt"

// Metadata buffers: a room in the transfer queue has one, prefill writes into it which room it is for and the first token, decode
// reads it when the KV is there, and clears it. Two rooms that hold the same one read each other's.

// takeMetadata gives a room the buffer that has been free for the longest time.
func (g *decodeGroup) takeMetadata(r *room) {
	if g.buffers == nil {
		g.buffers = make([]uint64, 2*g.d.w.cfg.Slots)
		for i := range g.buffers {
			g.free = append(g.free, i)
		}
	}
	r.buffer = g.free[0]
	g.free = g.free[1:]
}

func (g *decodeGroup) freeMetadata(r *room) { g.free = append(g.free, r.buffer) }

// writeMetadata is what prefill writes with the last chunk of a room, whoever holds the buffer by then.
func (g *decodeGroup) writeMetadata(r *room) {
	if g.buffers != nil {
		g.buffers[r.buffer] = r.num
	}
}

// commit takes the rooms whose KV is there and whose buffer holds something: that is the readiness gate. What stands in a
// buffer is read one room after the other, so that one may find it cleared by the one before.
func (g *decodeGroup) commit() {
	var ready, held []*room
	for _, r := range g.landed {
		switch {
		case r.dstage != transferQueue:
		case g.buffers[r.buffer] == 0:
			held = append(held, r)
		default:
			ready = append(ready, r)
		}
	}
	g.landed = held
	for _, r := range ready {
		read := g.buffers[r.buffer]
		g.buffers[r.buffer] = 0
		g.transfer = remove(g.transfer, r)
		switch read {
		case r.num:
			g.freeMetadata(r)
			g.take(r)
		case 0:
			g.d.w.truth.NotReady = append(g.d.w.truth.NotReady, RoomEvent{r.id, g.d.proc, g.d.w.now})
			g.refuse(r, fmt.Sprintf("Metadata unexpectedly not ready after readiness gate: request %s, bootstrap_room=%s, metadata_buffer_index=%d", r.rid[decodeSide], r.id, r.buffer))
		default:
			g.d.w.truth.Corrupted = append(g.d.w.truth.Corrupted, RoomEvent{r.id, g.d.proc, g.d.w.now})
			g.refuse(r, fmt.Sprintf("Context corruption detected: Request %s (bootstrap_room=%s) received metadata from bootstrap_room=%d. Metadata buffer index: %d. This indicates metadata buffer index collision.", r.rid[decodeSide], r.id, read, r.buffer))
		}
	}
}

// refuse fails a room that came with something else than its own.
func (g *decodeGroup) refuse(r *room, why string) {
	for _, tp := range g.tps {
		g.d.textf(tp, Error, "%s", why)
	}
	g.freeMetadata(r)
	g.counters.TransferFailed++
	g.failedRoom(r)
	g.d.finish(r, decodeSide, why)
	r.client.answered(r, false)
}
