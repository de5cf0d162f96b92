package timeline

import (
	"cmp"
	"slices"
)

// sides builds the state bars of both sides and the state of the room from the steps of its latest
// attempt.
func (m *roomMaker) sides(r *Room, steps []step) {
	m.names, m.bars, m.segments = m.names[:0], m.bars[:0], m.segments[:0]
	for i := range steps {
		if s := &steps[i]; s.side != "" && (s.side != unknownState || s.state != "") && !slices.Contains(m.names, s.side) {
			m.names = append(m.names, s.side)
		}
	}
	if len(m.names) > 1 {
		slices.SortFunc(m.names, CompareSides)
	}
	at := standing{state: unknownState}
	for _, name := range m.names {
		side := m.side(name, m.ofSide(steps, name))
		m.bars = append(m.bars, side)
		if n := len(side.Segments); n > 0 {
			at = m.plan.worse(at, standing{side.Lifecycle, side.Segments[n-1].State})
		}
	}
	if len(m.names) == 0 {
		for i := range steps {
			at = m.plan.worse(at, standing{steps[i].life, steps[i].state})
		}
	}
	if done, ok := m.plan.finished(m.bars); ok {
		at = done
	}
	if m.keep {
		r.Sides = m.bars
	}
	r.State = at.state
	r.Open = at.state != unknownState && !at.life.IsFinal(at.state)
}

// side is the bar of one side. Where the lines of several packs speak of it, it goes through the
// lifecycle of the first of them, and of the others counts what it knows too.
func (m *roomMaker) side(name string, own []step) Side {
	life := m.lifeOf(own)
	from := len(m.segments)
	m.segments = segments(life, m.segments, own)
	return Side{Role: name, Instance: m.inc.sideInstance(own), Segments: m.segments[from:len(m.segments):len(m.segments)], Lifecycle: life}
}

func (m *roomMaker) lifeOf(steps []step) *Lifecycle {
	life, moved := steps[0].life, false
	for i := range steps {
		s := &steps[i]
		switch {
		case s.state == "" || s.life == life && moved:
		case !moved || slices.Index(m.plan.lives, s.life) < slices.Index(m.plan.lives, life):
			life, moved = s.life, true
		}
	}
	return life
}

// ofSide gives the steps of one side; mostly a room has one.
func (m *roomMaker) ofSide(steps []step, name string) []step {
	if len(m.names) == 1 && !slices.ContainsFunc(steps, func(s step) bool { return s.side != name }) {
		return steps
	}
	m.own = m.own[:0]
	for i := range steps {
		if steps[i].side == name {
			m.own = append(m.own, steps[i])
		}
	}
	return m.own
}

// finished is the good end that one side saw, if no side showed anything later, so that what the other
// side printed last, perhaps only that it took the request, is over.
func (p *roomPlan) finished(sides []Side) (standing, bool) {
	done, end := MinTime, standing{}
	for i := range sides {
		switch at, g := sides[i].last(); {
		case g == nil || !at.life.Succeeds(at.state):
		case g.After > done:
			done, end = g.After, at
		case g.After == done:
			end = p.worse(end, at)
		}
	}
	for i := range sides {
		at, g := sides[i].last()
		if g != nil && (at.life.Fails(at.state) || !at.life.Succeeds(at.state) && g.After > done) {
			return standing{}, false
		}
	}
	return end, done != MinTime
}

// last is the state that a side came to; the segment is nil if no line tells.
func (s *Side) last() (standing, *Segment) {
	n := len(s.Segments)
	if n == 0 {
		return standing{}, nil
	}
	return standing{s.Lifecycle, s.Segments[n-1].State}, &s.Segments[n-1]
}

// CompareSides orders sides: prefill, decode, others by name, what no role is known of at the end.
func CompareSides(a, b string) int {
	return cmp.Or(cmp.Compare(sideOrder(a), sideOrder(b)), cmp.Compare(a, b))
}

func sideOrder(name string) int {
	switch name {
	case "prefill":
		return -2
	case "decode":
		return -1
	case unknownState:
		return 1
	}
	return 0
}

