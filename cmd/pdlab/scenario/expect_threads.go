package scenario

import (
	"time"

	"roomline/cmd/pdlab/emit"
	"roomline/cmd/pdlab/model"
)

// threads are those that died.
func (e *expecter) threads() {
	var guard, other, workers []string
	for _, d := range e.t.Deaths {
		switch who := emit.Entity(d.Proc); {
		case d.Thread == "transfer_worker":
			workers = append(workers, who)
		case d.Guard:
			guard = append(guard, who)
		default:
			other = append(other, who)
		}
	}
	e.either("nixl-bootstrap-thread-died", guard)
	e.either("bootstrap-thread-died-other", other)
	e.either("mooncake-transfer-worker-died", workers)
	for i := range e.plan.Config.Prefills {
		e.wedge(model.Proc{Role: model.PrefillRole, Index: i})
	}
	e.nixlWedge(guard)
}

// wedge notes a prefill of which each group has lost a bootstrap thread: a room needs all ranks of its group.
func (e *expecter) wedge(p model.Proc) {
	c := e.plan.Config
	dead, last := map[int]bool{}, time.Duration(0)
	for _, d := range e.t.Deaths {
		if group := d.Rank * c.DP / c.Ranks; d.Proc == p && d.Thread == "bootstrap_thread" && !dead[group] {
			dead[group] = true
			last = max(last, d.At)
		}
	}
	if len(dead) == c.DP {
		e.x.Wedged = append(e.x.Wedged, model.ProcEvent{Proc: p, At: last})
	}
}

func (e *expecter) nixlWedge(guard []string) {
	const rule = "nixl-wedge"
	var wedged, all []string
	for _, w := range e.x.Wedged {
		who := emit.Entity(w.Proc)
		if all = append(all, who); e.seen(w) {
			wedged = append(wedged, who)
		}
	}
	e.may(rule, both(all, guard)...)
	switch wedged = both(wedged, guard); {
	case len(guard) == 0:
		e.deny(rule)
	case e.ev.Debug && len(guard) < e.plan.Config.Ranks*len(all):
		e.leave("a rank whose thread lives goes on to take infos, which DEBUG shows: nothing is transferred, but that nothing is filled is true of the dead rank alone", rule)
	case len(wedged) > 0:
		e.confirm(rule, wedged...)
	default:
		e.leave("the thread is dead; that nothing was filled while somebody asked shows only in part, or not for long enough", rule)
	}
}

// seen says whether a wedge shows: it lasted, somebody asked, and the options let both be seen.
func (e *expecter) seen(w model.ProcEvent) bool {
	if e.plan.Config.Duration-w.At < 150*time.Second || !e.ev.LogRequests && !(e.ev.Scrapes && e.ev.Histograms) {
		return false
	}
	asked := 0
	for _, r := range e.t.Rooms {
		if r.Prefill == w.Proc && r.OnPrefill.Received > w.At+5*time.Second && r.OnPrefill.Received < w.At+85*time.Second {
			asked++
		}
	}
	return asked >= 2
}

// wedges are processes that answer health and serve nothing.
func (e *expecter) wedges() {
	const rule = "silent-wedge-health-green"
	var still, wedged []string
	for _, s := range e.silent {
		still = append(still, emit.Entity(s.proc))
	}
	for _, w := range e.x.Wedged {
		if e.seen(w) && e.ev.LogRequests { // else what shows that somebody asks hangs on the build's metrics
			wedged = append(wedged, emit.Entity(w.Proc))
		}
	}
	e.may(rule, still...)
	switch wedged = both(wedged, still); {
	case len(wedged) > 0:
		e.confirm(rule, wedged...)
	case len(still) == 0:
		e.deny(rule)
	default:
		e.leave("rooms were open for a minute in which nothing moved: the definition fits, but what it takes to be called a wedge (a dead thread, requests that show) is not all there", rule)
	}
	e.zeros()
}
