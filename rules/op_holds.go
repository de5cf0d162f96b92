package rules

import (
	"sort"

	"roomline/timeline"
)

// compare gives the comparison of an operator's op.
func compare(op string, a, b float64) bool {
	switch op {
	case "==":
		return a == b
	case "!=":
		return a != b
	case ">":
		return a > b
	case ">=":
		return a >= b
	case "<":
		return a < b
	}
	return a <= b
}

// holding is one holds operator on one line.
type holding struct {
	c          *ctx
	op         *Op
	w          *window
	ln         *line
	hard, soft float64 // satisfied (violated) whatever the baseline was
	d          timeline.Time
	shown      map[int]bool     // starts of a stretch that is T
	tied       *timeline.Moment // a start of one that would be, if it were sure to lie in the window
}

func (c *ctx) opHolds(op *Op, w *window) *out {
	lo, hi, missing := c.level(op)
	if len(missing) > 0 {
		return &out{rest: timeline.U, reasons: missing}
	}
	if op.Cmp == ">" || op.Cmp == ">=" {
		lo, hi = hi, lo
	}
	o := c.onLines(op, func(ln *line, o *out) {
		h := &holding{c: c, op: op, w: w, ln: ln, hard: lo, soft: hi, d: timeline.Time(c.length(op.For)), shown: map[int]bool{}}
		h.stretches(o)
		h.rest(o)
	})
	sort.SliceStable(o.alts, func(i, j int) bool {
		a, b := o.alts[i], o.alts[j]
		if a.value != b.value {
			return a.value > b.value
		}
		return a.moment.Lo < b.moment.Lo
	})
	return o
}

func (h *holding) satisfied(i int) bool { return compare(h.op.Cmp, h.ln.points[i].Value, h.hard) }

// violates: a violation counts only where something shows that the value was written (P09).
func (h *holding) violates(i int) bool {
	return !compare(h.op.Cmp, h.ln.points[i].Value, h.soft) && h.ln.fresh[i] > 0
}

// settled: a stretch that begins at i is seen to end too soon; one violating sample within d is
// enough, gap or not.
func (h *holding) settled(i int) bool {
	for x := i; x < len(h.ln.points) && h.ln.points[x].At <= h.ln.points[i].At+h.d; x++ {
		if h.violates(x) {
			return true
		}
	}
	return false
}

// stretches looks for every scrape in the window at which the condition begins to hold for d.
func (h *holding) stretches(o *out) {
	good := -1
	for i := range h.ln.points {
		if !h.satisfied(i) { // first: it costs less than where the scrape lies
			continue
		}
		m, in, proven := h.place(i)
		if in == timeline.F {
			continue
		}
		if good < i {
			good = h.runFrom(i)
		}
		if in == timeline.U {
			if h.endOf(i, good) >= 0 {
				h.tied = m
			}
			continue
		}
		if e := h.endOf(i, good); e >= 0 {
			h.shown[i] = true
			end := timeline.Point(h.ln.points[e].At, h.ln.t.Clock)
			o.alts = append(o.alts, &alt{value: timeline.T, moment: m, end: &end, unproven: !proven, claims: []*claim{h.claim(i, e)}})
			continue
		}
		if h.settled(i) {
			continue
		}
		missing := h.why(i, good)
		if h.w.whole {
			o.alts = append(o.alts, &alt{value: timeline.U, moment: m, claims: []*claim{h.claim(i, good)}, reasons: missing})
		} else {
			o.reasons = append(o.reasons, missing...)
		}
	}
}

// place is the moment of a scrape, and whether it lies in the window.
func (h *holding) place(i int) (m *timeline.Moment, in timeline.Truth, proven bool) {
	at := timeline.Point(h.ln.points[i].At, h.ln.t.Clock)
	in, proven = timeline.T, true
	if !h.w.whole {
		in, proven = h.c.inside(at, h.w, h.op, false)
	}
	if in == timeline.F {
		return nil, in, proven
	}
	kept := at // only what lies in the window is taken from the heap
	return &kept, in, proven
}

