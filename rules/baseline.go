package rules

import (
	"roomline/rules/mql"
	"roomline/timeline"
)

// level is the number to compare with, as the range of what it may be (a baseline), or why it is
// not known.
func (c *ctx) level(op *Op) (lo, hi float64, missing []Missing) {
	if op.Baseline == nil {
		return op.Value, op.Value, nil
	}
	return c.baseline(op.Baseline, op)
}

// baseline is the maximum of a gauge over an interval, as a range: surely inside, possibly inside.
// It is known only where the interval was scraped without a gap (P17).
func (c *ctx) baseline(l *Let, op *Op) (lo, hi float64, missing []Missing) {
	s := l.Of[0]
	for _, x := range l.Of {
		if x == op.Signal {
			s = x
		}
	}
	lines, missing := c.series(s, op)
	if len(lines) == 0 {
		return 0, 0, missing
	}
	ln := lines[0]
	switch {
	case l.LastIdle:
		return c.lastIdle(ln, op)
	case l.Mark != "":
		return c.atMark(ln, l.Mark)
	}
	return c.baselineIn(ln, c.window(l.Window, -1))
}

func gapIn(ln *line) []Missing { return []Missing{why(ScrapeGap, ln.t.Base())} }

func (c *ctx) baselineIn(ln *line, w *window) (lo, hi float64, missing []Missing) {
	if w == nil || w.start == nil || w.end == nil {
		return 0, 0, gapIn(ln)
	}
	k := c.k(w.start.Clock, ln.t.Clock)
	from, to := w.start.Lo-k, w.end.Hi-1+k
	var sure, outer highest
	for _, p := range ln.points {
		if p.At <= from || to < p.At { // nor is it surely inside
			continue
		}
		outer.add(p.Value)
		if c.member(timeline.Point(p.At, ln.t.Clock), w) == timeline.T {
			sure.add(p.Value)
		}
	}
	if !sure.any || !ln.unbroken(from, to) {
		return 0, 0, gapIn(ln)
	}
	return sure.value, outer.value, nil
}

// unbroken says whether the points reach from before lo to behind hi without a gap.
func (ln *line) unbroken(lo, hi timeline.Time) bool {
	g := timeline.Time(ln.gap)
	first, last := -1, -1
	for i, p := range ln.points {
		if p.At >= lo-g && p.At <= hi+g {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 || ln.points[first].At > lo || ln.points[last].At < hi {
		return false
	}
	for i := first; i < last; i++ {
		if ln.gapAfter(i) {
			return false
		}
	}
	return true
}

// highest is the maximum of some values.
type highest struct {
	value float64
	any   bool
}

func (h *highest) add(v float64) {
	if !h.any {
		h.value = v
	}
	h.value, h.any = max(h.value, v), true
}

// atMark is the range of the scrapes within one max_gap of a mark.
func (c *ctx) atMark(ln *line, mark string) (lo, hi float64, missing []Missing) {
	at, ok := c.inc.Marks[mark]
	n := 0
	for _, p := range ln.points {
		if !ok || abs(p.At-at) > timeline.Time(ln.gap) {
			continue
		}
		if n == 0 {
			lo, hi = p.Value, p.Value
		}
		lo, hi, n = min(lo, p.Value), max(hi, p.Value), n+1
	}
	if n == 0 {
		return 0, 0, gapIn(ln)
	}
	return lo, hi, nil
}

func abs(t timeline.Time) timeline.Time { return max(t, -t) }

// lastIdle is the value at the last scrape before the anchor at which the idle gauge read 0, with
// nothing missing from it up to the anchor; scrapes that skew makes possibly the last idle one widen
// the range.
func (c *ctx) lastIdle(ln *line, op *Op) (lo, hi float64, missing []Missing) {
	if c.pack.Idle == nil {
		return 0, 0, []Missing{why(WindowOpen, ln.t.Base())}
	}
	idle, _ := c.series(c.pack.Idle, op)
	var running, perhaps []mql.Point
	for _, i := range idle {
		if i.t != ln.t {
			continue
		}
		for _, p := range i.points {
			switch v := c.later(timeline.Point(p.At, ln.t.Clock), *c.anchor); {
			case v == timeline.T:
				running = append(running, p)
			case v == timeline.U && p.Value == 0:
				perhaps = append(perhaps, p)
			}
		}
	}
	end := -1
	for i, p := range running {
		if p.Value == 0 {
			end = i
		}
	}
	if end < 0 || c.idleBroken(ln, running, end) {
		return 0, 0, gapIn(ln)
	}
	return ln.idleRange(running[end], perhaps)
}

// idleBroken says whether a scrape may be missing between the last idle one and the anchor.
func (c *ctx) idleBroken(ln *line, running []mql.Point, end int) bool {
	run := &line{t: ln.t, points: running, gap: ln.gap}
	for i := end; i+1 < len(running); i++ {
		if run.gapAfter(i) {
			return true
		}
	}
	last := running[len(running)-1]
	if c.anchor.Lo-last.At > timeline.Time(ln.gap+c.between(c.anchor.Clock, ln.t.Clock)) {
		return true
	}
	for _, s := range ln.t.Scrapes[last.Scrape+1:] {
		if c.later(timeline.Point(s.At, ln.t.Clock), *c.anchor) == timeline.T {
			return true
		}
	}
	return false
}

func (ln *line) idleRange(at mql.Point, perhaps []mql.Point) (lo, hi float64, missing []Missing) {
	found := false
	for _, p := range ln.points {
		if p.At == at.At {
			lo, hi, found = p.Value, p.Value, true
		}
	}
	if !found {
		return 0, 0, gapIn(ln)
	}
	for _, p := range ln.points {
		for _, q := range perhaps {
			if p.Scrape == q.Scrape {
				lo, hi = min(lo, p.Value), max(hi, p.Value)
			}
		}
	}
	return lo, hi, nil
}
