package rules

import "roomline/timeline"

// flatBetween judges flat and grew between two moments: flat by the scrapes around them, grew by
// those inside.
func (c *ctx) flatBetween(op *Op) *out {
	a, b := c.moment(op.From, false), c.moment(op.To, false)
	if a == nil || b == nil {
		return &out{rest: timeline.U, reasons: []Missing{why(WindowOpen, "")}}
	}
	lines, reasons := c.series(op.Signal, op)
	o := &out{reasons: reasons}
	if len(lines) == 0 {
		o.rest = timeline.U
	}
	for _, ln := range lines {
		ka, kb := c.k(a.Clock, ln.t.Clock), c.k(b.Clock, ln.t.Clock)
		outer := scrapePair{ln.lastAt(a.Lo - ka), ln.firstAt(b.Hi - 1 + kb)}
		inner := scrapePair{ln.firstAt(a.Hi - 1 + ka), ln.lastAt(b.Lo - kb)}
		v, missing := c.grown(op, ln, outer, inner)
		switch v {
		case timeline.T:
			shown := outer
			if op.Kind == OpGrew {
				shown = inner
			}
			o.alts = append(o.alts, &alt{value: timeline.T, moment: a, end: b, claims: []*claim{{line: ln, points: ln.points[shown.a : shown.b+1], signal: op.Signal}}})
		case timeline.U:
			o.rest, o.reasons = timeline.U, append(o.reasons, missing...)
		}
	}
	o.reasons = unique(o.reasons)
	return o
}

// scrapePair are two points of a line, -1 where there is none.
type scrapePair struct{ a, b int }

func (ln *line) lastAt(t timeline.Time) int {
	last := -1
	for i, p := range ln.points {
		if p.At <= t {
			last = i
		}
	}
	return last
}

func (ln *line) firstAt(t timeline.Time) int {
	for i, p := range ln.points {
		if p.At >= t {
			return i
		}
	}
	return -1
}

// flatFor judges flat and grew over d from some scrape in the window on.
func (c *ctx) flatFor(op *Op, w *window) *out {
	return c.onLines(op, func(ln *line, o *out) { c.flatOn(op, w, ln, o) })
}

func (c *ctx) flatOn(op *Op, w *window, ln *line, o *out) {
	d := timeline.Time(c.length(op.For))
	shown, open := false, false
	for i, p := range ln.points {
		m := timeline.Point(p.At, ln.t.Clock)
		place, proven := timeline.T, true
		if !w.whole {
			place, proven = c.inside(m, w, op, false)
		}
		if place == timeline.F {
			continue
		}
		known := false
		if j := ln.firstAfter(i, p.At+d); j >= 0 {
			v, missing := c.grown(op, ln, scrapePair{i, j}, scrapePair{i, j})
			switch {
			case v == timeline.T && place == timeline.T:
				shown, known = true, true
				end := timeline.Point(ln.points[j].At, ln.t.Clock)
				o.alts = append(o.alts, &alt{value: timeline.T, moment: &m, end: &end, unproven: !proven, claims: []*claim{{line: ln, points: ln.points[i : j+1], signal: op.Signal}}})
			case v == timeline.F && op.Kind == OpFlat:
				known = true // it grew: no later end of this stretch is flat
			}
			if v == timeline.U {
				o.reasons = append(o.reasons, missing...)
			}
		}
		open = open || !known
	}
	if op.Kind == OpFlat && !w.whole && c.alwaysMoved(ln, w, d) || shown && !open && !w.whole && !c.unseenScrapes(ln, w) {
		return
	}
	o.rest = timeline.U
	missing := c.scraping(ln.t, ln.rule, w, d)
	if len(missing) == 0 {
		missing = []Missing{why(ScrapeGap, c.targetPath(ln.t))}
	}
	o.reasons = append(o.reasons, missing...)
}

func (ln *line) firstAfter(i int, t timeline.Time) int {
	for x := i + 1; x < len(ln.points); x++ {
		if ln.points[x].At >= t {
			return x
		}
	}
	return -1
}

// alwaysMoved: whatever the start in the window, growth was seen within d of it.
func (c *ctx) alwaysMoved(ln *line, w *window, d timeline.Time) bool {
	lo, hi := c.outer(w, ln.t.Clock)
	spans, _ := ln.moves(d)
	return covers(spans, lo, hi)
}

// moves are the points behind which a line grew, and the instants from which on it is not flat for d for that.
func (ln *line) moves(d timeline.Time) (spans [][2]timeline.Time, at []int) {
	for i := 0; i+1 < len(ln.points); i++ {
		if ln.points[i+1].Value > ln.points[i].Value {
			spans, at = append(spans, [2]timeline.Time{ln.points[i+1].At - d, ln.points[i].At}), append(at, i)
		}
	}
	return spans, at
}

// grown judges one line from its outer and inner pairs of scrapes. "Small" needs the outer pair and
// one life; "large" needs only the inner pair: a hidden reset would add to it.
func (c *ctx) grown(op *Op, ln *line, outer, inner scrapePair) (timeline.Truth, []Missing) {
	o, why1 := c.growth(ln, outer)
	n, why2 := c.growth(ln, inner)
	small := func(x float64) bool { return x < op.By }
	if op.Kind == OpFlat {
		small = func(x float64) bool { return x == 0 }
	}
	isSmall := o != nil && small(*o) && why1 == nil
	isLarge := n != nil && !small(*n)
	if op.Kind == OpGrew {
		isSmall, isLarge = isLarge, isSmall
	}
	switch {
	case isSmall:
		return timeline.T, nil
	case isLarge:
		return timeline.F, nil
	}
	var missing []Missing
	for _, m := range []*Missing{why1, why2} {
		if m != nil {
			missing = append(missing, *m)
		}
	}
	if len(missing) == 0 {
		r := ScrapeGap
		if len(ln.points) == 0 {
			r = SeriesAbsent
		}
		missing = []Missing{why(r, c.targetPath(ln.t))}
	}
	return timeline.U, missing
}

// growth is by how much a line rose between two points; nil where a reset or another life lies between. missing
// is set where one life is not shown, though the growth may be used as a lower bound.
func (c *ctx) growth(ln *line, p scrapePair) (*float64, *Missing) {
	if p.a < 0 || p.b < 0 || p.a > p.b {
		return nil, nil
	}
	a, b := ln.points[p.a], ln.points[p.b]
	reset := whyIn(SeriesReset, c.targetPath(ln.t), a.At, b.At)
	for i := p.a; i < p.b; i++ {
		if ln.points[i+1].Value < ln.points[i].Value {
			return nil, &reset
		}
	}
	life := c.oneLife(ln, a, b)
	if life == timeline.F {
		return nil, &reset
	}
	d := b.Value - a.Value
	if life == timeline.U {
		return &d, &reset
	}
	return &d, nil
}
