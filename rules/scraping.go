package rules

import (
	"roomline/rules/mql"
	"roomline/timeline"
)

// scraping says why the scrapes of a target do not cover a window and the d after it.
func (c *ctx) scraping(t *timeline.Target, g mql.GapRule, w *window, d timeline.Time) []Missing {
	first, last := timeline.MaxTime, timeline.MinTime
	for i := range t.Scrapes {
		if t.Scrapes[i].OK {
			first, last = min(first, t.Scrapes[i].At), max(last, t.Scrapes[i].At)
		}
	}
	path := c.targetPath(t)
	if first == timeline.MaxTime {
		return []Missing{why(NoSource, path)}
	}
	lo, hi := timeline.MinTime, timeline.MaxTime
	if w.start != nil {
		lo = w.start.Lo
	}
	if w.end != nil {
		hi = w.end.Hi + d
	}
	if t.Logged {
		return c.uncoveredSpan(c.inc.Stream(t.Stream), lo, hi, timeline.NoPos, timeline.NoPos)
	}
	runs := c.runs(t, g)
	gap := timeline.Time(runs.Gap)
	var out []Missing
	if first > lo+gap {
		out = append(out, scrapesIn(SourceStartsLate, path, lo, first))
	}
	if last < hi-gap {
		out = append(out, scrapesIn(SourceEnded, path, last, hi))
	}
	for i := 0; i+1 < len(t.Scrapes); i++ {
		if lo < t.Scrapes[i+1].At && t.Scrapes[i].At < hi && runs.Broken(i, i+1) {
			return append(out, whyIn(ScrapeGap, path, t.Scrapes[i].At, t.Scrapes[i+1].At))
		}
	}
	return out
}

// outer are the instants that may lie in a window, as a clock sees them.
func (c *ctx) outer(w *window, clock timeline.ClockID) (lo, hi timeline.Time) {
	lo, hi = timeline.MinTime, timeline.MaxTime
	if w.start != nil {
		lo = w.start.Lo - c.k(w.start.Clock, clock)
	}
	if w.end != nil {
		hi = w.end.Hi - 1 + c.k(w.end.Clock, clock)
	}
	return lo, hi
}

// unseenScrapes: a scrape that failed, was not taken, or lacks the series may have begun another
// stretch in the window.
func (c *ctx) unseenScrapes(ln *line, w *window) bool {
	if len(c.scraping(ln.t, ln.rule, w, 0)) > 0 {
		return true
	}
	lo, hi := c.outer(w, ln.t.Clock)
	have := make(map[int]bool, len(ln.points))
	for _, p := range ln.points {
		have[p.Scrape] = true
	}
	for i := range ln.t.Scrapes {
		if at := ln.t.Scrapes[i].At; lo <= at && at <= hi && !have[i] {
			return true
		}
	}
	return false
}
