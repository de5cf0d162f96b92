package model

import "time"

// probeWait is how long a health request waits for anything from the detokenizer.
const probeWait = 20 * time.Second

func (w *World) startHealth() {
	for _, p := range w.prefills {
		w.every(p.started+startUpTime+w.dice.span(0, w.cfg.HealthEvery), w.cfg.HealthEvery, p.probe)
		for _, g := range p.groups {
			w.every(p.started+w.dice.span(0, time.Second), time.Second, g.idle)
		}
	}
	for _, d := range w.decodes {
		w.every(d.started+startUpTime+w.dice.span(0, w.cfg.HealthEvery), w.cfg.HealthEvery, d.probe)
		for _, g := range d.groups {
			w.every(d.started+w.dice.span(0, time.Second), time.Second, g.idle)
		}
	}
}

// fakeRoom is what a probe sends: room 0 to the fake bootstrap host, so neither NIXL nor Mooncake ever sees it.
func (s *server) fakeRoom(side int) *room {
	r := &room{id: "0", fake: true, prompt: s.w.cfg.PageSize, truth: &RoomTruth{}}
	r.rid[side] = "HEALTH_CHECK_" + s.w.dice.hex(32)
	r.received[side] = s.w.now
	from := s.w.now
	r.done = func() { s.healthy(from) }
	return r
}

func (s *server) healthy(from time.Duration) {
	s.beat = s.w.now
	if s.w.now-from < probeWait {
		s.log(NoRank, Info, Access{s.w.addr(40), "GET", "/health", 200})
	}
}

// unhealthy is a probe that nothing answered.
func (s *server) unhealthy(from time.Duration) {
	if s.down {
		return
	}
	s.w.truth.HealthFailures = append(s.w.truth.HealthFailures, ProcEvent{s.proc, s.w.now})
	s.log(NoRank, Error, HealthFailed{probeWait, from, s.beat})
	s.log(NoRank, Info, Access{s.w.addr(40), "GET", "/health", 503})
}

// HealthFailed is the line of a probe that nothing answered; its times are printed without a date.
type HealthFailed struct {
	Wait       time.Duration
	Tic, Heard time.Duration
}

func (p *prefill) probe() {
	if !p.ready() {
		return
	}
	if p.w.cfg.HealthConstant {
		p.healthy(p.w.now)
		return
	}
	g := p.groups[p.probed%len(p.groups)]
	p.probed++
	g.enqueue(p.fakeRoom(prefillSide))
	g.kick()
}

func (d *decode) probe() {
	if d.down {
		return
	}
	if d.w.cfg.HealthConstant {
		d.healthy(d.w.now)
		return
	}
	if d.hung {
		from := d.w.now
		d.w.after(probeWait, func() { d.unhealthy(from) })
		return
	}
	g := d.groups[d.probed%len(d.groups)]
	d.probed++
	g.enqueue(d.fakeRoom(decodeSide))
}
