package timeline

import (
	"cmp"
	"slices"
	"strconv"
)

// unknownState is the state of a room that no line tells.
const unknownState = "unknown"

// Rooms are the rooms of an incident, sorted by begin of what is known of them, then id. There may be
// a hundred thousand of them, so only a summary of each is kept, and its lines are replayed when it is
// asked for. Any goroutine may ask.
type Rooms struct {
	whole []Room // rooms that were made elsewhere; then nothing else is filled in
	list  []roomRow
	table *roomTable
	plan  *roomPlan
	inc   *Incident
}

// roomRow is the summary of a room.
type roomRow struct {
	first, last Time
	number      int32  // of the room in the table
	state       uint16 // index in plan.states
	open        bool
}

// RoomsOf are rooms that are known as a whole, in their order.
func RoomsOf(list []Room) Rooms { return Rooms{whole: list} }

// Len is how many there are.
func (r *Rooms) Len() int { return len(r.list) + len(r.whole) }

// ID is the id of room i.
func (r *Rooms) ID(i int) string {
	if r.whole != nil {
		return r.whole[i].ID
	}
	return r.table.id(int(r.list[i].number))
}

// State is the state of room i.
func (r *Rooms) State(i int) string {
	if r.whole != nil {
		return r.whole[i].State
	}
	return r.plan.states[r.list[i].state]
}

// Open says whether the last state of room i is not final.
func (r *Rooms) Open(i int) bool {
	if r.whole != nil {
		return r.whole[i].Open
	}
	return r.list[i].open
}

// First is the begin of what is known of room i.
func (r *Rooms) First(i int) Time {
	if r.whole != nil {
		return r.whole[i].First
	}
	return r.list[i].first
}

// Brief is the summary of room i.
func (r *Rooms) Brief(i int) RoomBrief {
	if r.whole != nil {
		return r.whole[i].RoomBrief
	}
	x := &r.list[i]
	return RoomBrief{r.plan.states[x.state], x.first, x.last, x.open}
}

// At gives room i with its sides and lines, made anew unless it was given as a whole.
func (r *Rooms) At(i int) *Room {
	if r.whole != nil {
		return &r.whole[i]
	}
	m := roomMaker{inc: r.inc, plan: r.plan, keep: true}
	room := m.room(r.table, int(r.list[i].number))
	return &room
}

// All gives all of them.
func (r *Rooms) All() []Room {
	if r.whole != nil {
		return r.whole
	}
	out := make([]Room, r.Len())
	for i := range out {
		out[i] = *r.At(i)
	}
	return out
}

// Room gives a room by id, nil if no record is about it.
func (inc *Incident) Room(id string) *Room {
	r := &inc.Rooms
	if i := slices.IndexFunc(r.whole, func(r Room) bool { return r.ID == id }); i >= 0 {
		return &r.whole[i]
	}
	if r.table == nil {
		return nil
	}
	number, ok := r.table.find(id)
	if !ok {
		return nil
	}
	return r.At(slices.IndexFunc(r.list, func(x roomRow) bool { return x.number == number }))
}

// RoomHits are all hits that name a room, in time order; a record that is several signals gives
// several.
func (inc *Incident) RoomHits(id string) []Hit {
	r := &inc.Rooms
	if r.table == nil {
		return nil
	}
	number, ok := r.table.find(id)
	if !ok {
		return nil
	}
	m := roomMaker{inc: inc, plan: r.plan, keep: true}
	m.read(r.table, int(number))
	return m.hits
}

// buildRooms replays what the lines show of each room through the lifecycle of the packs.
func (inc *Incident) buildRooms(each Each) {
	plan := inc.newRoomPlan()
	if plan == nil {
		return
	}
	t := newRoomTable(inc, plan)
	r := Rooms{list: make([]roomRow, t.len()), table: t, plan: plan, inc: inc}
	pieces := (len(r.list) + roomsAtOnce - 1) / roomsAtOnce
	skews, empty := make([]*skewPairs, pieces), newSkewPairs(inc, plan)
	each(pieces, func(k int) {
		skews[k] = empty.another()
		r.replay(k*roomsAtOnce, min((k+1)*roomsAtOnce, len(r.list)), skews[k])
	})
	r.sort()
	inc.Rooms = r
	inc.Skews = joined(skews).list(inc)
}

// roomsAtOnce are replayed in one piece of work.
const roomsAtOnce = 8192

// replay puts the lines of some rooms into order and sums them up.
func (r *Rooms) replay(from, to int, skews *skewPairs) {
	m := roomMaker{inc: r.inc, plan: r.plan}
	var times []Time
	for i := from; i < to; i++ {
		times = r.table.inOrder(times[:0], r.table.of(i))
		b, ok := m.brief(r.table, i)
		if !ok {
			b = m.room(r.table, i).RoomBrief
		}
		r.list[i] = roomRow{first: b.First, last: b.Last, number: int32(i), state: r.plan.stateOf(b.State), open: b.Open}
		skews.add(r.table, i)
	}
}

// sort puts the rooms into the order of their begins.
func (r *Rooms) sort() {
	order := r.byBegin()
	for i := 0; i < len(order); {
		k := i + 1
		for k < len(order) && r.list[order[k]].first == r.list[order[i]].first {
			k++
		}
		if k > i+1 {
			slices.SortFunc(order[i:k], func(a, b int32) int { return cmp.Compare(r.table.id(int(a)), r.table.id(int(b))) })
		}
		i = k
	}
	for i := range order { // each cycle of the permutation in place
		for at := int32(i); order[at] >= 0; {
			from := order[at]
			order[at] = -1
			if from == int32(i) {
				break
			}
			r.list[at], r.list[from] = r.list[from], r.list[at]
			at = from
		}
	}
}

// byBegin sorts the numbers of rooms by the digits, of 16 bits, of their begins, from the last digit on:
// that takes a few steps for each room, however many there are. list stands in the order of numbers.
func (r *Rooms) byBegin() []int32 {
	order, other := make([]int32, len(r.list)), make([]int32, len(r.list))
	low, high := MaxTime, MinTime
	for i := range r.list {
		order[i] = int32(i)
		low, high = min(low, r.list[i].first), max(high, r.list[i].first)
	}
	var at [1<<16 + 1]int32
	for shift := 0; shift < 64 && high > low && uint64(high-low)>>shift > 0; shift += 16 {
		digit := func(i int32) int { return int(uint64(r.list[i].first-low) >> shift & 0xffff) }
		clear(at[:])
		for _, i := range order {
			at[digit(i)+1]++
		}
		for i := 1; i < len(at); i++ {
			at[i] += at[i-1]
		}
		for _, i := range order {
			d := digit(i)
			other[at[d]] = i
			at[d]++
		}
		order, other = other, order
	}
	return order
}

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
