package timeline

import (
	"cmp"
	"slices"
)

// buildRooms replays what the lines show of each room through the lifecycle of the packs.
func (inc *Incident) buildRooms(each Each) {
	plan := inc.newRoomPlan()
	if plan == nil {
		return
	}
	t := newRoomTable(inc, plan)
	inc.Lifecycle = plan.lifecycleOf(t.used)
	r := Rooms{list: make([]roomRow, t.len()), table: t, plan: plan, inc: inc}
	pieces := (len(r.list) + roomsAtOnce - 1) / roomsAtOnce
	skews, empty := make([]*skewPairs, pieces), newSkewPairs(inc, plan)
	each(pieces, func(k int) {
		if inc.stopping.ended() {
			return
		}
		skews[k] = empty.another()
		r.replay(k*roomsAtOnce, min((k+1)*roomsAtOnce, len(r.list)), skews[k])
	})
	inc.stopping.check()
	r.sort()
	inc.Rooms = r
	inc.Skews = joined(skews).list(inc)
}

// roomsAtOnce are replayed in one piece of work.
const roomsAtOnce = 8192

// replay puts the lines of some rooms into order and sums them up.
func (r *Rooms) replay(from, to int, skews *skewPairs) {
	m := roomMaker{inc: r.inc, plan: r.plan}
	pairs, state, name := skews.some(), uint16(0), unknownState
	var lines []roomLine
	for i := from; i < to; i++ {
		lines = r.table.lines(lines[:0], i)
		b, ok := m.brief(lines)
		if !ok {
			b = m.room(r.table, i).RoomBrief
		}
		if b.State != name { // mostly the state of the room before
			name, state = b.State, r.plan.stateOf(b.State)
		}
		r.list[i] = roomRow{first: b.First, last: b.Last, number: int32(i), state: state, open: b.Open}
		if pairs {
			skews.add(lines)
		}
	}
}

// sort puts the rooms into the order of their begins, then of their ids.
func (r *Rooms) sort() {
	begins := func(a, b roomRow) int { return cmp.Compare(a.first, b.first) }
	if !slices.IsSortedFunc(r.list, begins) { // they are numbered as they come, so mostly they are
		r.permute(r.byBegin())
	}
	for i := 0; i < len(r.list); {
		k := i + 1
		for k < len(r.list) && r.list[k].first == r.list[i].first {
			k++
		}
		if k > i+1 {
			slices.SortFunc(r.list[i:k], func(a, b roomRow) int { return r.table.compare(int(a.number), int(b.number)) })
		}
		i = k
	}
}

// permute puts the rooms into an order, each cycle of it in place.
func (r *Rooms) permute(order []int32) {
	for i := range order {
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
