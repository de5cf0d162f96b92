package timeline

import (
	"slices"
	"strconv"
)

// unknownState is the state of a room that no line tells.
const unknownState = "unknown"

// roomPlan is what the packs say of rooms, worked out once: per signal what moves, what is captured.
type roomPlan struct {
	lifecycle *Lifecycle
	states    []string
	moves     [][]Move
	room      []int  // index of the capture that names the room, -1 for none
	reason    []int  // of the one that tells why
	captures  []bool // the line is read for more than the room it names
	simple    simpleMoves
	ignored   map[uint64]bool
	ignore    []string
}

// newRoomPlan joins the moves of all packs for rooms; the first pack's states are the ones shown. nil
// if no pack knows rooms.
func (inc *Incident) newRoomPlan() *roomPlan {
	n := len(inc.Schema.Signals)
	p := &roomPlan{moves: make([][]Move, n), room: make([]int, n), reason: make([]int, n), captures: make([]bool, n), ignored: map[uint64]bool{}}
	for i := range inc.Schema.Lifecycles {
		lc := &inc.Schema.Lifecycles[i]
		if lc.Entity != "room" {
			continue
		}
		if inc.Lifecycle == nil {
			inc.Lifecycle = lc
		}
		for _, m := range lc.Moves {
			p.moves[m.Signal] = append(p.moves[m.Signal], m)
			p.captures[m.Signal] = p.captures[m.Signal] || m.Before != "" || len(m.Segments) > 0 || m.Side != "" && m.Side[0] == '$'
		}
	}
	if inc.Lifecycle == nil {
		return nil
	}
	p.lifecycle = inc.Lifecycle
	for i := range inc.Schema.Signals {
		def := &inc.Schema.Signals[i]
		p.room[i], p.reason[i] = def.Capture(p.lifecycle.Entity), def.Capture("reason")
		p.captures[i] = p.captures[i] || p.reason[i] >= 0
	}
	p.states = append([]string{unknownState}, p.lifecycle.States...)
	for _, moves := range p.moves {
		for _, m := range moves {
			if !slices.Contains(p.states, m.State) {
				p.states = append(p.states, m.State)
			}
		}
	}
	p.simple = newSimpleMoves(inc, p)
	p.ignore = p.lifecycle.Ignore
	for _, id := range p.ignore {
		if n, ok := canonical(id); ok {
			p.ignored[n] = true
		}
	}
	return p
}

// stateOf numbers a state; all that a room can come to are there.
func (p *roomPlan) stateOf(name string) uint16 { return uint16(max(slices.Index(p.states, name), 0)) }

// ignores says whether a key is no room.
func (p *roomPlan) ignores(n uint64, text []byte) bool {
	if text == nil {
		return p.ignored[n]
	}
	return slices.Contains(p.ignore, string(text))
}

func idOf(number uint64) string { return strconv.FormatUint(number, 10) }
