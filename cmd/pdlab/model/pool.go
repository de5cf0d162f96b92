package model

// reserve is what decode keeps free for each request that it admits (num_reserved_decode_tokens).
const reserve = 512

// pool is what KV there is for.
func (g *decodeGroup) pool() int {
	if n := g.d.w.cfg.DecodePool; n > 0 {
		return n
	}
	return capacity
}

// used are the tokens that are taken: by requests that run or wait to, and by those whose KV is on its way.
func (g *decodeGroup) used() int {
	n := g.leaked
	for _, q := range [][]*room{g.transfer, g.waiting, g.running} {
		for _, r := range q {
			n += r.prompt + r.made
		}
	}
	return n
}

// fits says whether a request may be admitted. Requests that were retracted come first: while one waits, nobody is.
func (g *decodeGroup) fits(r *room) bool {
	if g.d.w.cfg.DecodePool == 0 {
		return true
	}
	n := len(g.transfer) + len(g.waiting) + len(g.running) + 1
	return len(g.retracted) == 0 && g.used()+r.prompt+n*reserve <= g.pool()
}

// resume takes back what was retracted, oldest first, where there is room for it to go on for a while.
func (g *decodeGroup) resume() {
	for len(g.retracted) > 0 {
		r := g.retracted[0]
		if n := len(g.waiting) + len(g.running) + 1; g.used()+r.prompt+r.made+n*reserve > g.pool() {
			return
		}
		g.retracted = g.retracted[1:]
		r.dstage = waitingQueue
		g.waiting = append(g.waiting, r)
	}
}

// retract makes room for the next steps of the others: the last that came go first, and wait.
func (g *decodeGroup) retract() {
	const steps = 20
	if g.d.w.cfg.DecodePool == 0 || g.used()+len(g.running) <= g.pool() {
		return
	}
	before, gained, n := g.ratio, 0, 0
	for len(g.running) > 1 && g.used()+steps*len(g.running) > g.pool() {
		r := g.running[len(g.running)-1]
		g.running = g.running[:len(g.running)-1]
		r.dstage = retractedQueue
		g.retracted = append(g.retracted, r)
		gained, n = gained+r.prompt+r.made, n+1
	}
	g.ratio = g.estimate(steps)
	g.retractions += n
	for _, tp := range g.tps {
		g.d.log(tp, Warn, Retract{n, gained, before, g.ratio})
	}
	g.d.w.truth.Retractions = append(g.d.w.truth.Retractions, ProcEvent{g.d.proc, g.d.w.now})
}

// estimate is the part of what running requests may still make that the scheduler reckons with.
func (g *decodeGroup) estimate(steps int) float64 {
	made, most := 0, 1
	for _, r := range g.running {
		made, most = made+r.made+steps, most+r.output
	}
	return min(float64(made)/float64(most), 1)
}

// starve notes since when requests wait and none is admitted while the pool is full or retracted ones go first.
func (g *decodeGroup) starve() {
	if g.d.w.cfg.DecodePool == 0 {
		return
	}
	starved := len(g.prealloc) > 0 && len(g.transfer) == 0 && (len(g.retracted) > 0 || float64(g.used()) >= 0.95*float64(g.pool()))
	switch {
	case starved && g.starved == 0:
		g.starved = g.d.w.now
	case !starved && g.starved > 0:
		g.endSpell()
	}
}

func (g *decodeGroup) endSpell() {
	g.d.w.truth.Starved = append(g.d.w.truth.Starved, Spell{g.d.proc, g.starved, g.d.w.now})
	g.starved = 0
}

// missed is the check of an idle scheduler: what nobody holds and is not free has leaked.
func (g *decodeGroup) missed() {
	if g.leaked == 0 {
		return
	}
	for _, tp := range g.tps {
		g.d.textf(tp, Warn, "token_to_kv_pool_allocator memory leak detected! self.max_total_num_tokens=%d, available_size=%d, evictable_size=0, protected_size=0", g.pool(), g.pool()-g.leaked)
	}
	g.d.w.truth.Leaks = append(g.d.w.truth.Leaks, ProcEvent{g.d.proc, g.d.w.now})
}

// look takes rooms whose KV is there, each so many forwards; with nothing running it looks at once.
func (g *decodeGroup) look() {
	if every := g.d.w.cfg.DecodePolling; every > 0 && len(g.landed) > 0 && (len(g.running) == 0 || g.forwards%every == 0) {
		g.commit()
	}
}
