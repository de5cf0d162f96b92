package rules

import "roomline/timeline"

// aliveAfter: some record of the process, of this life, lies after the moment (P07). The last records
// are asked last, since they may still change.
func (c *ctx) aliveAfter(base string, since timeline.Moment) bool {
	p, ok := c.inc.Process(base)
	if !ok {
		return false
	}
	for _, id := range p.Streams {
		s := c.inc.Stream(id)
		if c.someAfter(s, 0, len(s.Beats)-lastBeats, since) {
			return true
		}
	}
	for _, id := range p.Streams {
		s := c.inc.Stream(id)
		c.noteStream(s)
		if c.someAfter(s, max(0, len(s.Beats)-lastBeats), len(s.Beats), since) {
			return true
		}
	}
	return false
}

// someAfter asks the beats from..to of a stream, the latest first, as long as one may lie after the
// moment.
func (c *ctx) someAfter(s *timeline.Stream, from, to int, since timeline.Moment) bool {
	tops := c.beatTops(s)
	for i := to - 1; i >= from; i-- {
		b := &s.Beats[i]
		if tops[i] < since.Hi && !(since.Stream == s.ID && b.Pos > since.Pos) {
			return false
		}
		m := timeline.Moment{Interval: b.Interval, Clock: s.Clock, Stream: s.ID, Pos: b.Pos, Stamped: b.Stamped, Cut: b.Cut && !b.Stamped}
		if c.later(since, m) == timeline.T && (c.limit == nil || c.later(m, *c.limit) == timeline.T) && !c.holeBetween(m) {
			return true
		}
	}
	return false
}

// beatTops are the latest begins among the beats up to each one: lines may stand out of order.
func (x *indexes) beatTops(s *timeline.Stream) []timeline.Time {
	x.mu.Lock()
	defer x.mu.Unlock()
	tops := x.tops[s.ID-1]
	if len(tops) == len(s.Beats) {
		return tops
	}
	for i := len(tops); i < len(s.Beats); i++ {
		top := s.Beats[i].Lo
		if i > 0 {
			top = max(top, tops[i-1])
		}
		tops = append(tops, top)
	}
	x.tops[s.ID-1] = tops
	return tops
}

// forgetBeats drops what may have changed when a stream goes on.
func (x *indexes) forgetBeats() {
	for i, tops := range x.tops {
		x.tops[i] = tops[:max(0, min(len(tops), len(x.inc.Streams[i].Beats))-lastBeats)]
	}
}
