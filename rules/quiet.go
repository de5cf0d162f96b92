package rules

import (
	"math"
	"time"

	"roomline/timeline"
)

// quietVerdict judges a rule without instances: clear if all that its anchor needs was observed over
// the incident's window, else not_observed with what was missing.
func (f *facts) quietVerdict(r *Rule) *NotFired {
	if !f.engineSeen() {
		return &NotFired{Rule: r.ID, Pack: r.pack.ID(), Severity: r.Severity, Title: r.Title, Missing: []Missing{f.noEngine()}, NoEngine: true}
	}
	c := f.newCtx(r)
	c.any = true
	missing := unique(c.needed(r.Steps[0].Op))
	n := &NotFired{Rule: r.ID, Pack: r.pack.ID(), Severity: r.Severity, Title: r.Title, Overridden: r.Overridden, Observed: len(missing) == 0, Missing: missing}
	n.Coverage = f.share(missing)
	n.NearMiss = f.nearQuiet(c, r)
	return n
}

func (c *ctx) needed(op *Op) []Missing {
	var out []Missing
	for _, ch := range op.Children {
		out = append(out, c.needed(ch)...)
	}
	switch op.Kind {
	case OpEvent, OpCount, OpAbsent:
		out = append(out, c.uncovered(op.Signal, op, &window{whole: true})...)
	case OpHolds, OpRises, OpFalls, OpFlat, OpGrew:
		out = append(out, c.neededMetric(op)...)
	}
	return out
}

func (c *ctx) neededMetric(op *Op) []Missing {
	targets := c.targets(op.Signal, nil)
	if len(targets) == 0 {
		return []Missing{c.noScrapes(op.Signal)}
	}
	slack := timeline.Time(c.skew + time.Second)
	lo := c.inc.Window.Lo + slack
	a, b := timeline.Point(lo, -2), timeline.Point(max(c.inc.Window.Hi-slack, lo), -2)
	w := &window{start: &a, end: &b}
	g := c.gapRule(op.Signal)
	var out []Missing
	for _, t := range targets {
		out = append(out, c.scraping(t, g, w, 0)...)
		lines := c.samples(op.Signal, t, g)
		if len(lines) == 0 {
			out = append(out, c.noSeries(op.Signal, t))
			continue
		}
		for i, l := range lines {
			ln := &line{t: t, labels: l.labels, points: l.points, rule: g, gap: gapOf(t, g), fresh: c.freshness(op.Signal, t, g, i, l.points)}
			if ln.incomplete() {
				out = append(out, why(ScrapeGap, c.targetPath(t)))
				break
			}
		}
	}
	return out
}

// incomplete: some scrape lacks the value, or something is missing between two.
func (ln *line) incomplete() bool {
	if len(ln.points) < len(ln.t.Scrapes) {
		return true
	}
	for i := 0; i+1 < len(ln.points); i++ {
		if ln.gapAfter(i) {
			return true
		}
	}
	return false
}

// share is how much of the incident's window was observed, to four digits.
func (f *facts) share(missing []Missing) float64 {
	if len(missing) == 0 {
		return 1
	}
	w := f.inc.Window
	if w.Hi <= w.Lo {
		return 0
	}
	lost := 0.0
	for _, m := range missing {
		switch m.Reason {
		case NoSource, LevelOff, SeriesAbsent, EmitOnce, RoomLinesDisabled:
			return 0
		}
		lo, hi := w.Lo, w.Hi
		if m.After.Known() {
			lo = max(lo, m.After)
		}
		if m.Until.Known() {
			hi = min(hi, m.Until)
		}
		lost += float64(max(0, hi-lo))
	}
	return math.Round(max(0, 1-lost/float64(w.Hi-w.Lo))*1e4) / 1e4
}
