package scenario

import (
	"slices"
	"time"

	"roomline/cmd/pdlab/model"
)

// aborts are bursts of them and what they leave behind.
func (e *expecter) aborts() {
	most := crowded(e.t.Aborts, 3*time.Second)
	switch {
	case most >= 10:
		e.confirm("abort-cascade", "g0")
	case 2*crowded(append(slices.Clone(e.t.Aborts), e.t.Hangups...), 8*time.Second) < 10: // a rule may count both sides' rids
		e.deny("abort-cascade")
	default:
		e.leave("between 5 and 10 rooms within a few seconds: where a burst begins is a rule's own threshold", "abort-cascade")
	}
	e.orphans(most)
}

// crowded is the largest number of distinct rooms within one span of time.
func crowded(events []model.RoomEvent, within time.Duration) int {
	most := 0
	for _, a := range events {
		var seen []string
		for _, b := range events {
			if b.At >= a.At && b.At < a.At+within && !slices.Contains(seen, b.Room) {
				seen = append(seen, b.Room)
			}
		}
		most = max(most, len(seen))
	}
	return most
}

// orphans show when the in-flight gauge stays above all that it was in the minute before the burst, a probe counting itself.
func (e *expecter) orphans(burst int) {
	const rule = "orphaned-queue-entries"
	if len(e.t.Orphans) == 0 {
		if burst < 5 && crowded(e.t.Aborts, 8*time.Second) < 5 || !e.lingers() {
			e.deny(rule)
		} else {
			e.leave("rooms that wait for something else stay in a queue after the burst; by the gauges alone they are no different from orphans", rule)
		}
		return
	}
	first, last := e.t.Orphans[0].At, e.t.Orphans[len(e.t.Orphans)-1].At
	before := 1
	for _, g := range e.t.Inflight {
		if g.At > first-70*time.Second && g.At < last {
			before = max(before, g.Value)
		}
	}
	if e.ev.Scrapes && burst >= 10 && len(e.t.Orphans) > before && e.plan.Config.Duration-last > 120*time.Second {
		e.confirm(rule, "g0")
	}
	e.leave("there are orphans, but not more than what the gauge showed before, or nobody scraped it long enough", rule)
}

// lingers says whether anything was in a queue for a minute without being worked on.
func (e *expecter) lingers() bool {
	return len(e.silent) > 0 || slices.ContainsFunc(e.t.Starved, func(s model.Spell) bool { return s.To-s.From >= 30*time.Second }) || e.waited() >= 40*time.Second
}

// waited is the longest time that a room was with one side before anything came of it.
func (e *expecter) waited() (long time.Duration) {
	for _, r := range e.t.Rooms {
		for _, s := range []model.Side{r.OnPrefill, r.OnDecode} {
			if s.Received == 0 {
				continue
			}
			end := e.plan.Config.Duration
			for _, at := range []time.Duration{s.Transferred, s.Finished, s.Failed, s.Aborted} {
				if at > 0 {
					end = min(end, at)
				}
			}
			long = max(long, end-s.Received)
		}
	}
	return long
}

// leftovers are what aborts leave in a pipeline's later stages and in decode's pool.
func (e *expecter) leftovers() {
	const orphaned = "pp-orphaned-bootstrap"
	if n := len(e.t.StageOrphans); n > 0 {
		last := e.t.StageOrphans[n-1].At
		who := procs(e.t.StageOrphans)
		e.may(orphaned, who...)
		if e.plan.Config.DP == 1 && e.ev.Scrapes && e.ev.Fresh && e.emptied(last) > 240*time.Second {
			e.confirm(orphaned, who...)
		}
		e.leave("a later stage holds rooms for ever, but for less than four minutes beside an empty first stage, or without scrapes of it that are no denser than its probes, or beside groups that hold none", orphaned)
	}
	e.deny(orphaned)
	e.either("decode-leak-token-usage", entities(e.t.Leaks))
}

// emptied is how long prefill's bootstrap queue was empty at the end of the run, after that moment.
func (e *expecter) emptied(after time.Duration) time.Duration {
	from := after
	for _, b := range e.t.Batches {
		if b.At > after && b.Bootstrap > 0 {
			from = b.At
		}
	}
	return e.plan.Config.Duration - from
}

// transfers are rooms that failed, on which side and who was told.
func (e *expecter) transfers() {
	e.either("nixl-transfer-worker-room-missing", rooms(e.t.Asserts))
	e.either("nixl-transfer-worker-error", rooms(e.t.TransferErrors))
	e.either("decode-waiting-timeout", rooms(e.t.Timeouts))
	e.either("prefill-bootstrap-timeout", rooms(e.t.BootTimeouts))
	e.either("nixl-prefill-failure-not-propagated", both(rooms(e.t.TransferErrors), rooms(e.t.Timeouts)))
	e.either("mooncake-session-failed", procs(e.t.SessionFailed))
	e.either("mooncake-rdma-missing", procs(e.t.SessionFailed)) // the engine's own lines of the slices that failed
	if len(e.t.SessionDead) > 0 {
		e.confirm("mooncake-mutual-accusation", "g0")
	}
	e.deny("mooncake-mutual-accusation")
	e.either("unexpected-poll-state", procs(e.t.Polls))
}

// aborted are rooms that prefill dropped for its client and decode waited for all the same.
func (e *expecter) aborted() {
	const rule = "prefill-abort-decode-hang"
	var shown, all []string
	public := []string{}
	for _, a := range e.t.Aborts {
		if a.Proc.Role == model.PrefillRole {
			public = append(public, a.Room)
		}
	}
	for _, r := range e.t.Rooms {
		if r.OnDecode.Timeout == 0 || r.OnPrefill.Aborted == 0 || r.OnPrefill.Aborted > r.OnDecode.Timeout-2*time.Second {
			continue
		}
		all = append(all, r.Room)
		if slices.Contains(public, r.Room) && r.OnPrefill.Failed > 0 {
			shown = append(shown, r.Room)
		}
	}
	e.may(rule, all...) // one that had to wait for a batch is dropped without a line
	if len(shown) == 0 && len(all) > 0 {
		e.leave("prefill dropped the rooms while they waited for a batch, and prints nothing then", rule)
	}
	e.either(rule, shown)
}

// slow are transfers of ten seconds and more, which only ReqTimeStats shows.
func (e *expecter) slow() {
	const rule = "kv-transfer-degraded"
	var took []string
	for _, x := range e.t.Transferred {
		if x.Took >= 10*time.Second {
			took = append(took, x.Room)
		}
	}
	if len(took) > 0 && !e.ev.TimeStats {
		e.may(rule, took...)
		e.leave("transfers took ten seconds and more, but nothing prints how long one took", rule)
	}
	e.either(rule, took)
}
