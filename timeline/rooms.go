package timeline

import "slices"

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

// States counts rooms by their state.
func (r *Rooms) States() map[string]int {
	n := map[string]int{}
	for i := range r.whole {
		n[r.whole[i].State]++
	}
	if len(r.list) > 0 {
		counts := make([]int, len(r.plan.states))
		for i := range r.list {
			counts[r.list[i].state]++
		}
		for state, k := range counts {
			if k > 0 {
				n[r.plan.states[state]] += k
			}
		}
	}
	return n
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
