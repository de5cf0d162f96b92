package model

import (
	"fmt"
	"time"
)

func (w *World) startScrapes() {
	for _, p := range w.prefills {
		w.scrapeSoon(&p.server, p.metrics)
	}
	for _, d := range w.decodes {
		w.scrapeSoon(&d.server, d.metrics)
	}
}

// scrapeSoon plans the scrapes of one server: periodic ones, each target at its own offset, and those taken by hand.
func (w *World) scrapeSoon(s *server, groups func() []GroupMetrics) {
	look := func() { w.scrape(s, groups) }
	if w.cfg.ScrapeEvery > 0 {
		w.every(w.cfg.ScrapeFrom+w.noise.span(0, time.Second), w.cfg.ScrapeEvery, look)
	}
	for _, at := range w.cfg.ScrapeAt {
		w.at(at+w.noise.span(0, 300*time.Millisecond), look)
	}
}

func (w *World) scrape(s *server, groups func() []GroupMetrics) {
	shot := Snapshot{At: w.now, Proc: s.proc, Started: s.started}
	if s.ready() && w.cfg.ScrapeLoss > 0 && w.noise.Float64() < w.cfg.ScrapeLoss {
		shot.Err = fmt.Sprintf("curl: (28) Operation timed out after 5000 milliseconds with 0 bytes received from 127.0.0.1 port %d", s.port)
		w.sink.Scrape(shot)
		return
	}
	if !s.ready() {
		shot.Err = fmt.Sprintf("curl: (7) Failed to connect to 127.0.0.1 port %d after 0 ms: Connection refused", s.port)
		w.sink.Scrape(shot)
		return
	}
	shot.Groups, shot.Tokenizer = groups(), s.tok
	shot.Tokenizer.TTFT, shot.Tokenizer.Latency = s.tok.TTFT.clone(), s.tok.Latency.clone()
	w.sink.Scrape(shot)
	s.log(NoRank, Info, Access{w.addr(41), "GET", "/metrics", 200})
}

func (p *prefill) metrics() []GroupMetrics {
	out := make([]GroupMetrics, 0, len(p.groups))
	for _, g := range p.groups {
		out = append(out, GroupMetrics{Rank: g.ranks[0].tp, DP: g.dp, Gauges: g.gauges, Counters: g.counters,
			Transfer: g.latency.clone(), LastMS: g.lastMS})
		for i, later := range g.pipe.gauges {
			out = append(out, GroupMetrics{Rank: g.ranks[0].tp, DP: g.dp, Stage: i + 1, Gauges: later, Counters: g.counters, Transfer: g.latency.clone(), LastMS: g.lastMS})
		}
	}
	return out
}

func (d *decode) metrics() []GroupMetrics {
	out := make([]GroupMetrics, 0, len(d.groups))
	for _, g := range d.groups {
		out = append(out, GroupMetrics{Rank: g.tps[0], DP: g.dp, Gauges: g.gauges, Counters: g.counters,
			Transfer: newHistogram(latencyBounds), Retractions: g.retractions})
	}
	return out
}
