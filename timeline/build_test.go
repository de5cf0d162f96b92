package timeline

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// cluster is an incident with everything in it: restarts, rooms on both sides, a grep, a skew, a
// doubted zone, numbers in log lines.
func cluster() []Stream {
	p, d := pairs("decode@n2", 3, 3, 3, 3, 3)
	grep := prefill(hit(0, sigReceived, "decode@n20"))
	old := ofLife(1, decode(hit(-300, sigStart), same(hit(-300, sigLevel, "debug")), hit(-290, sigDecReceived, "9"), hit(-280, sigTimeout, "9", "5", "late")))
	d.Life = 2
	far := assumed("router@r1", 8*hour, 8*hour+60)
	return []Stream{gauges(p, gauge("running_req", "TP0", 1, 2)), d, grep, old, far, told("client@c1", 0, 30)}
}

// digest writes what an incident says, with names for ids: those count the streams as given.
func digest(inc *Incident) string {
	var b strings.Builder
	for _, p := range inc.Processes {
		fmt.Fprintln(&b, p.Base(), p.Lives, len(p.Streams), len(p.Targets))
		for _, s := range p.Starts {
			fmt.Fprintln(&b, "start", rel(s.Lo))
		}
	}
	for i := range inc.Rooms.Len() {
		r := inc.Rooms.At(i)
		fmt.Fprintln(&b, r.ID, r.State, r.Reason, r.Open, r.Attempts, rel(r.First), rel(r.Last), bars(r), len(r.Hits))
	}
	for sig, hits := range inc.Hits {
		for _, h := range hits {
			fmt.Fprintln(&b, sig, inc.Stream(h.Stream).Name, rel(h.Lo), h.Pos, h.Caps, h.Life, h.Latest)
		}
	}
	fmt.Fprintln(&b, rel(inc.Window.Lo), rel(inc.Window.Hi), inc.Skews, zones(inc), len(inc.Targets))
	return b.String()
}

// TestOrderOfInput: whatever order the files were read in, the incident says the same.
func TestOrderOfInput(t *testing.T) {
	want := digest(build(cluster()...))
	for _, part := range []string{"start 3\n", "9 Failed late", "3s 1s 5", "router@r1 -8h0m0s"} {
		if !strings.Contains(want, part) {
			t.Errorf("the cluster lacks %q:\n%s", part, want)
		}
	}
	for seed := range uint64(40) {
		s := cluster()
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		equal(t, fmt.Sprint("seed ", seed), digest(build(s...)), want)
	}
}

func TestBuildIsPure(t *testing.T) {
	if a, b := build(cluster()...), build(cluster()...); !reflect.DeepEqual(a, b) {
		t.Error("the same facts give two incidents")
	}
	inc := Build(&Facts{}, testSchema())
	equal(t, "nothing", len(inc.Processes)+inc.Rooms.Len(), 0)
	equal(t, "no window", inc.Window, Interval{})
}

// TestClocks: the files of a process share one, its scraper has another, and so have the marks.
func TestClocks(t *testing.T) {
	f := facts(prefill(), told("prefill@n1", 0, 9), decode())
	f.Targets = []Target{{Role: "prefill", Instance: "n1", Group: "g1"}, {Role: "router", Instance: "r1", RoleFrom: "flag"}}
	inc := Build(f, testSchema())
	clocks := map[ClockID]bool{inc.MarksClock(): true}
	for _, c := range []ClockID{inc.Streams[0].Clock, inc.Streams[2].Clock, inc.Targets[0].Clock, inc.Targets[1].Clock} {
		equal(t, "a clock of its own", clocks[c], false)
		clocks[c] = true
	}
	equal(t, "two files", inc.Streams[1].Clock, inc.Streams[0].Clock)
	p, _ := inc.Process("prefill@n1")
	equal(t, "prefill", fmt.Sprint(p.Streams, p.Targets, p.Clock == inc.Streams[0].Clock), "[1 2] [0] true")
	router, ok := inc.Process("router@r1")
	equal(t, "known by its scrapes", fmt.Sprintf("%t %s %v %d", ok, router.RoleFrom, router.Targets, len(router.Lives)), "true flag [1] 1")
	_, ok = inc.Process("decode@n9")
	equal(t, "no such process", ok, false)
}

