package timeline

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// The second engine of the tests has its own states and ends, and a side of the process that prints the line.
const (
	sigAsked SignalID = sigNot + 1 + iota // on the side of the process: Queued
	sigGiven                              // frontend: Done, a good end by no usual word
	sigLost                               // Expired, a bad end
	sigHeard                              // a line of its pack that moves nothing
)

func twoEngines() *Schema {
	s := testSchema()
	s.Lifecycles[0].Pack = "one"
	for i := range s.Signals {
		s.Signals[i].Pack = "one"
	}
	for range 4 {
		s.Signals = append(s.Signals, SignalDef{Pack: "two", Captures: []string{"room"}})
	}
	s.Lifecycles = append(s.Lifecycles, Lifecycle{
		Pack: "two", Entity: "room", States: []string{"Queued", "Success", "Done", "Expired"}, Final: []string{"Done", "Expired"}, Failed: []string{"Expired"},
		Moves: []Move{{Signal: sigAsked, State: "Queued"}, {Signal: sigGiven, Side: "frontend", State: "Done"}, {Signal: sigLost, State: "Expired"}},
	})
	return s
}

func TestRoomsOfTwoEngines(t *testing.T) {
	for _, c := range []struct {
		name, bars, state string
		open              bool
		streams           []Stream
	}{
		{"its own states", "frontend Done[9,9]; router Queued[1,]", "Done", false, []Stream{log("router@f", hit(1, sigAsked, "q-1"), hit(9, sigGiven, "q-1"))}},
		{"its own bad end, at once on another side", "prefill Expired[5,5]; decode Queued[2,]", "Expired", false,
			[]Stream{prefill(hit(5, sigLost, "q-1")), decode(hit(2, sigAsked, "q-1"))}},
		{"a process of which the role is not known has a bar too", "unknown Queued[1,5] Expired[5,5]", "Expired", false,
			[]Stream{log("unknown@n", hit(1, sigAsked, "q-1"), hit(5, sigLost, "q-1"))}},
		{"another end after a bad one is another attempt", "router Queued[7,]", "Queued", true,
			[]Stream{log("router@f", hit(5, sigLost, "q-1"), hit(7, sigAsked, "q-1"))}},
		{"one id in both: each side its own, what is open is the worse", "prefill Bootstrapping[1,]; frontend Done[3,3]", "Done", false,
			[]Stream{prefill(hit(1, sigReceived, "q-1")), log("router@f", hit(3, sigGiven, "q-1"))}},
		{"one id in both, the other side goes on", "prefill Bootstrapping[4,]; frontend Done[3,3]", "Bootstrapping", true,
			[]Stream{prefill(hit(4, sigReceived, "q-1")), log("router@f", hit(3, sigGiven, "q-1"))}},
		{"a side of both follows the first pack, and knows of the second what it has too", "prefill Bootstrapping[1,]", "Bootstrapping", true,
			[]Stream{prefill(hit(1, sigReceived, "q-1"), hit(4, sigAsked, "q-1"))}},
	} {
		r := room(t, Build(facts(c.streams...), twoEngines()), "q-1")
		equal(t, c.name, bars(r), c.bars)
		equal(t, c.name, r.State, c.state)
		equal(t, c.name+": open", r.Open, c.open)
	}
}

// TestLifecycleOfIncident: an engine that is not there lends the rooms no state.
func TestLifecycleOfIncident(t *testing.T) {
	states := func(streams ...Stream) string {
		return strings.Join(Build(facts(streams...), twoEngines()).Lifecycle.States, " ")
	}
	first, second := "Bootstrapping WaitingForInput Transferring Success Failed", "Queued Success Done Expired"
	equal(t, "no room at all", states(prefill(hit(1, sigDebug))), first)
	equal(t, "the first", states(prefill(hit(1, sigReceived, "1"))), first)
	equal(t, "the second", states(prefill(hit(1, sigAsked, "1"))), second)
	equal(t, "both", states(prefill(hit(1, sigReceived, "1"), hit(2, sigHeard, "1"))), first+" Queued Done Expired")
}

