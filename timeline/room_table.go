package timeline

import (
	"bytes"
	"math/bits"
	"strconv"
	"strings"
	"sync"
)

// roomTable groups the rows of all logs by the room that they name: a long log has a million of them
// in a hundred thousand rooms, so they stand in one list.
type roomTable struct {
	streams []*Stream // those that count
	begins  []uint32  // number of the first row of each, counted over all
	keys    []uint64  // by room: its number, or where its name stands in names
	named   []bool    // by room: it is no plain number; nil if none is
	names   []string
	ends    []uint32 // where the rows of each room end
	rows    []uint32 // rows room after room, in time order
	used    []bool   // by lifecycle of the plan: some row is of it

	finding sync.Once
	places  []int32 // rooms + 1 with plain numbers, from where those are hashed to; made when one is first looked up
}

func (t *roomTable) len() int { return len(t.keys) }

func (t *roomTable) id(i int) string {
	if t.isNamed(i) {
		return t.names[t.keys[i]]
	}
	return idOf(t.keys[i])
}

// compare orders rooms as their ids are as text.
func (t *roomTable) compare(a, b int) int {
	if t.isNamed(a) || t.isNamed(b) {
		return strings.Compare(t.id(a), t.id(b))
	}
	var x, y [20]byte
	return bytes.Compare(strconv.AppendUint(x[:0], t.keys[a], 10), strconv.AppendUint(y[:0], t.keys[b], 10))
}

func (t *roomTable) isNamed(i int) bool { return i < len(t.named) && t.named[i] }

// find gives the number of a room.
func (t *roomTable) find(id string) (int32, bool) {
	n, plain := canonical(id)
	if !plain {
		for i := range t.named {
			if t.named[i] && t.names[t.keys[i]] == id {
				return int32(i), true
			}
		}
		return 0, false
	}
	t.finding.Do(t.place)
	for at := t.home(n); t.places[at] > 0; at = (at + 1) & (len(t.places) - 1) {
		if r := t.places[at] - 1; t.keys[r] == n {
			return r, true
		}
	}
	return 0, false
}

// home is where a number is looked for first.
func (t *roomTable) home(n uint64) int { return int(mix(n)) & (len(t.places) - 1) }

// place notes where each number is found: at most half of the places are taken.
func (t *roomTable) place() {
	t.places = make([]int32, 1<<bits.Len(uint(2*len(t.keys))))
	for i, n := range t.keys {
		if t.isNamed(i) {
			continue
		}
		at := t.home(n)
		for t.places[at] > 0 {
			at = (at + 1) & (len(t.places) - 1)
		}
		t.places[at] = int32(i) + 1
	}
}

// of gives the rows of a room.
func (t *roomTable) of(i int) []uint32 {
	from := uint32(0)
	if i > 0 {
		from = t.ends[i-1]
	}
	return t.rows[from:t.ends[i]]
}

// at finds a row.
func (t *roomTable) at(row uint32) (*Stream, int) {
	i := len(t.begins) - 1
	for t.begins[i] > row {
		i--
	}
	return t.streams[i], int(row - t.begins[i])
}

// newRoomTable groups the rows that name a room which is not ignored.
func newRoomTable(inc *Incident, plan *roomPlan) *roomTable {
	t := &roomTable{used: make([]bool, len(plan.lives))}
	total := uint32(0)
	for i := range inc.Streams {
		if s := &inc.Streams[i]; s.ExcerptOf == 0 {
			t.streams, t.begins = append(t.streams, s), append(t.begins, total)
			total += uint32(s.Log.Len())
		}
	}
	f := roomFinder{table: t, plan: plan, numbers: map[uint64]int32{}, names: map[string]int32{}}
	for range inc.Processes {
		f.lines = append(f.lines, make([]int, len(plan.lives)))
	}
	for _, s := range t.streams {
		f.several = f.several || s.Log.Tuples != t.streams[0].Log.Tuples
	}
	for _, s := range t.streams {
		inc.stopping.check()
		f.stream(inc, s)
	}
	for i, lines := range f.lines {
		inc.Processes[i].Lifecycle = plan.most(lines)
	}
	t.begin()
	for i, s := range t.streams {
		inc.stopping.check()
		f.group(inc, s, t.begins[i])
	}
	for _, s := range t.streams {
		s.Log.Tuples.Clip()
	}
	return t
}

// begin makes place for the rows of each room: ends held how many it has, and then where the first of them goes.
func (t *roomTable) begin() {
	total := uint32(0)
	for i, n := range t.ends {
		t.ends[i] = total
		total += n
	}
	t.rows = make([]uint32, total)
}
