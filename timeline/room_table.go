package timeline

import (
	"cmp"
	"slices"
	"sort"
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

	sorting sync.Once
	byKey   []int32 // rooms with plain numbers, sorted by them; made when one is first looked up
}

func (t *roomTable) len() int { return len(t.keys) }

func (t *roomTable) id(i int) string {
	if t.isNamed(i) {
		return t.names[t.keys[i]]
	}
	return idOf(t.keys[i])
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
	t.sorting.Do(t.sortKeys)
	i, ok := slices.BinarySearchFunc(t.byKey, n, func(r int32, n uint64) int { return cmp.Compare(t.keys[r], n) })
	if !ok {
		return 0, false
	}
	return t.byKey[i], true
}

func (t *roomTable) sortKeys() {
	t.byKey = make([]int32, 0, len(t.keys))
	for i := range t.keys {
		if !t.isNamed(i) {
			t.byKey = append(t.byKey, int32(i))
		}
	}
	slices.SortFunc(t.byKey, func(a, b int32) int { return cmp.Compare(t.keys[a], t.keys[b]) })
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
	t := &roomTable{}
	total := uint32(0)
	for i := range inc.Streams {
		if s := &inc.Streams[i]; s.ExcerptOf == 0 {
			t.streams, t.begins = append(t.streams, s), append(t.begins, total)
			total += uint32(s.Log.Len())
		}
	}
	room := make([]int32, total) // of each row, + 1
	f := roomFinder{table: t, plan: plan, numbers: map[uint64]int32{}, names: map[string]int32{}}
	for _, s := range t.streams {
		f.several = f.several || s.Log.Tuples != t.streams[0].Log.Tuples
	}
	for i, s := range t.streams {
		f.stream(inc, s, room[t.begins[i]:])
	}
	for _, s := range t.streams {
		s.Log.Tuples.Clip()
	}
	t.group(room)
	return t
}

// roomFinder numbers the rooms.
type roomFinder struct {
	table   *roomTable
	plan    *roomPlan
	numbers map[uint64]int32
	names   map[string]int32
	byTuple []int32 // room + 1 of tuples whose first value names it; -1: not asked yet
	of      *Tuples
	several bool // the logs do not share their tuples
}

func (f *roomFinder) stream(inc *Incident, s *Stream, room []int32) {
	if f.table.keys == nil { // mostly there is a tuple for each room, and few others
		n := s.Log.Tuples.Len()
		f.table.keys, f.table.ends = make([]uint64, 0, n), make([]uint32, 0, n)
	}
	if f.of != s.Log.Tuples {
		f.of, f.byTuple = s.Log.Tuples, make([]int32, s.Log.Tuples.Len()+1)
		for i := range f.byTuple {
			f.byTuple[i] = -1
		}
	}
	counts := make([]bool, len(inc.Schema.Signals))
	for i := range counts {
		counts[i] = f.plan.room[i] >= 0 && eligible(inc.Schema.Signals[i].Role, s.Role)
	}
	for i := range s.Log.Len() {
		sig := s.Log.Signal(i)
		if !counts[sig] {
			continue
		}
		if r := f.room(s.Log.Tuple(i), f.plan.room[sig]); r > 0 {
			room[i] = r
			f.table.ends[r-1]++
		}
	}
}

// room is the number + 1 of the room that a tuple names, 0 if it names none.
func (f *roomFinder) room(id TupleID, capture int) int32 {
	if capture > 0 {
		return f.named(id, capture)
	}
	if f.byTuple[id] < 0 {
		f.byTuple[id] = f.named(id, capture)
	}
	return f.byTuple[id]
}

func (f *roomFinder) named(id TupleID, capture int) int32 {
	n, text, ok := f.of.value(id, capture)
	switch {
	case !ok || f.plan.ignores(n, text):
		return 0
	case text == nil:
		if home := f.home(id, n); home > 0 && !f.several { // the tuple that is nothing but the number knows its room
			if f.byTuple[home] <= 0 {
				f.byTuple[home] = f.add(n, false)
			}
			return f.byTuple[home]
		}
		r, have := f.numbers[n]
		if !have {
			r = f.add(n, false)
			f.numbers[n] = r
		}
		return r
	}
	r, have := f.names[string(text)]
	if !have {
		f.table.names = append(f.table.names, string(text))
		r = f.add(uint64(len(f.table.names)-1), true)
		f.names[string(text)] = r
	}
	return r
}

// home is the tuple that is nothing but the number that a tuple begins with.
func (f *roomFinder) home(id TupleID, n uint64) TupleID {
	if !f.of.isText(id) {
		return id
	}
	return f.of.numberID(n)
}

func (f *roomFinder) add(key uint64, named bool) int32 {
	t := f.table
	if named {
		t.named = append(t.named, make([]bool, len(t.keys)-len(t.named))...)
		t.named = append(t.named, true)
	}
	t.keys, t.ends = append(t.keys, key), append(t.ends, 0)
	return int32(len(t.keys))
}

// group puts the rows of each room together, in time order. ends holds how many each has.
func (t *roomTable) group(room []int32) {
	total := uint32(0)
	for i, n := range t.ends {
		t.ends[i] = total // where the next row of the room goes
		total += n
	}
	t.rows = make([]uint32, total)
	for row, r := range room {
		if r > 0 {
			t.rows[t.ends[r-1]] = uint32(row)
			t.ends[r-1]++
		}
	}
}

// fewRows are sorted as they stand: those of each stream mostly are in order already.
const fewRows = 64

// inOrder sorts the rows of a room by time, those of one time in the order in which they stand, which is
// that of streams and positions. times is scratch.
func (t *roomTable) inOrder(times []Time, rows []uint32) []Time {
	for _, row := range rows {
		s, i := t.at(row)
		times = append(times, s.Log.Lo(i))
	}
	if len(rows) > fewRows {
		sort.Stable(&rowsByTime{rows, times})
		return times
	}
	for i := 1; i < len(rows); i++ {
		row, at, k := rows[i], times[i], i
		for ; k > 0 && times[k-1] > at; k-- {
			rows[k], times[k] = rows[k-1], times[k-1]
		}
		rows[k], times[k] = row, at
	}
	return times
}

// rowsByTime sorts the rows of a room with many.
type rowsByTime struct {
	rows  []uint32
	times []Time
}

func (r *rowsByTime) Len() int           { return len(r.rows) }
func (r *rowsByTime) Less(i, j int) bool { return r.times[i] < r.times[j] }
func (r *rowsByTime) Swap(i, j int) {
	r.rows[i], r.rows[j] = r.rows[j], r.rows[i]
	r.times[i], r.times[j] = r.times[j], r.times[i]
}
