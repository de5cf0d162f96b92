package timeline

// roomFinder numbers the rooms.
type roomFinder struct {
	table   *roomTable
	plan    *roomPlan
	numbers map[uint64]int32
	names   map[string]int32
	byTuple []int32 // room + 1 of tuples whose first value names it; -1: not asked yet
	of      *Tuples
	several bool    // the logs do not share their tuples
	lines   [][]int // by process, by lifecycle of the plan: lines that are of its pack
}

// stream numbers the rooms of a stream and counts their rows.
func (f *roomFinder) stream(inc *Incident, s *Stream) {
	if f.table.keys == nil { // mostly there is a tuple for each room, and few others
		n := s.Log.Tuples.Len()
		f.table.keys, f.table.ends = make([]uint64, 0, n), make([]uint32, 0, n)
	}
	f.use(s.Log.Tuples)
	signals := f.signalsIn(inc, s)
	for c := range s.Log.chunks {
		f.count(s.Log.rowsIn(c), signals)
	}
	for sig := range signals {
		if x := &signals[sig]; x.of >= 0 {
			f.lines[s.Process][x.of] += x.lines
			f.table.used[x.of] = f.table.used[x.of] || x.used
		}
	}
}

// use goes on with the tuples of a log, which mostly are those of the log before.
func (f *roomFinder) use(t *Tuples) {
	if f.of == t {
		return
	}
	f.of, f.byTuple = t, make([]int32, t.Len()+1)
	for i := range f.byTuple {
		f.byTuple[i] = -1
	}
}

// roomSignal is what is known of a signal while the rows of a stream are gone through.
type roomSignal struct {
	counts  bool // its lines may name a room
	used    bool // one did
	of      int8 // as in roomPlan
	capture int  // of the room
	lines   int
}

// signalsIn is what counts of each signal in a stream, before its rows are looked at.
func (f *roomFinder) signalsIn(inc *Incident, s *Stream) []roomSignal {
	out := make([]roomSignal, len(inc.Schema.Signals))
	for i := range out {
		out[i] = roomSignal{counts: f.plan.room[i] >= 0 && eligible(inc.Schema.Signals[i].Role, s.Role), of: f.plan.of[i], capture: f.plan.room[i]}
	}
	return out
}

// count counts how many rows name each room.
func (f *roomFinder) count(rows []hitRow, signals []roomSignal) {
	for k := range rows {
		x := &signals[rows[k].signal()]
		if x.lines++; !x.counts {
			continue
		}
		if r := f.room(TupleID(rows[k].what>>32), x.capture); r > 0 {
			x.used = true
			f.table.ends[r-1]++
		}
	}
}

// group puts the rows of a stream where those of their rooms go on. All rooms are numbered.
func (f *roomFinder) group(inc *Incident, s *Stream, begin uint32) {
	f.use(s.Log.Tuples)
	signals, t := f.signalsIn(inc, s), f.table
	for c := range s.Log.chunks {
		rows, first := s.Log.rowsIn(c), begin+uint32(c*chunkRows)
		for k := range rows {
			x := &signals[rows[k].signal()]
			if !x.counts {
				continue
			}
			if r := f.room(TupleID(rows[k].what>>32), x.capture); r > 0 {
				t.rows[t.ends[r-1]] = first + uint32(k)
				t.ends[r-1]++
			}
		}
	}
}

// room is the number + 1 of the room that a tuple names, 0 if it names none.
func (f *roomFinder) room(id TupleID, capture int) int32 {
	if capture > 0 {
		return f.named(id, capture)
	}
	if f.byTuple[id] < 0 {
		f.byTuple[id] = f.first(id)
	}
	return f.byTuple[id]
}

// first is named for the first value of a tuple, which mostly is a number and all that it holds.
func (f *roomFinder) first(id TupleID) int32 {
	if id == 0 || f.several || f.of.isText(id) {
		return f.named(id, 0)
	}
	n := f.of.values[id-1]
	if f.plan.ignores(n, nil) {
		return 0
	}
	return f.add(n, false)
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
