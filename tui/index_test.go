package tui

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
	"roomline/tui/cells"
)

// Counts of columns are exact and do not change with panning: they add up to what was counted.
func TestActivityIsExact(t *testing.T) {
	s := newScene(fixture(3, 0), 1)
	a := &s.procs[0].act
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		ax := cells.Axis{Col: cells.Ladder[18+r.IntN(10)], W: 50}
		ax.T0 = int64(timeline.Time(s.lo+r.Int64N(s.hi-s.lo)).Floor(timeline.Time(ax.Col))) - int64(r.IntN(20))*ax.Col
		var sum, want int64
		for i := range ax.W {
			sum += a.count(ax.Span(i))
		}
		for _, x := range s.inc.Streams[0].Activity {
			if ax.Holds(int64(x.At)) {
				for _, c := range x.Count {
					want += int64(c)
				}
			}
		}
		if sum != want {
			t.Fatalf("%+v: %d, want %d", ax, sum, want)
		}
		for i := range ax.W {
			if n := a.count(ax.Span(i)); float64(n) > a.peak[ax.Step()] {
				t.Fatalf("%d is above the peak %f", n, a.peak[ax.Step()])
			}
		}
	}
}

func TestOpenRoomsAreCounted(t *testing.T) {
	s := newScene(fixture(3, 300), 1)
	for at := s.lo; at < s.hi; at += 777 * int64(time.Millisecond) {
		open, waiting := 0, 0
		for i := range s.rooms.rooms {
			if int64(s.rooms.rooms[i].First) <= at && at < s.rooms.info[i].until {
				open++
				if s.rooms.slowest(&s.rooms.rooms[i], at) == "WaitingForInput" {
					waiting++
				}
			}
		}
		if n := s.rooms.open.at(at); n != open {
			t.Fatalf("%s: %d open, want %d", clock(at), n, open)
		}
		if n := s.rooms.state["WaitingForInput"].at(at); n != waiting {
			t.Fatalf("%s: %d waiting, want %d", clock(at), n, waiting)
		}
	}
}

func TestGaugeValue(t *testing.T) {
	sec := func(n float64) int64 { return int64(n * 1e9) }
	tg := &timeline.Target{Interval: 5 * time.Second}
	se := &timeline.Series{Name: "sglang:num_queue_reqs"}
	for i, v := range []float64{0, 3, 1, timeline.Absent, 2, 7} {
		tg.Scrapes = append(tg.Scrapes, timeline.Scrape{At: timeline.Time(sec(float64(i * 5))), OK: i != 4})
		se.Values = append(se.Values, v)
	}
	at, hold := scrapeTimes(tg)
	g := newGauge(tg, se, at, hold)
	for _, c := range []struct {
		lo, hi float64
		known  bool
		v      float64
		why    string
	}{
		{-5, 0, false, 0, "before the first scrape"},
		{0, 1, true, 0, "a zero that was scraped is known"},
		{0, 15, true, 3, "the greatest of a column"},
		{1, 5, true, 0, "holds for one and a half intervals"},
		{12, 13, true, 1, "holds"},
		{15, 16, false, 0, "the scrape lacks the series"},
		{17, 18, false, 0, "and nothing before it holds on"},
		{20, 21, false, 0, "the scrape failed"},
		{25, 26, true, 7, "scraped again"},
		{33, 34, false, 0, "too long ago"},
	} {
		v := g.value(sec(c.lo), sec(c.hi))
		if v.Known != c.known || v.Known && v.V != c.v {
			t.Errorf("%v to %v, %s: got %+v", c.lo, c.hi, c.why, v)
		}
	}
	g.frozen = spans{{Lo: 0, Hi: timeline.Time(sec(5))}}
	if v := g.value(0, sec(1)); !v.Held {
		t.Error("frozen and drawn as if written")
	}
}

// Where rooms show only when they fail, their number is a lower bound and is said to be one.
func TestVisibility(t *testing.T) {
	for visible, want := range map[int]string{0: "rooms seen", 1: "rooms seen", 2: "rooms open", 3: "rooms open"} {
		f := strip(show(fixture(visible, 5), 160, 50, cells.Caps{}, "").frame)
		if !strings.Contains(f, want) || strings.Contains(f, "only failures visible") != (visible < 2) {
			t.Errorf("visibility %d:\n%s", visible, f)
		}
	}
}

func TestCoverage(t *testing.T) {
	s := newScene(fixture(3, 0), 1)
	p := &s.procs[1] // its log has a hole from 14:03 to 14:04 and goes on until the capture
	for _, c := range []struct {
		at   timeline.Time
		want bool
	}{{hms(13, 59, 0), false}, {hms(14, 0, 0), true}, {hms(14, 3, 30), false}, {hms(14, 4, 0), true}, {hms(14, 12, 59.5), true}, {hms(14, 13, 1), false}} {
		if got := p.cover.overlaps(int64(c.at), int64(c.at)+1); got != c.want {
			t.Errorf("%s: %v", clock(int64(c.at)), got)
		}
	}
}

func TestFormats(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{span(779 * time.Second), "12m59s"}, {span(6999 * time.Millisecond), "6.9s"}, {span(40 * time.Millisecond), "40ms"}, {span(26 * time.Hour), "26h00m"},
		{width(int64(15 * time.Second)), "15s"}, {width(int64(500 * time.Microsecond)), "500µs"}, {count(48_210), "48k"}, {count(2_160_000), "2.16M"},
		{number(0.71234), "0.712"}, {number(60), "60"}, {number(1.5e6), "1.5M"}, {clock(int64(hms(14, 7, 0.412))), "14:07:00.412"}, {clock(int64(timeline.MaxTime)), "open"},
		{rate(3, 15*second), "3 in 15s"}, {rate(180, 15*second), "12/s"}, {rate(0, second), "0/s"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestUnstamped(t *testing.T) {
	for in, want := range map[string]string{
		"[2026-11-28 14:07:00 TP0] Decode batch": "TP0 Decode batch", "[2026-11-28 14:07:00] x": "x", "2026-11-28T14:07:00.412+08:00 y": "y", "2026-11-28 14:07:00,5  INFO z": "INFO z",
		"Exception in thread": "Exception in thread", "[2026-11-28 14:07:00 cut": "[2026-11-28 14:07:00 cut", "": "",
	} {
		if got := unstamped(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
