package scenario

import (
	"slices"
	"time"

	"roomline/cmd/pdlab/emit"
	"roomline/cmd/pdlab/model"
)

// backlog is what waits in prefill's bootstrap queue while it runs probes only.
func (e *expecter) backlog() {
	const only, stuck = "prefill-probe-only-batches", "nixl-bootstrap-stuck-no-timeout"
	if e.plan.Config.DP > 1 {
		e.leave("batch lines and gauges of several groups stand side by side, the model's truth is per group", only, stuck)
		return
	}
	var sure, maybe, held, holding []string
	for i := range e.plan.Config.Prefills {
		p := model.Proc{Role: model.PrefillRole, Index: i}
		row, long, loose := e.probes(p)
		if row >= 8 && long >= 70*time.Second {
			sure = append(sure, emit.Entity(p))
		} else if loose >= 3 {
			maybe = append(maybe, emit.Entity(p))
		}
		switch long := e.held(p); {
		case long >= 270*time.Second: // three minutes, and what scrapes leave open at either end
			held = append(held, emit.Entity(p))
		case long >= time.Minute:
			holding = append(holding, emit.Entity(p))
		}
	}
	e.may(only, maybe...)
	if len(sure) == 0 && len(maybe) > 0 {
		e.leave("a few probes ran with requests behind them, at the edge of what the definition asks for", only)
	}
	e.either(only, sure)
	e.may(stuck, holding...)
	switch {
	case e.plan.Config.Backend != model.NIXL: // its sender times out
		e.deny(stuck)
	case len(held) > 0 && e.ev.Scrapes && e.ev.Fresh && e.ev.Histograms:
		e.confirm(stuck, held...)
	case len(held)+len(holding) > 0:
		e.may(stuck, held...)
		e.leave("requests waited for their bootstrap for a minute or more, which scrapes alone show, and only over minutes", stuck)
	}
	e.deny(stuck)
}

// probes is the longest row of probes' batches with requests behind each, in which no bootstrap failed, and how long it took.
// loose is the longest one whether bootstraps failed or not.
func (e *expecter) probes(p model.Proc) (row int, long time.Duration, loose int) {
	n, any := 0, 0
	from, last := time.Duration(0), time.Duration(0)
	for _, b := range e.t.Batches {
		if b.Proc != p {
			continue
		}
		if !b.Probe || e.restarted(p, last, b.At) {
			any = 0
		}
		if !b.Probe || b.Bootstrap == 0 || e.bootstrapFailed(p, last, b.At) || e.restarted(p, last, b.At) {
			n = 0
		}
		if last = b.At; !b.Probe || b.Bootstrap == 0 {
			continue
		}
		any++
		loose = max(loose, any)
		if n++; n == 1 {
			from = b.At
		}
		if n >= row {
			row, long = n, max(long, b.At-from)
		}
	}
	return row, long, loose
}

// held is how long requests were in the bootstrap queue at every batch, while nothing was transferred and none failed.
func (e *expecter) held(p model.Proc) (long time.Duration) {
	from, last := time.Duration(-1), time.Duration(0)
	for _, b := range e.t.Batches {
		if b.Proc != p {
			continue
		}
		if !b.Probe || b.Bootstrap == 0 || e.bootstrapFailed(p, last, b.At) || e.restarted(p, last, b.At) {
			from = -1
		}
		if last = b.At; b.Bootstrap > 0 && b.Probe {
			if from < 0 {
				from = b.At
			}
			long = max(long, b.At-from)
		}
	}
	return long
}

func (e *expecter) bootstrapFailed(p model.Proc, from, to time.Duration) bool {
	return slices.ContainsFunc(e.t.BootFailures, func(x model.ProcEvent) bool { return x.Proc == p && x.At > from && x.At <= to })
}

func (e *expecter) restarted(p model.Proc, from, to time.Duration) bool {
	return slices.ContainsFunc(e.t.Restarted, func(x model.ProcEvent) bool { return x.Proc == p && x.At > from && x.At <= to })
}

// gauges are decode's, which nobody writes while rooms are stuck and nothing runs. What says that a room had waited its whole
// time is printed once per process.
func (e *expecter) gauges() {
	const rule = "stale-gauges"
	if len(e.t.Timeouts) == 0 {
		e.deny(rule)
		return
	}
	if e.plan.Config.DP > 1 {
		e.leave("each group warns once and writes its own gauges; summed, one that stands still does not show", rule)
		return
	}
	frozen := []string{}
	first := map[model.Proc]time.Duration{}
	for _, x := range e.t.Timeouts {
		if _, ok := first[x.Proc]; ok {
			continue
		}
		first[x.Proc] = x.At
		if !slices.ContainsFunc(e.t.GaugeWrites, func(w model.GaugePoint) bool {
			return w.Proc == x.Proc && w.At > x.At-155*time.Second && w.At < x.At-5*time.Second
		}) {
			frozen = append(frozen, emit.Entity(x.Proc))
		}
	}
	if len(frozen) > 0 && !e.ev.Scrapes {
		e.may(rule, frozen...)
		e.leave("the gauges stood still, but nobody scraped them often enough for that to show", rule)
		return
	}
	e.either(rule, frozen)
}
