package model

import "time"

func (g *prefillGroup) probeStats(r *room) {
	g.p.log(g.ranks[0].tp, Info, Stats{Kind: "prefill", Rid: r.rid[prefillSide], Room: "0", Input: r.prompt, Output: 1, Entry: r.received[prefillSide],
		Forward: r.batched[prefillSide] - r.queued[prefillSide]})
}

func (g *prefillGroup) report(seqs, tokens, cached int, took time.Duration) {
	pending := 0
	for _, r := range g.waiting {
		pending += r.left()
	}
	g.writeGauges(float64(tokens) / took.Seconds())
	line := PrefillBatch{Seqs: seqs, New: tokens, Cached: cached, Queue: len(g.waiting), Pending: pending,
		Bootstrap: len(g.bootstrap), Inflight: len(g.inflight), Usage: g.gauges.Usage, Throughput: g.gauges.Throughput}
	g.p.log(g.ranks[0].tp, Info, line)
	g.reportStages(line)
}

func (g *prefillGroup) writeGauges(throughput float64) {
	used := 0
	for _, q := range [][]*room{g.waiting, g.inflight} {
		for _, r := range q {
			used += r.prompt
		}
	}
	g.gauges = Gauges{Queue: len(g.waiting), Bootstrap: len(g.bootstrap), Inflight: len(g.inflight), UsedTokens: used,
		Usage: float64(used) / capacity, Throughput: throughput}
	g.written = g.p.w.now
	g.p.w.truth.Inflight = append(g.p.w.truth.Inflight, GaugePoint{g.p.proc, g.gauges.Inflight, g.p.w.now})
}

// idle writes the gauges every 30 s, but only when nothing at all is queued.
func (g *prefillGroup) idle() {
	if !g.p.down && !g.over && !g.pipe.hung && !g.busy && len(g.bootstrap)+len(g.waiting)+len(g.inflight) == 0 && g.p.w.now-g.written >= 30*time.Second {
		g.writeGauges(0)
		g.idleStages()
	}
}