// TestProcessLifecycle: a process is of the engine of most of its lines.
func TestProcessLifecycle(t *testing.T) {
	inc := Build(facts(prefill(hit(1, sigDebug), hit(2, sigAsked, "1"), hit(3, sigHeard, "2")), decode(hit(1, sigSeen, "1", "")), log("router@f")), twoEngines())
	var got []string
	for i := range inc.Processes {
		pack := "none"
		if lc := inc.Processes[i].Lifecycle; lc != nil {
			pack = lc.Pack
		}
		got = append(got, inc.Processes[i].Role+" "+pack)
	}
	equal(t, "packs", strings.Join(got, ", "), "decode one, prefill two, router none")
}

// TestBriefOfTwoEngines: the summary of a room is what replaying it gives, whichever engines speak of it.
func TestBriefOfTwoEngines(t *testing.T) {
	quick := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		schema := twoEngines()
		for _, sig := range []SignalID{sigFailed, sigDecFailed, sigSeen} {
			schema.Signals[sig].Captures = []string{"room"}
		}
		some := func(base string) Stream {
			s := randomLog(r, base)
			for i := range s.Hits {
				if r.IntN(2) == 0 {
					s.Hits[i] = hit(float64(s.Hits[i].Lo-epoch)/float64(Second), sigAsked+SignalID(r.IntN(4)), s.Hits[i].Caps[0])
				}
			}
			return log(base, s.Hits...)
		}
		inc := Build(facts(some("prefill@n1"), some("decode@n2"), some("unknown@n3")), schema)
		m := roomMaker{inc: inc, plan: inc.Rooms.plan}
		for i := range inc.Rooms.Len() {
			if brief, full := inc.Rooms.Brief(i), inc.Rooms.At(i); brief != full.RoomBrief {
				t.Fatalf("seed %d: room %s is %+v in short, %+v in full: %s", seed, full.ID, brief, full.RoomBrief, bars(full))
			}
			if _, ok := m.brief(inc.Rooms.table.lines(nil, int(inc.Rooms.list[i].number))); ok {
				quick++
			}
		}
	}
	if quick < 100 {
		t.Errorf("only %d rooms were simple", quick)
	}
}

func TestEnds(t *testing.T) {
	words := Lifecycle{Final: []string{"Done", "TimeoutReached", "Aborted", "Expired"}}
	for _, c := range []struct {
		lc            *Lifecycle
		state         string
		fails, closes bool
	}{
		{&words, "Done", false, true}, {&words, "TimeoutReached", true, true}, {&words, "Aborted", true, true}, {&words, "Failing", false, false},
		{&Lifecycle{Final: []string{"Aborted"}, Failed: []string{}}, "Aborted", false, true}, {nil, "Failed", false, false},
	} {
		equal(t, c.state+" fails", c.lc.Fails(c.state), c.fails)
		equal(t, c.state+" ends", c.lc.IsFinal(c.state), c.closes)
		equal(t, c.state+" is a good end", c.lc.Succeeds(c.state), c.closes && !c.fails)
	}
}

// TestSidesOfLifecycle: what the moves name, and what a line could show there.
func TestSidesOfLifecycle(t *testing.T) {
	lc := testLifecycle()
	lc.Moves = lc.Moves[:8]
	equal(t, "sides", fmt.Sprint(lc.Sides()), "[prefill decode]")
	equal(t, "of prefill alone", lc.Shows("WaitingForInput", "prefill"), true)
	equal(t, "before a move", lc.Shows("WaitingForInput", "decode"), true)
	lc.Moves = lc.Moves[:2]
	equal(t, "of the other side alone", lc.Shows("WaitingForInput", "decode"), false)
	equal(t, "of no side", lc.Shows("Transferring", "decode"), true)
}
