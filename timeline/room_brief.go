package timeline

import "slices"

// briefStep is a step of a room of which every line moves one side to one state, or none.
type briefStep struct {
	at          Time
	side, state int8 // index in simpleMoves.sides or sideOfRole, in simpleMoves.states; -1 for none
}

// sideOfRole stands for the side that the process of a line speaks for.
const sideOfRole = -2

// simpleState is a state of a lifecycle.
type simpleState struct {
	name          string
	life          int8
	final, failed bool
}

// simpleMoves are what the lines of signals show that capture nothing but a room.
type simpleMoves struct {
	sides  []string
	moves  []briefStep // by signal
	simple []bool      // by signal: moves says all
	roles  []int8      // by process: the side that its lines speak for where they move nothing
	states []simpleState
}

// newSimpleMoves works out which signals are simple.
func newSimpleMoves(inc *Incident, p *roomPlan) simpleMoves {
	m := simpleMoves{moves: make([]briefStep, len(p.moves)), simple: make([]bool, len(p.moves))}
	var begins []int
	for i, lc := range p.lives {
		begins = append(begins, len(m.states))
		for _, s := range lc.States {
			m.states = append(m.states, simpleState{s, int8(i), lc.IsFinal(s), lc.Fails(s)})
		}
	}
	for i := range inc.Processes {
		m.roles = append(m.roles, m.side(inc.Processes[i].Role))
	}
	for sig, moves := range p.moves {
		switch {
		case p.captures[sig] || len(moves) > 1 || len(m.states) > 100:
		case len(moves) == 0:
			m.simple[sig], m.moves[sig] = true, briefStep{side: sideOfRole, state: -1}
		default:
			state, side := slices.Index(p.lives[p.of[sig]].States, moves[0].State), int8(sideOfRole)
			if moves[0].Side != "" {
				side = m.side(moves[0].Side)
			}
			m.moves[sig], m.simple[sig] = briefStep{side: side, state: int8(begins[p.of[sig]] + state)}, state >= 0
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
// ok is false for any other. Its lines are in order.
func (m *roomMaker) brief(lines []roomLine) (b RoomBrief, ok bool) {
	x, life := &m.plan.simple, int8(-1)
	b.First, b.Last = MaxTime, MinTime
	m.moved = m.moved[:0]
	for i := range lines {
		sig := lines[i].signal
		if !x.simple[sig] || len(x.sides) > maxSides {
			return b, false
		}
		step := x.moves[sig]
		if step.side == sideOfRole {
			if step.side = x.roles[lines[i].process]; step.side < 0 && step.state >= 0 {
				return b, false
			}
		}
		if step.state >= 0 { // of several engines only the whole replay knows
			if life >= 0 && life != x.states[step.state].life {
				return b, false
			}
			life = x.states[step.state].life
		}
		step.at = lines[i].at
		b.First, b.Last = min(b.First, step.at), max(b.Last, step.at)
		m.moved = append(m.moved, step)
	}
	state := x.stateOf(x.latest(m.moved))
	b.State = unknownState
	if state >= 0 {
		b.State, b.Open = x.states[state].name, !x.states[state].final
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
		e, final := &ended[s.side+1], m.states[s.state].final
		if len(steps) > 1 && e.over && s.at > e.at && (!final || s.state != e.state && m.states[e.state].failed) {
			was := from
			for from = i; from > was && steps[from-1].at == s.at && (steps[from-1].state < 0 || !m.states[steps[from-1].state].final); from-- {
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
	for i := range last {
		last[i].state = -1
	}
	some := false
	for i := range steps {
		s := &steps[i]
		if s.side < 0 {
			continue
		}
		l := &last[s.side]
		some = true
		switch {
		case s.state < 0:
		case l.state >= 0 && m.states[l.state].final && l.at == s.at:
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
	for i := range last {
		if last[i].state >= 0 {
			state = m.worse(state, last[i].state)
		}
	}
	if end, ok := m.finished(last[:]); ok {
		return end
	}
	return state
}

// finished is finished for numbered states; state is -1 of sides that were not seen.
func (m *simpleMoves) finished(last []briefStep) (state int8, ok bool) {
	done := MinTime
	for i := range last {
		switch l := &last[i]; {
		case l.state < 0 || !m.good(l.state):
		case l.at > done:
			done, state = l.at, l.state
		case l.at == done:
			state = m.worse(state, l.state)
		}
	}
	for i := range last {
		if l := &last[i]; l.state >= 0 && (m.states[l.state].failed || !m.good(l.state) && l.at > done) {
			return 0, false
		}
	}
	return state, done != MinTime
}

func (m *simpleMoves) good(state int8) bool { return m.states[state].final && !m.states[state].failed }

// worse is worse for numbered states.
func (m *simpleMoves) worse(a, b int8) int8 {
	switch {
	case a < 0:
		return b
	case m.states[a].failed != m.states[b].failed:
		if m.states[a].failed {
			return a
		}
		return b
	}
	return min(a, b)
}
