package rules_test

import (
	"slices"
	"testing"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

// BenchmarkAgain judges again after one new record, whose hits the caller names: from the new
// incident to the full result. BenchmarkCompare finds the change by itself.
func BenchmarkAgain(b *testing.B) {
	benchAgain(b, func(j *rules.Judging, inc *timeline.Incident, ch rules.Change) *rules.Result { return j.Again(inc, ch) })
}

func BenchmarkCompare(b *testing.B) {
	benchAgain(b, func(j *rules.Judging, inc *timeline.Incident, _ rules.Change) *rules.Result { return j.Judge(inc) })
}

// againCases are new records by what they touch.
var againCases = []struct {
	name    string
	stream  int
	signals []string
}{
	{"received", 0, []string{"received", "heard"}},
	{"batch", 2, []string{"decode_batch", "progress", "work"}},
	{"failed", 2, []string{"decode_failed", "wait_timeout", "lost"}},
	{"plain", 3, nil},
}

// TestJudgingAtOnce: rules that are judged again at the same time give what a fresh judge gives after every record.
func TestJudgingAtOnce(t *testing.T) {
	set, first := smallBench(t)
	r := newRounds(set)
	r.next(first)
	g := &growing{facts: newBenchFacts(set), inc: first, rooms: first.Rooms.All()[first.Rooms.Len()/2:]}
	for i := range 3 * len(againCases) {
		c := againCases[i%len(againCases)]
		inc, _ := g.record(c.stream, c.signals)
		if diff := r.next(inc); diff != "" {
			t.Fatalf("record %d, %s: %s", i, c.name, diff)
		}
	}
	if r.more == 0 || r.again == 0 {
		t.Error("nothing was kept: the test shows nothing")
	}
}

func benchAgain(b *testing.B, judge func(*rules.Judging, *timeline.Incident, rules.Change) *rules.Result) {
	set, first := benchIncident(b, benchRooms)
	for _, c := range againCases {
		b.Run(c.name, func(b *testing.B) {
			g := &growing{facts: newBenchFacts(set), inc: first, rooms: first.Rooms.All()[first.Rooms.Len()/2:]}
			j := rules.NewJudging(set, atOnce)
			j.Judge(first)
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				inc, ch := g.record(c.stream, c.signals)
				b.StartTimer()
				judge(j, inc, ch)
			}
		})
	}
}

// growing makes one incident of the one before by a record behind all others, as a builder that
// keeps what did not change would.
type growing struct {
	facts *benchFacts
	inc   *timeline.Incident
	rooms []timeline.Room
	n     int
}

func (g *growing) record(stream int, signals []string) (*timeline.Incident, rules.Change) {
	g.n++
	next, room := *g.inc, &g.rooms[g.n%len(g.rooms)]
	next.Streams, next.Hits = slices.Clone(g.inc.Streams), slices.Clone(g.inc.Hits)
	st := &next.Streams[stream]
	at, n := g.inc.Window.Hi.Add(2*time.Second), len(st.Hits)
	line := benchLine{at: at, signals: signals, caps: map[string]string{"room": room.ID, "secs": "30.0"}}
	g.facts.record(st, &line, st.Sources[0], st.Beats[len(st.Beats)-1].Pos+200)
	st.Last = st.Beats[len(st.Beats)-1].Interval
	st.End = st.Last.Lo
	next.Window.Hi = max(next.Window.Hi, st.End)
	ch := rules.Change{Hits: map[timeline.SignalID][]*timeline.Hit{}}
	for i := n; i < len(st.Hits); i++ {
		h := &st.Hits[i]
		h.Process, h.Clock, h.Stream, h.Sure, h.Life, h.Latest = st.Process, st.Clock, st.ID, true, 1, 1
		next.Hits[h.Signal] = append(next.Hits[h.Signal], h)
		ch.Hits[h.Signal] = []*timeline.Hit{h}
		if _, ok := h.Cap(0); ok && i == n {
			room.Hits = append(room.Hits, h)
		}
	}
	g.inc = &next
	return &next, ch
}
