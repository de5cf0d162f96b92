package timeline

import "slices"

// briefStep is a step of a room of which every line moves one side to one state, or none.
type briefStep struct {
	at          Time
	side, state int8 // index in simpleMoves.sides or sideOfRole, in the lifecycle's states; -1 for none
}

// sideOfRole stands for the side that the process of a line speaks for.
const sideOfRole = -2

// simpleMoves are what the lines of signals show that capture nothing but a room.
type simpleMoves struct {
	sides  []string
	moves  []briefStep // by signal
	simple []bool      // by signal: moves says all
	roles  []int8      // by process: the side that its lines speak for where they move nothing
	final  []bool      // by state
	failed int8        // the state of that name, -1 if there is none
	done   int8        // likewise Success
}

// newSimpleMoves works out which signals are simple.
func newSimpleMoves(inc *Incident, p *roomPlan) simpleMoves {
	lc := p.lifecycle
	m := simpleMoves{moves: make([]briefStep, len(p.moves)), simple: make([]bool, len(p.moves))}
	m.failed, m.done = int8(slices.Index(lc.States, failure)), int8(slices.Index(lc.States, success))
	for _, s := range lc.States {
		m.final = append(m.final, lc.IsFinal(s))
	}
	for i := range inc.Processes {
		m.roles = append(m.roles, m.side(inc.Processes[i].Role))
	}
	for sig, moves := range p.moves {
		switch {
		case p.captures[sig] || len(moves) > 1 || len(lc.States) > 100:
		case len(moves) == 0:
			m.simple[sig], m.moves[sig] = true, briefStep{side: sideOfRole, state: -1}
		default:
			state := int8(slices.Index(lc.States, moves[0].State))
			m.moves[sig], m.simple[sig] = briefStep{side: m.side(moves[0].Side), state: state}, state >= 0
		}
	}
	return m
}

// side numbers a side; -1 for none and where nobody knows.
func (m *simpleMoves) side(name string) int8 {
	if name == "" || name == unknownState {
		return -1
	}
	i := slices.Index(m.sides, name)
	if i < 0 {
		i = len(m.sides)
		m.sides = append(m.sides, name)
	}
	return int8(min(i, maxSides))
}

// maxSides are told apart here; rooms with more are replayed in full.
const maxSides = 7

// brief is the summary of a room that only simple signals speak of, as replaying it in full would give;
// ok is false for any other.
func (m *roomMaker) brief(t *roomTable, i int) (b RoomBrief, ok bool) {
	x := &m.plan.simple
	b.First, b.Last = MaxTime, MinTime
	m.moved = m.moved[:0]
	for _, row := range t.of(i) {
		s, at := t.at(row)
		sig := s.Log.Signal(at)
		if !x.simple[sig] || len(x.sides) > maxSides {
			return b, false
		}
		step := x.moves[sig]
		if step.side == sideOfRole {
			step.side = x.roles[s.Process]
		}
		step.at = s.Log.Lo(at)
		b.First, b.Last = min(b.First, step.at), max(b.Last, step.at)
		m.moved = append(m.moved, step)
	}
	state := x.stateOf(x.latest(m.moved))
	b.State = unknownState
	if state >= 0 {
		b.State, b.Open = m.plan.lifecycle.States[state], !x.final[state]
	}
	return b, true
}

// latest are the steps of the latest attempt, as in roomMaker.attempts.
func (m *simpleMoves) latest(steps []briefStep) []briefStep {
	var ended [maxSides + 2]struct {
		over  bool
		state int8
		at    Time
	}
	from := 0
	for i := range steps {
		s := &steps[i]
		if s.state < 0 {
			continue
		}
		e, final := &ended[s.side+1], m.final[s.state]
		if len(steps) > 1 && e.over && s.at > e.at && (!final || s.state != e.state && e.state == m.failed) {
			was := from
			for from = i; from > was && steps[from-1].at == s.at && (steps[from-1].state < 0 || !m.final[steps[from-1].state]); from-- {
			}
			clear(ended[:])
		}
		if final {
			e.over, e.state, e.at = true, s.state, s.at
		}
	}
	return steps[from:]
}

// stateOf is the state that the bars of the sides end in, as in roomMaker.sides; -1 if no line tells.
func (m *simpleMoves) stateOf(steps []briefStep) int8 {
	var last [maxSides + 1]briefStep // of each side: what its bar ends in
	seen, some := [maxSides + 1]bool{}, false
	for i := range steps {
		s := &steps[i]
		if s.side < 0 {
			continue
		}
		l := &last[s.side]
		if !seen[s.side] {
			seen[s.side], some, *l = true, true, briefStep{state: -1}
		}
		switch {
		case s.state < 0:
		case l.state >= 0 && m.final[l.state] && l.at == s.at:
			l.state = m.worse(l.state, s.state)
		case l.state != s.state:
			*l = *s
		}
	}
	state := int8(-1)
	if !some {
		for i := range steps {
			if steps[i].state >= 0 {
				state = m.worse(state, steps[i].state)
			}
		}
		return state
	}
	done, failed := MinTime, false
	for side, l := range last {
		if seen[side] && l.state >= 0 {
			state = m.worse(state, l.state)
			failed = failed || l.state == m.failed
			if l.state == m.done {
				done = max(done, l.at)
			}
		}
	}
	for side, l := range last {
		if seen[side] && l.state >= 0 && l.state != m.done && l.at > done {
			return state
		}
	}
	if done != MinTime && !failed {
		return m.done
	}
	return state
}

// worse is worse for numbered states.
func (m *simpleMoves) worse(a, b int8) int8 {
	switch {
	case a < 0:
		return b
	case m.failed >= 0 && (a == m.failed || b == m.failed):
		return m.failed
	case b < a:
		return b
	}
	return a
}
