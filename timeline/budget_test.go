package timeline

import (
	"runtime"
	"strconv"
	"testing"
	"unsafe"
)

// Budgets hold on every machine, however loaded: they count, and do not time. Each limit of bytes is
// what was measured and a fifth more; who needs more has to say why.

// The sizes of what there is one of per hit, per room or per second. A hitRow is half a cache line and
// holds no pointer, so that the collector passes over a million of them.
func TestSizesOfHotStructs(t *testing.T) {
	for _, c := range []struct {
		name      string
		is, limit uintptr
	}{
		{"hitRow", unsafe.Sizeof(hitRow{}), 32},         // per hit that is kept
		{"roomRow", unsafe.Sizeof(roomRow{}), 24},       // per room
		{"RawHit", unsafe.Sizeof(RawHit{}), 72},         // per hit of a part, until it is merged
		{"Hit", unsafe.Sizeof(Hit{}), 160},              // per hit that a rule or a room asks for
		{"Hit.Tuple", unsafe.Offsetof(Hit{}.Tuple), 64}, // where what the judge asks of each has to end
		{"Match", unsafe.Sizeof(Match{}), 48},           // per hit of a record
		{"Beat", unsafe.Sizeof(Beat{}), 32},             // two per second of a stream
		{"Activity", unsafe.Sizeof(Activity{}), 32},     // per second of a stream
	} {
		if c.is > c.limit {
			t.Errorf("a %s takes %d bytes, at most %d are budgeted", c.name, c.is, c.limit)
		}
	}
}

// roomFacts are rooms of 19 digits with some records each, as one long decode log shows them: many
// rooms at once, a record each millisecond.
func roomFacts(rooms, records int) *Facts {
	tuples := &Tuples{}
	log := &HitLog{Tuples: tuples}
	log.NextFile(0, 0)
	at, pos := epoch, Pos(0)
	for from := 0; from < rooms; from += 64 {
		for step := range records {
			for room := from; room < min(from+64, rooms); room++ {
				id := strconv.AppendUint(nil, 1_000_000_000_000_000_003+uint64(room)*7_919_000_017, 10)
				at, pos = at+Second/1000, pos+250
				sig := sigDecReceived
				if step == records-1 {
					sig = sigDecFinished
				}
				log.AppendRaw(&RawHit{Interval: Interval{at, at + Second/1000}, Pos: pos, Offset: int64(pos), Line: int64(pos / 250), Length: 240, N: 1, Stamped: true,
					Signal: sig, Tuple: tuples.Add(id, []Span{{From: 0, To: int32(len(id))}}, 1)})
			}
		}
	}
	span := func(t Time) Interval { return Interval{t, t + Second/1000} }
	s := Stream{Name: "decode.log", Role: "decode", Instance: "n1", Captured: NoTime, Sources: []SourceID{0}, Stamped: true,
		Opening: span(epoch), First: span(epoch), Last: span(at), Log: log}
	return &Facts{CapturedAt: NoTime, Tuples: tuples, Streams: []Stream{s}, Sources: []Source{{Path: s.Name, Records: int64(rooms * records), Target: -1}}}
}

// again gives facts that Build may take over; the packed hits are shared, for it only reads them.
func (f *Facts) again() *Facts {
	g := *f
	g.Streams = append([]Stream{}, f.Streams...)
	g.Sources = append([]Source{}, f.Sources...)
	return &g
}

func settledHeap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // pools give up what they hold at the second one
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Bytes per room of an incident beside its hits: its row, its key, its place among them, a number of
// four bytes per record. Its sides and lines are replayed when they are asked for, and are not kept.
func TestBytesKeptPerRoom(t *testing.T) {
	const rooms, records, limit = 100_000, 5, 55 // bytes
	facts, schema := roomFacts(rooms, records), deferredSchema()
	before := settledHeap()
	inc := Build(facts.again(), schema)
	per := float64(settledHeap()-before) / rooms
	t.Logf("%.1f bytes per room", per)
	if inc.Rooms.Len() != rooms {
		t.Fatalf("%d rooms", inc.Rooms.Len())
	}
	if per > limit {
		t.Errorf("%.1f bytes are kept per room, at most %d are budgeted", per, limit)
	}
	runtime.KeepAlive(facts)
}

// Bytes per hit in a log, with what it captured: 32 of the row, and of a room's id eight for its number
// and some slots, shared by the records of the room.
func TestBytesKeptPerHit(t *testing.T) {
	const rooms, records, limit = 100_000, 5, 48 // bytes
	before := settledHeap()
	facts := roomFacts(rooms, records)
	per := float64(settledHeap()-before) / (rooms * records)
	t.Logf("%.1f bytes per hit", per)
	if per > limit {
		t.Errorf("%.1f bytes are kept per hit, at most %d are budgeted", per, limit)
	}
	runtime.KeepAlive(facts)
}

// deferredSchema is that of a pack in which rules ask for no hit one by one.
func deferredSchema() *Schema {
	s := testSchema()
	for i := range s.Signals {
		s.Signals[i].Deferred = true
	}
	return s
}

// Building allocates lists, not things: neither hits nor rooms cost an allocation each. Only what a line
// captures beside the room it names (a reason, a duration) is made text.
func TestAllocationsOfABuild(t *testing.T) {
	const limit = 106
	facts, schema := roomFacts(20_000, 5), deferredSchema()
	n := testing.AllocsPerRun(2, func() { Build(facts.again(), schema) })
	t.Logf("%.0f allocations", n)
	if n > limit {
		t.Errorf("20,000 rooms of 100,000 hits take %.0f allocations, at most %d are budgeted", n, limit)
	}
}
