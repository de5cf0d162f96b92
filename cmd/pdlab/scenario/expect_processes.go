package scenario

import (
	"time"

	"roomline/cmd/pdlab/emit"
)

// peers are what decode thinks of its prefills.
func (e *expecter) peers() {
	var hit, idle []string
	for _, l := range e.t.Lost {
		if l.Rooms > 0 {
			hit = append(hit, emit.Entity(l.Proc))
		} else {
			idle = append(idle, emit.Entity(l.Proc))
		}
	}
	e.either("prefill-heartbeat-lost", hit)
	if len(idle) > 0 && len(e.t.Stops) == 0 {
		e.may("planned-prefill-restart", idle...)
		e.leave("a group that had no room under way says the same of a crash", "planned-prefill-restart")
	}
	e.either("planned-prefill-restart", idle)
	e.either("bootstrap-unreachable", entities(e.t.Unreachable))
	e.either("foreign-traffic-bootstrap-socket", entities(e.t.Foreign))
	e.stale()
}

// stale are ports of a prefill that is gone: it shows when a room that was sent there has waited its whole time, on a prefill
// that served before.
func (e *expecter) stale() {
	const rule = "stale-rank-port-after-restart"
	timedOut := both(rooms(e.t.Stale), rooms(e.t.Timeouts))
	switch {
	case len(timedOut) > 0 && len(e.t.Worked) > 0:
		e.confirm(rule, "g0")
	case len(e.t.Stale) > 0:
		e.leave("frames go to ports of a process that is gone, but no room has waited its whole time yet", rule)
	}
	e.deny(rule)
}

// processes are schedulers that stopped, their watchdogs, and the end of a process.
func (e *expecter) processes() {
	e.either("scheduler-crash", entities(e.t.Crashes))
	e.either("health-detokenizer-timeout", entities(e.t.HealthFailures))
	var fired []string
	for _, d := range e.t.Watchdogs {
		fired = append(fired, emit.Entity(d.Proc))
	}
	e.either("scheduler-watchdog-timeout", fired)
	switch {
	case len(e.t.Watchdogs) >= 2 && len(e.t.Desync) > 0:
		e.confirm("collective-desync", emit.Entity(e.t.Desync[0].Proc))
	case len(e.t.Desync) > 0:
		e.leave("the ranks hang, but the run ends before a watchdog says so", "collective-desync")
	}
	e.deny("collective-desync")
	var stopped []string
	for _, s := range e.t.Stops {
		if e.plan.Config.Duration-s.At > 4*time.Second {
			stopped = append(stopped, emit.Entity(s.Proc))
		}
	}
	e.either("subprocess-teardown", stopped)
	e.router()
}

func (e *expecter) router() {
	const rule = "router-no-workers"
	if len(e.t.Refused) == 0 && len(e.t.Crashes) > 0 {
		e.leave("requests that a crash cut off show as errors of decode; so many of them are the same as no worker", rule)
	}
	e.either(rule, entities(e.t.Refused))
}

// pipeline are stages that disagree about who was aborted.
func (e *expecter) pipeline() {
	const rule = "pp-stage-divergence"
	var shown, all []string
	for _, d := range e.t.Diverged {
		asked := 0
		for _, r := range e.t.Rooms {
			if r.Prefill == d.Proc && r.OnPrefill.Received > d.At && r.OnPrefill.Received < d.At+100*time.Second {
				asked++
			}
		}
		all = append(all, emit.Entity(d.Proc))
		if e.plan.Config.DP == 1 && e.plan.Config.Duration-d.At > 4*time.Minute && asked >= 3 && e.ev.LogRequests {
			shown = append(shown, emit.Entity(d.Proc))
		}
	}
	e.may(rule, all...)
	if len(shown) == 0 && len(all) > 0 {
		e.leave("the stages wait for each other, but that somebody asks meanwhile does not show, or not for minutes, or another group of the process goes on", rule)
	}
	e.either(rule, shown)
}

// integrity are rooms that got what was not theirs, or not all of it.
func (e *expecter) integrity() {
	e.either("context-corruption-room-mismatch", rooms(e.t.Corrupted))
	e.either("metadata-not-ready", rooms(e.t.NotReady))
	e.either("kv-page-index-mismatch", procs(e.t.Cuts))
}

// capacity is a pool that is full, and who asks past the router.
func (e *expecter) capacity() {
	const starved = "decode-prealloc-starved"
	e.either("decode-kv-retraction", entities(e.t.Retractions))
	e.either("direct-request-no-room", entities(e.t.Direct))
	var long, short []string
	for _, s := range e.t.Starved {
		if who := emit.Entity(s.Proc); s.To-s.From >= 40*time.Second && e.ev.Queues && e.plan.Config.DP == 1 {
			long = append(long, who)
		} else {
			short = append(short, who)
		}
	}
	e.may(starved, short...)
	if len(long) == 0 && len(short) > 0 {
		e.leave("rooms were not admitted for a while; that it lasted for minutes, or that a batch line shows it, is not given", starved)
	}
	e.either(starved, long)
}