func (h *holding) claim(from, to int) *claim {
	return &claim{line: h.ln, points: h.ln.points[from : to+1], signal: h.op.Signal}
}

// runFrom is the last sample of the unbroken, satisfying stretch from i on.
func (h *holding) runFrom(i int) int {
	for i+1 < len(h.ln.points) && h.satisfied(i+1) && !h.ln.gapAfter(i) {
		i++
	}
	return i
}

// endOf is the first fresh sample of the stretch at or after d, if the first one is fresh too; it
// may run on past d to one that counts.
func (h *holding) endOf(i, good int) int {
	if h.ln.fresh[i] == 0 {
		return -1
	}
	for x := i + 1; x <= good; x++ {
		if h.ln.points[x].At >= h.ln.points[i].At+h.d && h.ln.fresh[x] > 0 {
			return x
		}
	}
	return -1
}

func (h *holding) why(i, good int) []Missing {
	path := h.c.targetPath(h.ln.t)
	switch {
	case h.ln.points[good].At >= h.ln.points[i].At+h.d:
		return []Missing{whyIn(Frozen, path, h.ln.points[i].At, h.ln.points[good].At)}
	case good+1 == len(h.ln.points):
		return []Missing{scrapesIn(SourceEnded, path, h.ln.points[good].At, h.ln.points[i].At+h.d)}
	}
	return []Missing{whyIn(ScrapeGap, path, h.ln.points[good].At, h.ln.points[good+1].At)}
}

// rest decides what is left where no stretch is T: F only if every instant of the window is
// followed by a violating sample within d (P08).
func (h *holding) rest(o *out) {
	c, ln := h.c, h.ln
	if h.w.whole {
		if h.anyGap() {
			o.rest, o.reasons = timeline.U, append(o.reasons, why(ScrapeGap, c.targetPath(ln.t)))
		}
		return
	}
	if h.refuted() || len(h.shown) > 0 && !h.open() && !c.unseenScrapes(ln, h.w) {
		return
	}
	o.rest = timeline.U
	missing := c.scraping(ln.t, ln.rule, h.w, h.d)
	if len(missing) == 0 {
		missing = []Missing{h.undecided()}
	}
	o.reasons = append(o.reasons, missing...)
}

// undecided says why a window that was scraped all through tells nothing.
func (h *holding) undecided() Missing {
	path := h.c.targetPath(h.ln.t)
	switch {
	case h.tied != nil:
		return h.c.tieOf(*h.tied, h.w, path)
	case len(h.ln.points) > 1:
		return why(Frozen, path)
	}
	return why(ScrapeGap, path)
}

func (h *holding) anyGap() bool {
	for i := 0; i+1 < len(h.ln.points); i++ {
		if h.ln.gapAfter(i) {
			return true
		}
	}
	for i := range h.ln.t.Scrapes {
		if !h.ln.t.Scrapes[i].OK {
			return true
		}
	}
	return false
}

// open says whether a scrape possibly in the window is neither shown nor settled.
func (h *holding) open() bool {
	for i, p := range h.ln.points {
		if h.shown[i] || h.c.member(timeline.Point(p.At, h.ln.t.Clock), h.w) == timeline.F {
			continue
		}
		if !h.settled(i) {
			return true
		}
	}
	return false
}

func (h *holding) refuted() bool {
	lo, hi := h.c.outer(h.w, h.ln.t.Clock)
	spans, _ := h.violations()
	return covers(spans, lo, hi)
}

// violations are the violating samples: the instants at which none of them lets the condition begin, and which
// points they are.
func (h *holding) violations() (spans [][2]timeline.Time, at []int) {
	for i, p := range h.ln.points {
		if h.violates(i) {
			spans, at = append(spans, [2]timeline.Time{p.At - h.d, p.At}), append(at, i)
		}
	}
	return spans, at
}
