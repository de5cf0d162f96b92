package timeline

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
)

// TestBriefIsRoom: the summary of a room is what replaying it gives, whichever of two ways it is made.
func TestBriefIsRoom(t *testing.T) {
	quick := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 3))
		schema := testSchema()
		if r.IntN(3) > 0 { // nothing but the room is captured
			for _, sig := range []SignalID{sigFailed, sigDecFailed, sigSeen} {
				schema.Signals[sig].Captures = []string{"room"}
			}
		}
		inc := BuildWith(facts(randomLog(r, "prefill@n1"), randomLog(r, "decode@n2"), randomLog(r, "router@r")), schema, atOnce, nil)
		m := roomMaker{inc: inc, plan: inc.Rooms.plan}
		for i := range inc.Rooms.Len() {
			brief, room := inc.Rooms.Brief(i), inc.Rooms.At(i)
			if brief != room.RoomBrief {
				t.Fatalf("seed %d: room %s is %+v in short, %+v in full: %s", seed, room.ID, brief, room.RoomBrief, bars(room))
			}
			if _, ok := m.brief(inc.Rooms.table.lines(nil, int(inc.Rooms.list[i].number))); ok {
				quick++
			}
			if i > 0 && inc.Rooms.First(i-1) > inc.Rooms.First(i) {
				t.Fatalf("seed %d: rooms are not in order", seed)
			}
		}
	}
	if quick < 500 {
		t.Errorf("only %d rooms were simple", quick)
	}
}

// atOnce does all pieces at the same time.
func atOnce(n int, do func(int)) {
	var all sync.WaitGroup
	for k := range n {
		all.Go(func() { do(k) })
	}
	all.Wait()
}

// TestBuildAtOnce: an incident of many rooms does not depend on who works on them.
func TestBuildAtOnce(t *testing.T) {
	var hits []Hit
	for i := range 3*roomsAtOnce + 5 {
		hits = append(hits, hit(float64(1+i*7%100), sigReceived, strconv.Itoa(i+1)), hit(float64(101+i%50), sigFinished, strconv.Itoa(i+1)))
	}
	made := func(each Each) Rooms {
		return BuildWith(facts(prefill(slices.Clone(hits)...)), testSchema(), each, nil).Rooms
	}
	a, b := made(InTurn), made(atOnce)
	if a.Len() != 3*roomsAtOnce+5 || b.Len() != a.Len() {
		t.Fatalf("%d and %d rooms", a.Len(), b.Len())
	}
	for i := range a.Len() {
		if a.ID(i) != b.ID(i) || a.Brief(i) != b.Brief(i) {
			t.Fatalf("room %d is %s %+v in turn, %s %+v at once", i, a.ID(i), a.Brief(i), b.ID(i), b.Brief(i))
		}
	}
}

// randomLog holds lines of a few rooms.
func randomLog(r *rand.Rand, base string) Stream {
	signals := []SignalID{sigReceived, sigBooted, sigFinished, sigFailed, sigDecReceived, sigDecFinished, sigDecFailed, sigSeen, sigTimeout}
	at := 1.0
	var hits []Hit
	for range 1 + r.IntN(30) {
		at += float64(r.IntN(3)) - float64(r.IntN(8)/7)
		caps := []string{strconv.Itoa(1 + r.IntN(5)), "20", "x"}
		sig := signals[r.IntN(len(signals))]
		if sig != sigTimeout {
			caps = caps[:1]
		}
		hits = append(hits, hit(max(at, 1), sig, caps...))
	}
	return log(base, hits...)
}
