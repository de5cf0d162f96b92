package model

import (
	"fmt"
	"time"
)

func (w *World) newRoom(c *client, prompt, cached, output int) *room {
	id, num := w.newRoomID()
	dp := int(num % uint64(w.cfg.DP)) // follow_bootstrap_room
	p := w.prefills[w.asked%len(w.prefills)].groups[dp]
	d := w.decodes[w.asked%len(w.decodes)].groups[dp]
	w.asked++
	r := &room{id: id, num: num, client: c, prompt: prompt, cached: cached, output: output, p: p, d: d,
		request: "chatcmpl-" + w.dice.word(24), rid: [2]string{w.dice.hex(32), w.dice.hex(32)}}
	if len(c.quotes) > 0 {
		r.text = c.quotes[w.dice.IntN(len(c.quotes))]
	}
	for range p.ranks {
		r.status, r.infos, r.reason = append(r.status, absent), append(r.infos, false), append(r.reason, "")
	}
	r.truth = &RoomTruth{Room: id, Session: c.name, Prefill: p.p.proc, Decode: d.d.proc, PrefillRanks: w.targets(dp), Demand: true}
	w.truth.Rooms = append(w.truth.Rooms, r.truth)
	return r
}

func (w *World) gateway(level Level, request, target, file string, line int, format string, args ...any) {
	w.sink.Log(Record{At: w.now, Proc: Proc{RouterRole, 0}, Rank: NoRank, Level: level, Body: Gateway{request, target, file, line, fmt.Sprintf(format, args...)}})
}

// dispatch sends a request to both sides at once: they meet by its room.
func (w *World) dispatch(r *room) {
	w.gateway(Info, r.request, "request", "src/middleware.rs", 310, "started processing request")
	if !r.d.d.ready() {
		w.refused(r, DecodeRole)
		return
	}
	if !r.p.p.ready() {
		w.refused(r, PrefillRole)
		return
	}
	w.after(w.dice.span(time.Millisecond, 4*time.Millisecond), func() {
		r.p.p.receive(r, prefillSide)
		w.after(w.dice.span(time.Millisecond, 5*time.Millisecond), func() { r.p.create(r) })
	})
	w.after(w.dice.span(time.Millisecond, 4*time.Millisecond), func() {
		if !r.d.d.ready() {
			w.refused(r, DecodeRole)
			return
		}
		r.d.d.receive(r, decodeSide)
		w.after(w.dice.span(2*time.Millisecond, 6*time.Millisecond), func() { r.d.create(r) })
	})
}

func (w *World) refused(r *room, role Role) {
	w.gateway(Error, r.request, "routers::http::pd_router", "src/routers/http/pd_router.rs", 1044,
		"Failed to select PD pair error=No available %s workers (all circuits open or unhealthy)", role)
	w.truth.Refused = append(w.truth.Refused, ProcEvent{Proc{RouterRole, 0}, w.now})
	w.after(5*time.Millisecond, func() { r.client.answered(r, false) })
}

// disconnect passes on that a client is gone.
func (w *World) disconnect(r *room) {
	r.cancelled = true
	delay := w.dice.span(2*time.Millisecond, 30*time.Millisecond)
	w.after(delay, func() {
		if w.cfg.Bugs.PrefillOnlyAborts {
			return
		}
		if r.d.d.hangUp(r, decodeSide) {
			w.after(w.dice.span(time.Millisecond, 4*time.Millisecond), func() { r.d.abortReq(r) })
		}
	})
	if w.cfg.Bugs.DecodeOnlyAborts {
		return
	}
	w.after(delay+w.dice.span(time.Millisecond, 20*time.Millisecond), func() {
		if !r.p.over && r.p.p.hangUp(r, prefillSide) {
			w.after(w.dice.span(time.Millisecond, 4*time.Millisecond), func() { r.p.abortReq(r) })
		}
	})
}
