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