func TestCoverage(t *testing.T) {
	captured := func(s Stream, at float64) Stream { s.Captured = sec(at); return s }
	ranks := func(s Stream) Stream { s.MultiRank = true; return s }
	for _, c := range []struct {
		name, want string
		s          Stream
	}{
		{"from the end of the first stamp to the begin of the last", "11 20", told("prefill@n1", 10, 20)},
		{"to captured_at", "11 60", captured(told("prefill@n1", 10, 20), 60)},
		{"captured_at before the last stamp", "11 20", captured(told("prefill@n1", 10, 20), 15)},
		{"several ranks: a line may stand a second late", "12 19", ranks(told("prefill@n1", 10, 20))},
		{"several ranks, captured", "12 60", ranks(captured(told("prefill@n1", 10, 20), 60))},
		{"no stamp", " ", prefill()},
	} {
		s := build(c.s).Streams[0]
		equal(t, c.name, rel(s.Begin)+" "+rel(s.End), c.want)
	}
}

// TestHoles: where several ranks write, a hole reaches a second further; an open end stays open.
func TestHoles(t *testing.T) {
	for _, ranks := range []bool{false, true} {
		s := told("prefill@n1", 10, 50)
		s.MultiRank, s.Holes = ranks, []Hole{{Interval: Interval{sec(20), sec(30)}}, {Interval: Interval{MinTime, MaxTime}}}
		holes := build(s).Streams[0].Holes
		slack := map[bool]Time{true: Second}[ranks]
		equal(t, "hole", holes[0].Interval, Interval{sec(20) - slack, sec(30) + slack})
		equal(t, "open hole", holes[1].Interval, Interval{MinTime, MaxTime})
	}
}

// TestWindow is the hull of all that was covered, scrapes too.
func TestWindow(t *testing.T) {
	f := facts(told("prefill@n1", 10, 20), told("decode@n2", 15, 40), prefill())
	equal(t, "logs", Build(f, testSchema()).Window, Interval{sec(11), sec(40)})
	f = facts(told("prefill@n1", 10, 20))
	f.Targets = []Target{{Scrapes: []Scrape{{At: sec(5)}, {At: sec(90)}}}, {}}
	equal(t, "with scrapes", Build(f, testSchema()).Window, Interval{sec(5), sec(90)})
}

// TestWindowOfCopies: the mtime of a scrape's file may be that of a copy; it stretches no window, and
// far from all else it is said.
func TestWindowOfCopies(t *testing.T) {
	for _, c := range []struct {
		name    string
		at      float64
		streams []Stream
		window  Interval
		warned  bool
	}{
		{"an hour before it", 11 - hour, []Stream{told("prefill@n1", 10, 20)}, Interval{sec(11), sec(20)}, false},
		{"more than that", 10 - hour, []Stream{told("prefill@n1", 10, 20)}, Interval{sec(11), sec(20)}, true},
		{"an hour behind it", 20 + hour, []Stream{told("prefill@n1", 10, 20)}, Interval{sec(11), sec(20)}, false},
		{"nothing else has a time", 50, []Stream{prefill()}, Interval{sec(50), sec(50)}, false},
	} {
		f := facts(c.streams...)
		f.Targets = []Target{{Scrapes: []Scrape{{At: sec(c.at), OK: true, ScrapeDetail: &ScrapeDetail{TimeFrom: "mtime"}}}}}
		inc := Build(f, testSchema())
		equal(t, c.name, inc.Window, c.window)
		equal(t, c.name+": warned", len(inc.Warnings) == 1, c.warned)
	}
}
