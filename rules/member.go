package rules

import "roomline/timeline"

// member says whether a moment is inside a window, for every instant of both (P02), and before the
// end of the instance's span (P12).
func (c *ctx) member(e timeline.Moment, w *window) timeline.Truth {
	v := timeline.T
	if !w.whole {
		if w.start != nil {
			v = c.later(*w.start, e)
		}
		if w.end != nil {
			v = min(v, c.notLater(e, *w.end))
		}
	}
	if c.limit == nil || v == timeline.F {
		return v
	}
	switch {
	case c.later(e, *c.limit) == timeline.T:
		return v
	case c.later(*c.limit, e) == timeline.T || timeline.SameRecord(e, *c.limit):
		return timeline.F
	}
	return min(v, timeline.U)
}

// accepts: a tie comes from clocks only, so all moments concerned must carry stamps.
func (c *ctx) accepts(e timeline.Moment, w *window, op *Op) bool {
	strict := c.rule.Strict
	if op != nil && op.strict != nil {
		strict = *op.strict
	}
	if strict || c.zoneInDoubt(e, w) {
		return false
	}
	return e.Stamped && (w.start == nil || w.start.Stamped) && (w.end == nil || w.end.Stamped)
}

// zoneInDoubt: an order between clocks of which one's zone is doubted is no tie.
func (c *ctx) zoneInDoubt(e timeline.Moment, w *window) bool {
	if len(c.doubted) == 0 {
		return false
	}
	for _, m := range []*timeline.Moment{w.start, w.end} {
		if m != nil && c.apart(m.Clock, e.Clock) {
			return true
		}
	}
	return false
}

// inside is member with ties decided: the value, and whether the order is proven. A tie never
// helps a negative (P04), and what a hole may have cut off is not sure (P23).
func (c *ctx) inside(e timeline.Moment, w *window, op *Op, negative bool) (timeline.Truth, bool) {
	v, proven := c.member(e, w), true
	if v == timeline.U && !negative && c.accepts(e, w, op) {
		v, proven = timeline.T, false
	}
	if v == timeline.T && c.holeBetween(e) {
		return timeline.U, true
	}
	return v, proven
}

// restInside says whether records that are folded into a hit lie in a window: T only if they do
// wherever they stand.
func (c *ctx) restInside(h *timeline.Hit, w *window) timeline.Truth {
	first, last, ok := h.Rest()
	if !ok {
		return timeline.F
	}
	a, _ := c.inside(first, w, nil, true)
	b, _ := c.inside(last, w, nil, true)
	if a == b {
		return a
	}
	return timeline.U
}

// folded says why the silence of a window cannot be shown where only counts were kept of some hits.
func (c *ctx) folded(hits []*timeline.Hit, w *window) []Missing {
	for _, h := range hits {
		if h.N > 1 && c.restInside(h, w) != timeline.F {
			return []Missing{whyIn(Capped, c.path(h), h.Lo, h.Hi)}
		}
	}
	return nil
}

// tie says why the order of a hit and a window is open.
func (c *ctx) tie(h *timeline.Hit, w *window) Missing {
	return c.tieOf(h.Moment(), w, c.process(h).Base())
}

func (c *ctx) tieOf(m timeline.Moment, w *window, source string) Missing {
	switch {
	case c.zoneInDoubt(m, w):
		return why(ZoneUnknown, source)
	case m.Stamped && (w.start == nil || w.start.Stamped) && (w.end == nil || w.end.Stamped):
		return why(OrderAmbiguous, source)
	}
	return why(TimeUncertain, source)
}
