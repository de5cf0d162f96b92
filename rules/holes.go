package rules

import "roomline/timeline"

// holesTo are the holes of the process's log between an origin (the anchor, if nil) and these
// moments that may hide a restart (P23).
func (c *ctx) holesTo(origin *timeline.Moment, moments ...timeline.Moment) []timeline.Interval {
	if origin == nil {
		origin = c.anchor
	}
	if origin == nil || c.proc < 0 || !c.rule.has("process") {
		return nil
	}
	var out []timeline.Interval
	for _, id := range c.inc.Processes[c.proc].Streams {
		s := c.inc.Stream(id)
		for i := range s.Holes {
			h := &s.Holes[i]
			split := false
			for _, m := range moments {
				split = split || c.splits(s, h, *origin, m)
			}
			if split && !c.oneStart(h.Lo, h.Hi) {
				out = append(out, h.Interval)
			}
		}
	}
	return out
}

// holesThatMatter are the holes of the process's log that may hide a restart.
func (c *ctx) holesThatMatter() []*holeIn {
	if !c.holed() {
		return nil
	}
	var out []*holeIn
	for _, id := range c.inc.Processes[c.proc].Streams {
		s := c.inc.Stream(id)
		for i := range s.Holes {
			if h := &s.Holes[i]; !c.oneStart(h.Lo, h.Hi) {
				out = append(out, &holeIn{s, h})
			}
		}
	}
	return out
}

func (c *ctx) holeBetween(m timeline.Moment) bool {
	return c.holed() && len(c.holesTo(nil, m)) > 0
}

// holed says whether the log of the process has a hole, and a hole can matter.
func (c *ctx) holed() bool {
	return c.proc >= 0 && c.facts.holed[c.proc] && c.rule.has("process")
}

// splits says whether a hole lies between two moments: bytes decide for those that stand in its
// stream, time for others.
func (c *ctx) splits(s *timeline.Stream, h *timeline.Hole, a, m timeline.Moment) bool {
	first, last := a, m
	if c.later(m, a) == timeline.T || m.Lo < a.Lo {
		first, last = m, a
	}
	in := func(x timeline.Moment) bool { return x.Stream == s.ID && x.Pos >= 0 && s.Slack == 0 }
	after := h.Hi > first.Lo
	if in(first) {
		after = h.Pos > first.Pos
	}
	until := h.Lo < last.Hi
	if in(last) {
		until = h.Pos <= last.Pos
	}
	return after && until
}

// startTime is the name under which a target tells when its process began.
const startTime = "process_start_time_seconds"

// oneStart says whether equal start times in scrapes on both sides of a hole, or scrapes without a
// gap across it, show that it hid no restart.
func (c *ctx) oneStart(lo, hi timeline.Time) bool {
	for _, i := range c.inc.Processes[c.proc].Targets {
		t := &c.inc.Targets[i]
		c.noteTarget(i)
		k := c.k(t.Clock, c.inc.Processes[c.proc].Clock)
		before, after := -1, -1
		for j := range t.Scrapes {
			if !t.Scrapes[j].OK {
				continue
			}
			if t.Scrapes[j].At <= lo-k {
				before = j
			}
			if after < 0 && t.Scrapes[j].At >= hi+k {
				after = j
			}
		}
		if c.startsAround(t, lo-k, hi+k) || before >= 0 && after >= 0 && !c.broken(t, nil, before, after) {
			return true
		}
	}
	return false
}

// startsAround compares the last start time told before lo with the first one told after hi.
func (c *ctx) startsAround(t *timeline.Target, lo, hi timeline.Time) bool {
	var before, after []float64
	for i := range t.Series {
		s := &t.Series[i]
		if s.Name != startTime {
			continue
		}
		for j, v := range s.Values {
			if timeline.IsAbsent(v) || !t.Scrapes[j].OK {
				continue
			}
			if t.Scrapes[j].At <= lo {
				before = append(before, v)
			} else if t.Scrapes[j].At >= hi {
				after = append(after, v)
			}
		}
	}
	return len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[0]
}

// uncovered says why (lo, hi] of a stream was not all observed. from, to: positions in it that bound
// the window; bytes are contiguous, so nothing can be missing right behind from or right before to.
func uncovered(s *timeline.Stream, lo, hi timeline.Time, from, to timeline.Pos) []Missing {
	if s.Missing {
		return []Missing{whyIn(NoSource, s.Name, lo, hi)}
	}
	if !s.Stamped {
		return []Missing{whyIn(TimeUncertain, s.Name, lo, hi)}
	}
	if s.Slack > 0 {
		from, to = timeline.NoPos, timeline.NoPos
	}
	var out []Missing
	if from < 0 && s.Begin > lo {
		out = append(out, whyIn(SourceStartsLate, s.Name, lo, s.Begin))
	}
	if to < 0 && s.End < hi {
		out = append(out, whyIn(SourceEnded, s.Name, s.End, hi))
	}
	for i := range s.Holes {
		h := &s.Holes[i]
		if h.Lo <= hi && h.Hi > lo && (from < 0 || h.Pos > from) && (to < 0 || h.Pos <= to) {
			out = append(out, whyIn(LogGap, s.Name, h.Lo, h.Hi))
		}
	}
	return out
}
