package tui

import (
	"slices"
	"strings"
	"time"
)

// Filter presets of the room list.
const (
	allRooms = iota
	openRooms
	stuckRooms
	failedRooms
	oneSidedRooms
	unexplainedRooms
	filters
)

var filterNames = [filters]string{"all", "open", "stuck", "failed", "one-sided", "unexplained"}

// roomQuery says which rooms are listed in which order.
type roomQuery struct {
	Filter  int
	Sort    int
	Reverse bool
	Search  string // part of an id
	Finding string // only rooms of this finding
	State   string // only rooms in this state
}

// roomView is the answer to a query; it is made once for each.
type roomView struct {
	x    *roomIndex
	list []int32
	pos  []int32 // place of each room in list, -1 if it is not in it
	sum  []stateSum
	ages []time.Duration // sorted
	bad  int             // rooms that failed or are open
	told int             // those of them that a finding explains
}

// stateSum is one line of the summary by state.
type stateSum struct {
	state  string
	n      int
	oldest time.Duration // in this state, -1 if none is open
	first  int64         // earliest begin of the state
	reason string
}

func (x *roomIndex) view(q roomQuery) *roomView {
	v := &roomView{x: x, pos: make([]int32, len(x.rooms))}
	for i := range v.pos {
		v.pos[i] = -1
	}
	for _, i := range x.sorted(q.Sort) {
		if x.takes(q, int(i)) {
			v.list = append(v.list, i)
		}
	}
	if q.Reverse {
		slices.Reverse(v.list)
	}
	for at, i := range v.list {
		v.pos[i] = int32(at)
	}
	v.summarize()
	return v
}

func (x *roomIndex) takes(q roomQuery, i int) bool {
	r := &x.rooms[i]
	switch {
	case q.State != "" && r.State != q.State,
		q.Search != "" && !strings.Contains(r.ID, q.Search),
		q.Finding != "" && !x.causedBy(r.ID, q.Finding):
		return false
	}
	switch q.Filter {
	case openRooms:
		return r.Open
	case stuckRooms:
		return r.Open && x.age(i) > x.limit()
	case failedRooms:
		return x.failed(r.State)
	case oneSidedRooms:
		return x.info[i].oneSided
	case unexplainedRooms:
		return x.bad(r.State) && len(x.cause[r.ID]) == 0
	}
	return true
}

// causedBy says whether a finding names a room; if it names none, whether one that it explains does.
func (x *roomIndex) causedBy(room, finding string) bool {
	return slices.ContainsFunc(x.cause[room], func(id string) bool { return id == finding || slices.Contains(x.under[finding], id) })
}

func (v *roomView) summarize() {
	at := map[string]int{}
	for _, i := range v.list {
		r := &v.x.rooms[i]
		k, ok := at[r.State]
		if !ok {
			k = len(v.sum)
			at[r.State] = k
			v.sum = append(v.sum, stateSum{state: r.State, oldest: -1, first: v.x.info[i].since})
		}
		s := &v.sum[k]
		s.n++
		s.oldest = max(s.oldest, v.x.inState(int(i)))
		s.first = min(s.first, v.x.info[i].since)
		if s.reason == "" {
			s.reason = r.Reason
		}
		v.ages = append(v.ages, v.x.age(int(i)))
		if v.x.bad(r.State) {
			v.bad++
			v.told += boolInt(len(v.x.cause[r.ID]) > 0)
		}
	}
	slices.Sort(v.ages)
	place := v.x.places()
	slices.SortStableFunc(v.sum, func(a, b stateSum) int { return place[a.state] - place[b.state] })
}

// Len, ID and Find make a view the rows of a list.
func (v *roomView) Len() int { return len(v.list) }

// ID is the id of the room in a row.
func (v *roomView) ID(row int) string { return v.x.rooms[v.list[row]].ID }

// Find is the row of a room.
func (v *roomView) Find(id string) int {
	if i, ok := v.x.byID[id]; ok {
		return int(v.pos[i])
	}
	return -1
}
