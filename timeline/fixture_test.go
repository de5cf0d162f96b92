package timeline

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
	"time"
)

// The signals of the tests: a small engine with two sides.
const (
	sigReceived SignalID = iota // prefill: Bootstrapping
	sigBooted                   // prefill: WaitingForInput
	sigFinished                 // prefill: Success
	sigFailed                   // prefill: Failed
	sigDecReceived
	sigDecFinished
	sigDecFailed
	sigTimeout // decode: Failed, before it WaitingForInput for secs
	sigStats   // Success on the side that the line names, with two durations
	sigSeen    // a line about a room that moves nothing
	sigStart
	sigStart2 // another pack's name for the same record
	sigExit
	sigLevel
	sigDebug
	sigDebugOnly
	sigVisible
	sigNot
)

func testSchema() *Schema {
	room, why := []string{"room"}, []string{"room", "reason"}
	return &Schema{
		Signals: []SignalDef{
			sigReceived: {Role: "prefill", Captures: room}, sigBooted: {Role: "prefill", Captures: room},
			sigFinished: {Role: "prefill", Captures: room}, sigFailed: {Role: "prefill", Captures: why},
			sigDecReceived: {Role: "decode", Captures: room}, sigDecFinished: {Role: "decode", Captures: room},
			sigDecFailed: {Role: "decode", Captures: why}, sigTimeout: {Role: "decode", Captures: []string{"room", "secs", "reason"}},
			sigStats: {Captures: []string{"room", "type", "boot", "wait"}}, sigSeen: {Captures: why},
			sigStart: {Means: Means{Kind: MeansStart}}, sigStart2: {Means: Means{Kind: MeansStart}}, sigExit: {Means: Means{Kind: MeansExit}},
			sigLevel: {Captures: []string{"level"}, Means: Means{Kind: MeansLogLevel}}, sigDebug: {Means: Means{Kind: MeansDebugOn}},
			sigDebugOnly: {Emits: Emits{Kind: EmitDebugOnly}}, sigVisible: {Means: Means{Kind: MeansRoomsVisible, Rooms: 2}}, sigNot: {HasNot: true},
		},
		Lifecycles: []Lifecycle{testLifecycle()},
	}
}

func testLifecycle() Lifecycle {
	return Lifecycle{
		Entity: "room", Ignore: []string{"0"}, Final: []string{"Success", "Failed"},
		States: []string{"Bootstrapping", "WaitingForInput", "Transferring", "Success", "Failed"},
		Moves: []Move{
			{Signal: sigReceived, Side: "prefill", State: "Bootstrapping"}, {Signal: sigBooted, Side: "prefill", State: "WaitingForInput"},
			{Signal: sigFinished, Side: "prefill", State: "Success"}, {Signal: sigFailed, Side: "prefill", State: "Failed"},
			{Signal: sigDecReceived, Side: "decode", State: "Bootstrapping"}, {Signal: sigDecFinished, Side: "decode", State: "Success"},
			{Signal: sigDecFailed, Side: "decode", State: "Failed"},
			{Signal: sigTimeout, Side: "decode", State: "Failed", Before: "WaitingForInput", BeforeSeconds: "$secs"},
			{Signal: sigStats, Side: "$type", Segments: []SegmentDef{{"Bootstrapping", "$boot"}, {"WaitingForInput", "$wait"}}},
		},
	}
}

// epoch is second 0 of the tests.
const epoch = 1_700_000_000 * Second

func sec(s float64) Time { return epoch + Time(s*float64(time.Second)) }

// span is what a stamp of whole seconds says.
func span(s float64) Interval { return Interval{sec(s), sec(s) + Second} }

// hit is a stamped record; where it stands in its stream, log says. A capture "" is none.
func hit(at float64, sig SignalID, caps ...string) Hit {
	h := Hit{Interval: span(at), Signal: sig, Caps: caps, N: 1, Stamped: true}
	for i, c := range caps {
		if c != "" {
			h.Has |= 1 << i
		}
	}
	text := fnv.New64()
	fmt.Fprint(text, sig, caps)
	h.Ref.Hash = text.Sum64()
	return h
}

// same makes a hit another signal of the record before it.
func same(h Hit) Hit { h.Pos = NoPos; return h }

// log is a stream of a process, written role@instance, with hits in byte order; its stamps reach
// over them.
func log(base string, hits ...Hit) Stream {
	role, instance, _ := strings.Cut(base, "@")
	s := Stream{Name: base, Role: role, Instance: instance, Captured: NoTime}
	for i := range hits {
		h := &hits[i]
		again := h.Pos == NoPos
		if h.Pos = Pos(10 * (i + 1)); again {
			h.Pos = hits[i-1].Pos
		}
		if !h.Stamped {
			continue
		}
		if !s.Stamped {
			s.Stamped, s.Opening, s.First, s.Last = true, h.Interval, h.Interval, h.Interval
		}
		if h.Lo < s.First.Lo {
			s.First = h.Interval
		}
		if h.Lo > s.Last.Lo {
			s.Last = h.Interval
		}
	}
	s.Hits = hits
	return s
}

// reach widens the stamps of a stream: records that are no signals stand there.
func reach(s Stream, from, to float64) Stream {
	s.Stamped, s.First, s.Opening, s.Last = true, span(from), span(from), span(to)
	return s
}

// facts gives each stream a source with as many records as it has hits.
func facts(streams ...Stream) *Facts {
	f := &Facts{CapturedAt: NoTime}
	for _, s := range streams {
		s.Sources = []SourceID{SourceID(len(f.Sources))}
		f.Sources = append(f.Sources, Source{Path: s.Name, Records: int64(len(s.Hits)), Target: -1})
		f.Streams = append(f.Streams, s)
	}
	return f
}

func build(streams ...Stream) *Incident { return Build(facts(streams...), testSchema()) }

// bars writes the state bars of a room: "prefill Bootstrapping[0,5] Failed[5,5]; decode ...".
func bars(r *Room) string {
	var sides []string
	for _, s := range r.Sides {
		words := []string{s.Role}
		for _, g := range s.Segments {
			words = append(words, fmt.Sprintf("%s[%s,%s]", g.State, rel(g.After), rel(g.Until)))
		}
		sides = append(sides, strings.Join(words, " "))
	}
	return strings.Join(sides, "; ")
}

// rel writes a time in seconds of the tests, "" where it is open.
func rel(t Time) string {
	if !t.Known() {
		return ""
	}
	return fmt.Sprint(float64(t-epoch) / float64(Second))
}

func room(t *testing.T, inc *Incident, id string) *Room {
	t.Helper()
	r := inc.Room(id)
	if r == nil {
		t.Fatalf("no room %s; there are %d", id, inc.Rooms.Len())
	}
	return r
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}