func (inc *Incident) sideInstance(steps []step) string {
	for _, s := range steps {
		if p := &inc.Processes[s.hit.Process]; p.Role == s.side {
			return p.Instance
		}
	}
	return inc.Processes[steps[0].hit.Process].Instance
}

// segments appends the state bar of one side: back-dated spans where a duration tells, else from line to
// line; an end state is a segment without length, and what has not ended is open.
func segments(lc *Lifecycle, all []Segment, steps []step) []Segment {
	from := len(all)
	for i := range steps {
		s := &steps[i]
		if s.state == "" || s.life != lc && !slices.Contains(lc.States, s.state) {
			continue
		}
		all = append(all[:from], backDate(lc, all[from:], s)...)
		out := all[from:]
		if n := len(out); n > 0 && lc.IsFinal(out[n-1].State) && out[n-1].After == s.hit.Lo {
			if out[n-1].State = lc.worse(out[n-1].State, s.state); !lc.IsFinal(out[n-1].State) {
				out[n-1].Until = MaxTime
			}
			continue
		}
		if n := len(out); n > 0 && out[n-1].State == s.state {
			continue
		}
		seg := Segment{State: s.state, After: s.hit.Lo, Until: MaxTime, How: "log"}
		if lc.IsFinal(s.state) {
			seg.Until = seg.After
		}
		all = append(all[:from], appendSegment(out, seg)...)
	}
	return all
}

// backDate draws what a step tells of the time before it: in front of an end that another rank has
// shown already, and once.
func backDate(lc *Lifecycle, out []Segment, s *step) []Segment {
	n := len(out)
	if n == 0 || len(s.before) == 0 || !lc.IsFinal(out[n-1].State) || !lc.IsFinal(s.state) {
		for _, b := range s.before {
			out = appendSegment(out, b)
		}
		return out
	}
	if slices.ContainsFunc(out, func(g Segment) bool { return g.How == "duration" }) {
		return out
	}
	end := out[n-1]
	out = out[:n-1]
	for _, b := range s.before {
		b.After, b.Until = min(b.After, end.After), min(b.Until, end.After)
		out = appendSegment(out, b)
	}
	return append(out, end)
}

// appendSegment ends the segment before where the new one begins; a back-dated span that a line
// already shows is not drawn twice.
func appendSegment(out []Segment, seg Segment) []Segment {
	n := len(out)
	if n == 0 {
		return append(out, seg)
	}
	last := &out[n-1]
	if last.State == seg.State && seg.How == "duration" && last.After >= seg.After-Second {
		last.Until = seg.Until
		return out
	}
	if last.Until > seg.After {
		last.Until = max(seg.After, last.After)
	}
	return append(out, seg)
}

// reasonOf is the text of the failure, of the rank where it began: of the earliest second, the text
// that is repeated least, since the other ranks print one and the same line.
func reasonOf(steps []step) string {
	first := MaxTime
	count := map[string]int{}
	for _, s := range steps {
		if s.reason != "" && (s.state == "" || !s.life.Succeeds(s.state)) {
			first = min(first, s.hit.Lo)
		}
	}
	var last *Hit // several signals may be one record
	for _, s := range steps {
		if s.reason == "" || s.hit.Lo > first+Second || last != nil && SameRecord(s.hit.Moment(), last.Moment()) {
			continue
		}
		count[s.reason]++
		last = s.hit
	}
	var best *step
	for i := range steps {
		s := &steps[i]
		if s.reason != "" && s.hit.Lo <= first+Second && (best == nil || worthier(s, best, count)) {
			best = s
		}
	}
	if best == nil {
		return ""
	}
	return best.reason
}

// worthier says which of two reasons to show: the one repeated least, else prefill's, else that of
// the process that comes first; never that of the file that was read first.
func worthier(a, b *step, count map[string]int) bool {
	return cmp.Or(cmp.Compare(count[a.reason], count[b.reason]), cmp.Compare(sideOrder(a.side), sideOrder(b.side)),
		cmp.Compare(a.hit.Process, b.hit.Process), cmp.Compare(a.hit.Pos, b.hit.Pos)) < 0
}
