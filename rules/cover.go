package rules

import (
	"slices"

	"roomline/timeline"
)

// uncovered says why not everything of a log signal inside a window was observed for this key.
func (c *ctx) uncovered(s *Signal, op *Op, w *window) []Missing {
	return append(c.unseen(s, op, w), c.silent(s, op)...)
}

// unseen is uncovered without what `emits` says: every stream of a process has to cover, since each
// of them might have held the line (P21).
func (c *ctx) unseen(s *Signal, op *Op, w *window) []Missing {
	streams := c.streams(s, op)
	if len(streams) == 0 {
		return []Missing{c.noSource(s)}
	}
	out := c.mute(s, op)
	for _, st := range streams {
		if w.whole {
			out = append(out, c.uncoveredWhole(st)...)
		} else {
			out = append(out, c.uncoveredIn(st, w)...)
		}
	}
	if w.whole {
		return out
	}
	out = append(out, c.holesAt(w)...)
	return append(out, c.lifeBounds(w)...)
}

func (c *ctx) noSource(s *Signal) Missing {
	role, instance := s.Role, c.instance
	if role == "" {
		role = "any"
	}
	if c.proc >= 0 && c.inc.Processes[c.proc].Role == role && instance != "" {
		return why(NoSource, role+"@"+instance)
	}
	return why(NoSource, role)
}

// noScrapes is noSource of a metric signal.
func (c *ctx) noScrapes(s *Signal) Missing {
	m := c.noSource(s)
	m.Scrapes = true
	return m
}

// mute are processes known by their scrapes alone: they have no log for anybody who asks.
func (c *ctx) mute(s *Signal, op *Op) []Missing {
	same := c.same(op)
	var out []Missing
	for i := range c.inc.Targets {
		t := &c.inc.Targets[i]
		if !t.Logged && fits(s.Role, t.Role) && c.here(t.Process, t.Instance, t.Group, same) && len(c.inc.Processes[t.Process].Streams) == 0 {
			out = append(out, why(NoSource, t.Base()))
		}
	}
	return out
}

// uncoveredWhole: at the two ends of the incident's window skew and resolution are forgiven, a hole
// never.
func (c *ctx) uncoveredWhole(s *timeline.Stream) []Missing {
	slack := timeline.Time(c.skew) + timeline.Second
	lo := c.inc.Window.Lo + slack
	c.noteStream(s)
	c.noteWindow()
	out := uncovered(s, lo, max(c.inc.Window.Hi-slack, lo), timeline.NoPos, timeline.NoPos)
	for i := range s.Holes {
		out = append(out, whyIn(LogGap, s.Name, s.Holes[i].Lo, s.Holes[i].Hi))
	}
	return out
}

func (c *ctx) uncoveredIn(s *timeline.Stream, w *window) []Missing {
	lo, hi, end := timeline.MinTime, timeline.MaxTime, w.end
	if w.start != nil {
		lo = w.start.Lo - c.k(w.start.Clock, s.Clock)
	}
	if c.limit != nil && (end == nil || c.later(*end, *c.limit) != timeline.T) {
		end = c.limit
	}
	if end != nil {
		hi = end.Hi - 1 + c.k(end.Clock, s.Clock)
	}
	return c.uncoveredSpan(s, lo, hi, posIn(w.start, s), posIn(end, s))
}

func posIn(m *timeline.Moment, s *timeline.Stream) timeline.Pos {
	if m == nil || m.Stream != s.ID {
		return timeline.NoPos
	}
	return m.Pos
}

// holesAt are holes between the anchor and the window's ends that may hide a restart.
func (c *ctx) holesAt(w *window) []Missing {
	if !c.holed() {
		return nil
	}
	var edges []timeline.Moment
	for _, m := range []*timeline.Moment{w.start, w.end} {
		if m != nil && m.Lo.Known() && m.Hi.Known() {
			edges = append(edges, *m)
		}
	}
	if len(edges) == 0 {
		return nil
	}
	var out []Missing
	for _, h := range c.holesTo(nil, edges...) {
		out = append(out, whyIn(LogGap, c.base, h.Lo, h.Hi))
	}
	return out
}

// lifeBounds: what lies beyond the end of the life, or before its begin, was never to be seen in it
// (P12); a window without an end is open (P03).
func (c *ctx) lifeBounds(w *window) []Missing {
	switch {
	case c.limit != nil && (w.end == nil || c.later(*w.end, *c.limit) != timeline.T):
		return []Missing{whyIn(LifeEnded, c.base, c.limit.Lo, timeline.MaxTime)}
	case c.floor != nil && c.crossesFloor(w):
		return []Missing{whyIn(LifeEnded, c.base, timeline.MinTime, c.floor.Hi)}
	case w.end == nil:
		return []Missing{why(WindowOpen, c.base)}
	}
	return nil
}

func (c *ctx) crossesFloor(w *window) bool {
	if w.start == nil {
		return true
	}
	return !timeline.SameRecord(*c.floor, *w.start) && c.later(*c.floor, *w.start) != timeline.T
}

// silent says why the silence of a signal would prove nothing (P22).
func (c *ctx) silent(s *Signal, op *Op) []Missing {
	if s.Emits.Kind == timeline.EmitAlways {
		return nil
	}
	bases := c.bases(s, op)
	life := c.lifeAsked(op)
	var out []Missing
	switch s.Emits.Kind {
	case timeline.EmitDebugOnly:
		for _, b := range bases {
			if c.debug(b, life) != timeline.T {
				out = append(out, why(LevelOff, b))
			}
		}
		if len(bases) == 0 {
			out = append(out, why(LevelOff, ""))
		}
	case timeline.EmitRoomsVisible:
		for _, b := range bases {
			if c.roomsVisible(b, life) < s.Emits.Rooms {
				out = append(out, why(RoomLinesDisabled, b))
			}
		}
	default:
		for _, b := range bases {
			out = append(out, why(EmitOnce, b))
		}
		if len(bases) == 0 {
			out = append(out, why(EmitOnce, ""))
		}
	}
	return out
}

// bases are the processes whose logs would hold the signal.
func (c *ctx) bases(s *Signal, op *Op) []string {
	var out []string
	for _, st := range c.streams(s, op) {
		if b := st.Base(); !slices.Contains(out, b) {
			out = append(out, b)
		}
	}
	return out
}

// lifeAsked is the life that is asked about; 0 is any.
func (c *ctx) lifeAsked(op *Op) int32 {
	if slices.Contains(c.same(op), "process") {
		return c.life
	}
	return 0
}

func (c *ctx) livesOf(base string, life int32) []timeline.Life {
	p, ok := c.inc.Process(base)
	if !ok {
		return nil
	}
	if life > 0 {
		if int(life) <= len(p.Lives) {
			return p.Lives[life-1 : life]
		}
		return nil
	}
	return p.Lives
}

func (c *ctx) debug(base string, life int32) timeline.Truth {
	v := timeline.F
	known := false
	for _, l := range c.livesOf(base, life) {
		v, known = max(v, l.Debug), true
	}
	if !known {
		return timeline.U
	}
	return v
}

func (c *ctx) roomsVisible(base string, life int32) int {
	n := 0
	for _, l := range c.livesOf(base, life) {
		n = max(n, l.RoomsVisible)
	}
	return n
}
