package timeline

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// step is one thing that a line shows of a room: a state of a side, or only that it was there.
type step struct {
	hit    *Hit
	life   *Lifecycle
	side   string
	state  string // "" where the line moves nothing
	before []Segment
	reason string
}

// roomMaker replays the lines of rooms. Unless it is told to keep them, the lists of a room are those
// of the one before: then only the room's summary is of use.
type roomMaker struct {
	inc      *Incident
	plan     *roomPlan
	keep     bool
	hits     []Hit
	steps    []step
	before   []Segment
	segments []Segment
	names    []string
	bars     []Side
	own      []step
	ended    []sideEnd
	moved    []briefStep // the steps of brief
}

// sideEnd is the final state of a side.
type sideEnd struct {
	side, state string
	failed      bool
	at          Time
}

// room replays a room.
func (m *roomMaker) room(t *roomTable, i int) Room {
	m.read(t, i)
	m.steps, m.before = m.steps[:0], m.before[:0]
	for j := range m.hits {
		m.appendSteps(&m.hits[j])
	}
	backDatedFirst(m.steps)
	r := Room{Attempts: 1, RoomBrief: RoomBrief{First: MaxTime, Last: MinTime}}
	latest := m.attempts(&r)
	for k := range m.steps {
		s := &m.steps[k]
		r.First, r.Last = min(r.First, s.hit.Lo), max(r.Last, s.hit.Lo)
		for _, b := range s.before {
			r.First = min(r.First, b.After)
		}
	}
	m.sides(&r, latest)
	if m.keep {
		r.ID, r.Reason, r.Lifecycles = t.id(i), reasonOf(latest), m.lifecycles()
		for j := range m.hits {
			if h := &m.hits[j]; j == 0 || !SameRecord(h.Moment(), m.hits[j-1].Moment()) {
				r.Hits = append(r.Hits, h)
			}
		}
	}
	return r
}

// lifecycles are those that the lines of the room are of.
func (m *roomMaker) lifecycles() []*Lifecycle {
	var out []*Lifecycle
	for _, lc := range m.plan.lives {
		if slices.ContainsFunc(m.steps, func(s step) bool { return s.life == lc }) {
			out = append(out, lc)
		}
	}
	return out
}

// read unpacks the lines of a room. What they captured is made text only where somebody reads it.
func (m *roomMaker) read(t *roomTable, i int) {
	rows := t.of(i)
	m.hits = slices.Grow(m.hits[:0], len(rows))[:len(rows)]
	for k, row := range rows {
		s, at := t.at(row)
		h := &m.hits[k]
		m.inc.read(s, at, h)
		if m.keep || m.plan.captures[h.Signal] {
			h.Caps, h.Has = s.Log.Tuples.Values(h.Tuple)
			h.Tuple = 0
		}
		if m.keep {
			m.inc.complete(s, int32(at), h)
		}
	}
}

// appendSteps adds what a line shows of a room.
func (m *roomMaker) appendSteps(h *Hit) {
	def := &m.inc.Schema.Signals[h.Signal]
	reason, _ := h.Cap(m.plan.reason[h.Signal])
	moves, life, role := m.plan.moves[h.Signal], m.plan.life(h.Signal), m.inc.Processes[h.Process].Role
	if len(moves) == 0 {
		m.steps = append(m.steps, step{hit: h, life: life, side: role, reason: reason})
		return
	}
	for k := range moves {
		v := &moves[k]
		from := len(m.before)
		m.before = appendBackDated(m.before, v, def, h)
		s := step{hit: h, life: life, side: v.SideOf(def, h, role), state: v.State, before: m.before[from:len(m.before):len(m.before)], reason: reason}
		if s.state == "" && len(v.Segments) > 0 {
			s.state = life.good() // durations are printed when all went well
		}
		m.steps = append(m.steps, s)
	}
}

// backDatedFirst puts what a record tells of the time before it in front of what else it shows.
func backDatedFirst(steps []step) {
	for i := 1; i < len(steps); i++ {
		for j := i; j > 0 && len(steps[j].before) > 0 && len(steps[j-1].before) == 0 && SameRecord(steps[j].hit.Moment(), steps[j-1].hit.Moment()); j-- {
			steps[j], steps[j-1] = steps[j-1], steps[j]
		}
	}
}

// SideOf is the side that a hit moves: a literal, what it captured, or the role of the process that
// printed it.
func (m *Move) SideOf(def *SignalDef, h *Hit, role string) string {
	if m.Side == "" {
		return role
	}
	return Value(m.Side, def, h)
}

// Value is a literal or, as $name, what the hit captured.
func Value(text string, def *SignalDef, h *Hit) string {
	if !strings.HasPrefix(text, "$") {
		return text
	}
	v, _ := h.Cap(def.Capture(strings.Trim(text, "${}")))
	return v
}

func number(text string, def *SignalDef, h *Hit) (float64, bool) {
	v, err := strconv.ParseFloat(Value(text, def, h), 64)
	return v, err == nil && v >= 0 && v < 1e12
}

// BackDated are the segments that a duration in the line tells: they end at the line.
func BackDated(m Move, def *SignalDef, h *Hit) []Segment { return appendBackDated(nil, &m, def, h) }

func appendBackDated(dst []Segment, m *Move, def *SignalDef, h *Hit) []Segment {
	if m.Before != "" {
		if secs, ok := number(m.BeforeSeconds, def, h); ok && secs < 1e9 { // 31 years; more is no duration, and too many nanoseconds
			dst = append(dst, Segment{State: m.Before, After: h.Lo.Add(-time.Duration(secs * 1e9)), Until: h.Lo, How: "duration"})
		}
	}
	from, end := len(dst), h.Lo
	for i := len(m.Segments) - 1; i >= 0; i-- {
		ms, ok := number(m.Segments[i].MS, def, h)
		if !ok {
			continue
		}
		begin := end.Add(-time.Duration(ms * 1e6))
		dst = append(dst, Segment{State: m.Segments[i].State, After: begin, Until: end, How: "duration"})
		end = begin
	}
	slices.Reverse(dst[from:])
	return dst
}

func (s *step) final() bool { return s.life.IsFinal(s.state) }

// attempts finds where the room began again: a side that shows it after its final state, or another end
// after a bad one. What the other ranks repeat in the same second is no new attempt.
func (m *roomMaker) attempts(r *Room) []step {
	steps := m.steps
	if len(steps) < 2 {
		return steps
	}
	m.ended = m.ended[:0]
	from := 0
	for i := range steps {
		s := &steps[i]
		if s.state == "" {
			continue
		}
		k := slices.IndexFunc(m.ended, func(e sideEnd) bool { return e.side == s.side })
		final := s.life.IsFinal(s.state)
		if k >= 0 && s.hit.Lo > m.ended[k].at && (!final || s.state != m.ended[k].state && m.ended[k].failed) {
			r.Attempts++
			was := from
			for from = i; from > was && steps[from-1].hit.Lo == s.hit.Lo && !steps[from-1].final(); from-- {
			}
			m.ended, k = m.ended[:0], -1
		}
		switch {
		case !final:
		case k >= 0:
			m.ended[k] = sideEnd{s.side, s.state, s.life.Fails(s.state), s.hit.Lo}
		default:
			m.ended = append(m.ended, sideEnd{s.side, s.state, s.life.Fails(s.state), s.hit.Lo})
		}
	}
	return steps[from:]
}
