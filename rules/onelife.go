package rules

import (
	"slices"

	"roomline/rules/mql"
	"roomline/timeline"
)

// oneLife says whether two scrapes surely belong to one process life (P15).
func (c *ctx) oneLife(ln *line, a, b mql.Point) timeline.Truth {
	if sa, sb := startsAt(ln.t, a.Scrape), startsAt(ln.t, b.Scrape); len(sa) > 0 && len(sb) > 0 {
		return yes(slices.Equal(sa, sb))
	}
	if !c.broken(ln.t, ln, a.Scrape, b.Scrape) {
		return timeline.T
	}
	p := &c.inc.Processes[ln.t.Process]
	if len(p.Streams) == 0 || !c.loggedAcross(ln, a, b) {
		return timeline.U
	}
	return timeline.T
}

// startsAt are the start times that a scrape shows, one for each rank that has such a series.
func startsAt(t *timeline.Target, scrape int) []float64 {
	var out []float64
	for i := range t.Series {
		if s := &t.Series[i]; s.Name == startTime && !timeline.IsAbsent(s.Values[scrape]) {
			out = append(out, s.Values[scrape])
		}
	}
	return out
}

// loggedAcross: the log of the process covers every gap between two scrapes, without a hole.
func (c *ctx) loggedAcross(ln *line, a, b mql.Point) bool {
	p := &c.inc.Processes[ln.t.Process]
	k := c.k(ln.t.Clock, p.Clock)
	last := -1
	for x := a.Scrape; x <= b.Scrape; x++ {
		if !ln.t.Scrapes[x].OK {
			continue
		}
		if last >= 0 && c.broken(ln.t, ln, last, x) {
			for _, id := range p.Streams {
				s := c.inc.Stream(id)
				if s.ExcerptOf == 0 && len(c.uncoveredSpan(s, ln.t.Scrapes[last].At-k, ln.t.Scrapes[x].At+k, timeline.NoPos, timeline.NoPos)) > 0 {
					return false
				}
			}
		}
		last = x
	}
	return true
}
