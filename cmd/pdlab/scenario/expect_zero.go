package scenario

import (
	"time"

	"roomline/cmd/pdlab/model"
)

// zeros are the spans of at least a minute in which decode's gauges read 0 in all queues, as they were written last, while rooms
// were open and nothing moved on either side. Of one decode, one prefill and one group of each: else several gauges count.
func (e *expecter) zeros() {
	const rule = "queues-zero-requests-hang"
	c := e.plan.Config
	if len(e.silent) == 0 {
		e.deny(rule)
		return
	}
	if c.Decodes > 1 || c.Prefills > 1 || c.DP > 1 {
		e.leave("rooms were open for a minute in which nothing moved; whether all gauges of several groups read zero then is not kept", rule)
		return
	}
	spans := e.zeroSpans()
	if len(spans) == 0 {
		e.deny(rule)
		return
	}
	for _, s := range spans {
		if e.ev.Scrapes && e.ev.LogRequests && e.hangs(s) {
			e.confirm(rule, "g0")
		}
	}
	e.leave("the queues read zero while rooms were open, but for less than minutes, or with one request only, or nobody logged requests and scraped", rule)
}

func (e *expecter) zeroSpans() []stillness {
	var out []stillness
	decode := model.Proc{Role: model.DecodeRole}
	from := time.Duration(-1)
	end := func(at time.Duration) {
		if from >= 0 {
			for _, s := range still(e.plan, e.t, decode) { // decode has rooms and does nothing
				a, b := max(from, s.from), min(at, s.to)
				for _, w := range e.t.Worked { // nor does prefill
					if w.At > a && w.At < b {
						if w.At-a >= silent {
							out = append(out, stillness{decode, a, w.At})
						}
						a = w.At
					}
				}
				if b-a >= silent {
					out = append(out, stillness{decode, a, b})
				}
			}
		}
		from = -1
	}
	for _, w := range e.t.GaugeWrites {
		if w.Value > 0 {
			end(w.At)
		} else if from < 0 {
			from = w.At
		}
	}
	end(e.plan.Config.Duration)
	return out
}

// hangs says whether two requests came early enough in a span to hang for minutes, near to a death or a room that had waited
// its whole time.
func (e *expecter) hangs(s stillness) bool {
	var signs []time.Duration
	for _, d := range e.t.Deaths {
		signs = append(signs, d.At)
	}
	if len(e.t.Timeouts) > 0 {
		signs = append(signs, e.t.Timeouts[0].At)
	}
	for _, sign := range signs {
		for t := max(s.from+20*time.Second, sign-270*time.Second); t < min(s.to-170*time.Second, sign+270*time.Second); t += 5 * time.Second {
			asked := 0
			for _, r := range e.t.Rooms {
				if at := r.OnDecode.Received; at > t+5*time.Second && at < t+70*time.Second {
					asked++
				}
			}
			if asked >= 3 {
				return true
			}
		}
	}
	return false
}
