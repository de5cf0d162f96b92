package rules

import (
	"slices"

	"roomline/timeline"
)

// here says whether a source lies in the scope of an operator.
func (c *ctx) here(p timeline.ProcessID, instance, group string, same []string) bool {
	switch {
	case c.any:
		return true
	case slices.Contains(same, "process"):
		return p == c.proc
	case slices.Contains(same, "instance"):
		return instance == c.instance
	}
	return group == c.group
}

// scopeKey names a set of streams: those of a process life, of an instance, of a group, or all.
type scopeKey struct {
	role string
	kind byte
	name string
	proc timeline.ProcessID
	life int32
}

// scope is where an operator looks for lines of a role.
func (c *ctx) scope(role string, same []string) scopeKey {
	switch {
	case c.any:
		return scopeKey{role: role, kind: 'a'}
	case slices.Contains(same, "process"):
		return scopeKey{role: role, kind: 'p', proc: c.proc, life: c.life}
	case slices.Contains(same, "instance"):
		return scopeKey{role: role, kind: 'i', name: c.instance}
	}
	return scopeKey{role: role, kind: 'g', name: c.group}
}

// streams are the logs that would hold the signal's line, if it was printed.
func (c *ctx) streams(s *Signal, op *Op) []*timeline.Stream {
	same := c.same(op)
	k := c.scope(s.Role, same)
	out, ok := c.streamsOf[k]
	if !ok {
		out = c.findStreams(s.Role, same)
		c.streamsOf[k] = out
	}
	return out
}

func (c *ctx) findStreams(role string, same []string) []*timeline.Stream {
	var out []*timeline.Stream
	for i := range c.inc.Streams {
		st := &c.inc.Streams[i]
		if fits(role, st.Role) && st.ExcerptOf == 0 && c.here(st.Process, st.Instance, st.Group, same) && !c.otherLife(st, same) {
			out = append(out, st)
		}
	}
	return out
}

func fits(want, have string) bool {
	return want == "" || want == have || have == "unknown" || have == ""
}

// otherLife: a stream that is known to hold another life (one file per container start) is not
// asked.
func (c *ctx) otherLife(s *timeline.Stream, same []string) bool {
	if s.Life == 0 || !s.Stamped || c.life == 0 || !slices.Contains(same, "process") || s.Process != c.proc {
		return false
	}
	opening := timeline.Moment{Interval: s.Opening, Clock: s.Clock, Stream: s.ID, Pos: 0, Stamped: true}
	life := int32(1)
	for _, st := range c.inc.Processes[s.Process].Starts {
		if timeline.SameRecord(st, opening) || c.later(st, opening) == timeline.T || st.Stream == s.ID {
			life++
		}
	}
	return life != c.life
}

// targets are the scraped (or logged) targets that a metric signal is looked for in.
func (c *ctx) targets(s *Signal, op *Op) []*timeline.Target {
	same := c.same(op)
	scraped, logged := s.kinds()
	var out []*timeline.Target
	for i := range c.inc.Targets {
		t := &c.inc.Targets[i]
		if t.Logged && !logged || !t.Logged && !scraped {
			continue
		}
		if fits(s.Role, t.Role) && c.here(t.Process, t.Instance, t.Group, same) {
			c.noteTarget(i)
			out = append(out, t)
		}
	}
	return out
}
