package rules

import "roomline/timeline"

// opRises judges rises and falls: two samples surely in the window, the later one by so much above
// (below) the earlier, both written as far as is shown (P09, P10).
func (c *ctx) opRises(op *Op, w *window) *out {
	return c.onLines(op, func(ln *line, o *out) { c.risesOn(op, w, ln, o) })
}

func (c *ctx) risesOn(op *Op, w *window, ln *line, o *out) {
	sign := 1.0
	if op.Kind == OpFalls {
		sign = -1
	}
	var inside, maybe []int
	sure, tied := make([]bool, len(ln.points)), make([]bool, len(ln.points))
	for i, p := range ln.points {
		m := timeline.Point(p.At, ln.t.Clock)
		if v, proven := c.inside(m, w, op, false); v == timeline.T {
			inside, sure[i], tied[i] = append(inside, i), true, !proven
		}
		if c.member(m, w) != timeline.F {
			maybe = append(maybe, i)
		}
	}
	apart := func(i, j int) bool { return sign*(ln.points[j].Value-ln.points[i].Value) >= op.By }
	for x, i := range inside { // every possible beginning, with its earliest end
		if ln.fresh[i] == 0 {
			continue
		}
		for _, j := range inside[x+1:] {
			if apart(i, j) && ln.fresh[j] > 0 {
				m, end := timeline.Point(ln.points[i].At, ln.t.Clock), timeline.Point(ln.points[j].At, ln.t.Clock)
				o.alts = append(o.alts, &alt{value: timeline.T, moment: &m, end: &end, unproven: tied[i] || tied[j], claims: []*claim{{line: ln, points: ln.points[i : j+1], signal: op.Signal}}})
				break
			}
		}
	}
	c.risesRest(w, ln, o, maybe, func(i, j int) bool { return apart(i, j) && !(sure[i] && sure[j]) })
}

// risesRest: F needs sampling without a gap from before to behind the window, every sample possibly
// in it fresh, and no two of them apart.
func (c *ctx) risesRest(w *window, ln *line, o *out, maybe []int, unsure func(i, j int) bool) {
	lo, hi := c.outer(w, ln.t.Clock)
	whole := ln.unbroken(lo, hi)
	frozen, open := false, false
	for x, i := range maybe {
		frozen = frozen || ln.fresh[i] == 0
		for _, j := range maybe[x+1:] {
			open = open || unsure(i, j)
		}
	}
	if whole && !frozen && !open {
		return
	}
	o.rest = timeline.U
	path := c.targetPath(ln.t)
	missing := c.scraping(ln.t, ln.rule, w, 0)
	switch {
	case frozen && whole:
		missing = []Missing{why(Frozen, path)}
	case len(missing) == 0:
		missing = []Missing{why(ScrapeGap, path)}
	}
	o.reasons = append(o.reasons, missing...)
}
