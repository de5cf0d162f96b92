package tui

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"roomline/timeline"
)

// roomIndex answers "how many rooms were in which state at t" by binary search, and orders rooms.
type roomIndex struct {
	rooms  []timeline.Room
	life   *timeline.Lifecycle
	sides  [2]string // the two that the list has columns for
	byID   map[string]int
	end    int64               // of observation: open rooms last until here
	info   []roomInfo          // beside rooms
	open   flow                // all rooms
	state  map[string]*flow    // non-final states of the lifecycle
	names  []string            // keys of state, in the order of the lifecycle
	cause  map[string][]string // finding ids of a room
	under  map[string][]string // findings whose rooms another one's are
	usual  []time.Duration     // ages of finished rooms, sorted: the baseline
	grain  int64               // the greatest of info
	orders [sortKeys]sync.Once
	order  [sortKeys][]int32
}

// roomInfo is what the list shows of a room, worked out once.
type roomInfo struct {
	since    int64 // begin of its last state
	until    int64 // end, or the end of observation while it is open
	oneSided bool
	grain    int64 // how coarse the stamps of its lines are
}

// flow is a number of things that come and go: enter and leave are sorted.
type flow struct{ enter, leave []int64 }

func (f *flow) add(lo, hi int64) {
	f.enter = append(f.enter, lo)
	f.leave = append(f.leave, hi)
}

func (f *flow) sort() {
	slices.Sort(f.enter)
	slices.Sort(f.leave)
}

// at is how many were there at t.
func (f *flow) at(t int64) int { return search(f.enter, t+1) - search(f.leave, t+1) }

// top is the most that were there at once.
func (f *flow) top() int {
	best, j := 0, 0
	for i, t := range f.enter {
		for j < len(f.leave) && f.leave[j] <= t {
			j++
		}
		best = max(best, i+1-j)
	}
	return best
}

func newRoomIndex(inc *timeline.Incident, cause map[string][]string, end int64) *roomIndex {
	x := &roomIndex{rooms: inc.Rooms.All(), life: inc.Lifecycle, end: end, cause: cause,
		byID: make(map[string]int, inc.Rooms.Len()), info: make([]roomInfo, inc.Rooms.Len()), state: map[string]*flow{}}
	if x.life == nil {
		x.life = &timeline.Lifecycle{}
	}
	x.sides = twoSides(x.life)
	for _, s := range x.life.States {
		if !x.life.IsFinal(s) {
			x.names = append(x.names, s)
			x.state[s] = &flow{}
		}
	}
	for i := range x.rooms {
		x.add(i)
	}
	x.open.sort()
	for _, f := range x.state {
		f.sort()
	}
	slices.Sort(x.usual)
	return x
}

// twoSides are the first two sides that the moves of a lifecycle name, made up with prefill and decode.
func twoSides(life *timeline.Lifecycle) (two [2]string) {
	sides := life.Sides()
	for _, s := range []string{"prefill", "decode"} {
		if !slices.Contains(sides, s) {
			sides = append(sides, s)
		}
	}
	copy(two[:], sides)
	return two
}

func (x *roomIndex) add(i int) {
	r := &x.rooms[i]
	x.byID[r.ID] = i
	info := roomInfo{since: int64(r.First), until: x.end, oneSided: len(r.Sides) == 1}
	for _, s := range r.Sides {
		if n := len(s.Segments); n > 0 {
			info.since = max(info.since, int64(s.Segments[n-1].After))
		}
	}
	if !r.Open {
		info.until = max(info.since, int64(r.First))
		if r.State == "unknown" {
			info.until = int64(r.Last)
		}
	}
	info.grain = grainOf(r.Hits)
	x.grain = max(x.grain, info.grain)
	x.info[i] = info
	x.open.add(int64(r.First), info.until)
	x.states(r, info.until)
	if x.succeeded(r.State) {
		x.usual = append(x.usual, time.Duration(info.until-int64(r.First)))
	}
}

// failed says whether a final state is a bad end.
func (x *roomIndex) failed(state string) bool { return x.life.Fails(state) }

// bad says whether a room did not end well, as far as lines tell: of an unknown one they do not.
func (x *roomIndex) bad(state string) bool { return state != "unknown" && !x.succeeded(state) }

func (x *roomIndex) succeeded(state string) bool { return x.life.IsFinal(state) && !x.failed(state) }

// states cuts the life of a room where one of its sides moves; between cuts it is in the state of
// the side that is furthest behind, as the engines' own rule has it.
func (x *roomIndex) states(r *timeline.Room, until int64) {
	var cuts []int64
	for _, s := range r.Sides {
		for _, g := range s.Segments {
			cuts = append(cuts, int64(g.After))
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	for i, lo := range cuts {
		hi := until
		if i+1 < len(cuts) {
			hi = min(cuts[i+1], until)
		}
		if f := x.state[x.slowest(r, lo)]; f != nil && hi > lo {
			f.add(lo, hi)
		}
	}
}

func (x *roomIndex) slowest(r *timeline.Room, t int64) string {
	best, at := "", len(x.life.States)
	for _, s := range r.Sides {
		for _, g := range s.Segments {
			if int64(g.After) > t || int64(g.Until) <= t || x.life.IsFinal(g.State) {
				continue
			}
			if k := slices.Index(x.life.States, g.State); k >= 0 && k < at {
				best, at = g.State, k
			}
		}
	}
	return best
}

// Sort keys of the room list.
const (
	byAge = iota
	byState
	byTime
	byInState
	byRoom
	sortKeys
)

var sortNames = [sortKeys]string{"age", "state", "time", "in state", "id"}

// sorted gives the rooms in an order, which is made when it is first asked for.
func (x *roomIndex) sorted(key int) []int32 {
	x.orders[key].Do(func() {
		o := make([]int32, len(x.rooms))
		for i := range o {
			o[i] = int32(i)
		}
		if less := x.less(key); less != nil {
			slices.SortStableFunc(o, less)
		}
		x.order[key] = o
	})
	return x.order[key]
}

func (x *roomIndex) less(key int) func(a, b int32) int {
	switch key {
	case byAge:
		return func(a, b int32) int { return cmp.Compare(x.age(int(b)), x.age(int(a))) }
	case byInState:
		return func(a, b int32) int { return cmp.Compare(x.inState(int(b)), x.inState(int(a))) }
	case byState:
		place := x.places()
		return func(a, b int32) int { return place[x.rooms[a].State] - place[x.rooms[b].State] }
	case byRoom:
		return func(a, b int32) int { return cmp.Compare(x.rooms[a].ID, x.rooms[b].ID) }
	}
	return nil // rooms are sorted by time
}

// places orders states: those that last first, as the lifecycle has them, then final ones, unknown.
func (x *roomIndex) places() map[string]int {
	p := map[string]int{"unknown": 1 << 20}
	for i, s := range x.life.States {
		p[s] = i
		if x.life.IsFinal(s) {
			p[s] += 1 << 10
		}
	}
	for i, s := range x.life.Final {
		if _, ok := p[s]; !ok {
			p[s] = 1<<11 + i
		}
	}
	return p
}
