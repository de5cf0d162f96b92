package timeline

import (
	"slices"
	"strconv"
)

// unknownState is the state of a room that no line tells.
const unknownState = "unknown"

// roomPlan is what the packs say of rooms, worked out once: per signal what moves, what is captured.
// Each engine has a lifecycle of its own, so each pack's lines move rooms through that of their pack.
type roomPlan struct {
	lives       []*Lifecycle // of all packs that know rooms, in their order
	of          []int8       // by signal: the lifecycle of its pack, -1 where that knows no rooms
	states      []string     // all that a room can come to
	moves       [][]Move
	room        []int  // index of the capture that names the room, -1 for none
	reason      []int  // of the one that tells why
	captures    []bool // the line is read for more than the room it names
	simple      simpleMoves
	ignored     map[uint64]bool
	ignoredMost uint64 // the greatest of them: mostly it is 0, and ids are great
	ignore      []string
}

// roomEntity is the entity that the builder keeps: one request, as the sides of an engine know it.
const roomEntity = "room"

// newRoomPlan takes the moves of all packs for rooms; nil if no pack knows rooms.
func (inc *Incident) newRoomPlan() *roomPlan {
	n := len(inc.Schema.Signals)
	p := &roomPlan{moves: make([][]Move, n), room: make([]int, n), reason: make([]int, n), captures: make([]bool, n), of: make([]int8, n), ignored: map[uint64]bool{}}
	for i := range inc.Schema.Lifecycles {
		if lc := &inc.Schema.Lifecycles[i]; lc.Entity == roomEntity && len(p.lives) < maxLives {
			p.take(lc)
		}
	}
	if len(p.lives) == 0 {
		return nil
	}
	for i := range inc.Schema.Signals {
		def := &inc.Schema.Signals[i]
		p.room[i], p.reason[i] = def.Capture(roomEntity), def.Capture("reason")
		p.captures[i] = p.captures[i] || p.reason[i] >= 0
		if len(p.moves[i]) == 0 {
			p.of[i] = int8(slices.IndexFunc(p.lives, func(lc *Lifecycle) bool { return lc.Pack == def.Pack }))
		}
	}
	p.states = append([]string{unknownState}, p.states...)
	p.simple = newSimpleMoves(inc, p)
	for _, id := range p.ignore {
		if n, ok := canonical(id); ok {
			p.ignored[n], p.ignoredMost = true, max(p.ignoredMost, n)
		}
	}
	return p
}

// maxLives are the lifecycles that are told apart; more packs than that know no rooms.
const maxLives = 100

// take adds a lifecycle. An id is no room if all packs say so: what one pack ignores never gets here
// from the lines of that pack.
func (p *roomPlan) take(lc *Lifecycle) {
	p.lives = append(p.lives, lc)
	for _, m := range lc.Moves {
		p.moves[m.Signal], p.of[m.Signal] = append(p.moves[m.Signal], m), int8(len(p.lives)-1)
		p.captures[m.Signal] = p.captures[m.Signal] || m.Before != "" || len(m.Segments) > 0 || m.Side != "" && m.Side[0] == '$'
		p.addState(m.State)
	}
	for _, s := range lc.States {
		p.addState(s)
	}
	if len(p.lives) == 1 {
		p.ignore = slices.Clone(lc.Ignore)
	} else {
		p.ignore = slices.DeleteFunc(p.ignore, func(id string) bool { return !slices.Contains(lc.Ignore, id) })
	}
}

func (p *roomPlan) addState(name string) {
	if name != "" && !slices.Contains(p.states, name) {
		p.states = append(p.states, name)
	}
}

// life is the lifecycle that a signal's lines are of, nil if its pack knows no rooms.
func (p *roomPlan) life(signal SignalID) *Lifecycle {
	if i := p.of[signal]; i >= 0 {
		return p.lives[i]
	}
	return nil
}

// standing is a state with the lifecycle that it is of.
type standing struct {
	life  *Lifecycle
	state string
}

// worse is the state of a room of which two sides show these. Of sides that two packs speak of
// the first pack's order counts, if it knows both states; else what has not ended is the worse, and of two
// the state of the first pack.
func (p *roomPlan) worse(a, b standing) standing {
	if a.life != b.life && a.life != nil && b.life != nil {
		if first := pick(p.index(a.life) < p.index(b.life), a, b).life; slices.Contains(first.States, a.state) && slices.Contains(first.States, b.state) {
			a.life, b.life = first, first
		}
	}
	switch {
	case b.state == "":
		return a
	case a.state == unknownState:
		return b
	case a.life == b.life:
		a.state = a.life.worse(a.state, b.state)
		return a
	case a.life.Fails(a.state) != b.life.Fails(b.state):
		return pick(a.life.Fails(a.state), a, b)
	case a.life.IsFinal(a.state) != b.life.IsFinal(b.state):
		return pick(b.life.IsFinal(b.state), a, b)
	}
	return pick(p.index(a.life) < p.index(b.life), a, b)
}

func (p *roomPlan) index(life *Lifecycle) int { return slices.Index(p.lives, life) }

func pick(first bool, a, b standing) standing {
	if first {
		return a
	}
	return b
}

// stateOf numbers a state; all that a room can come to are there.
func (p *roomPlan) stateOf(name string) uint16 { return uint16(max(slices.Index(p.states, name), 0)) }

// ignores says whether a key is no room.
func (p *roomPlan) ignores(n uint64, text []byte) bool {
	if text == nil {
		return n <= p.ignoredMost && p.ignored[n]
	}
	return slices.Contains(p.ignore, string(text))
}

func idOf(number uint64) string { return strconv.FormatUint(number, 10) }

// lifecycleOf is the lifecycle that an incident's rooms go through: that of the only engine that is
// there, else all of those that are, one after the other. used says which lifecycles some line is of;
// with none it is the first pack's.
func (p *roomPlan) lifecycleOf(used []bool) *Lifecycle {
	var there []*Lifecycle
	for i, lc := range p.lives {
		if used[i] {
			there = append(there, lc)
		}
	}
	switch len(there) {
	case 0:
		return p.lives[0]
	case 1:
		return there[0]
	}
	all := &Lifecycle{Entity: roomEntity, Ignore: p.ignore, Failed: []string{}}
	for _, lc := range there {
		all.States, all.Moves = union(all.States, lc.States), append(all.Moves, lc.Moves...)
		for _, s := range lc.Final {
			all.Final = union(all.Final, []string{s})
			if lc.Fails(s) {
				all.Failed = union(all.Failed, []string{s})
			}
		}
	}
	return all
}

// most is the lifecycle of the most lines, nil if there are none.
func (p *roomPlan) most(lines []int) *Lifecycle {
	best := 0
	for i, n := range lines {
		if n > lines[best] {
			best = i
		}
	}
	if lines[best] == 0 {
		return nil
	}
	return p.lives[best]
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}
