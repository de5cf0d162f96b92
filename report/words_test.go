package report

import (
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 40 * time.Millisecond: "40ms", 6900 * time.Millisecond: "6.9s", 5 * time.Second: "5s", 59 * time.Second: "59s", 5 * time.Minute: "5m",
		12*time.Minute + 59*time.Second: "12m59s", time.Hour: "1h", 25*time.Hour + 10*time.Minute: "25h10m", 50 * time.Hour: "2d02h", -time.Second: "-1s", 90 * time.Microsecond: "90µs",
	} {
		if got := Duration(d); got != want {
			t.Errorf("Duration(%d) = %q, want %q", d, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	if got := Grouped(2160000); got != "2,160,000" {
		t.Errorf("Grouped: %s", got)
	}
	if got := Grouped(-999); got != "-999" {
		t.Errorf("Grouped: %s", got)
	}
	for _, x := range []struct {
		part, whole int64
		want        string
	}{{0, 10, "0%"}, {1, 100000, "<0.1%"}, {1, 200, "0.5%"}, {1, 2, "50%"}, {5, 5, "100%"}, {0, 0, "0%"}} {
		if got := Share(x.part, x.whole); got != x.want {
			t.Errorf("Share(%d, %d) = %s, want %s", x.part, x.whole, got, x.want)
		}
	}
}

func TestClockSaysTheDayOnlyWhereThereAreTwo(t *testing.T) {
	one := NewClock(Style{}, timeline.Interval{Lo: at(3, 0, 0), Hi: at(4, 0, 0)})
	if got := one.At(at(3, 14, 9.25)); got != "03:14:09.250" {
		t.Errorf("one day: %s", got)
	}
	if got := one.Instant(timeline.Interval{Lo: at(3, 14, 9), Hi: at(3, 14, 11)}); got != "in [03:14:09, 03:14:11)" {
		t.Errorf("interval: %s", got)
	}
	two := NewClock(Style{}, timeline.Interval{Lo: at(3, 0, 0), Hi: at(30, 0, 0)})
	if got := two.At(at(3, 14, 9)); got != "2026-05-12 03:14:09" {
		t.Errorf("two days: %s", got)
	}
	if one.At(timeline.MaxTime) != "open" || one.At(timeline.NoTime) != "before" {
		t.Error("the ends of time are never shown as dates")
	}
}

func TestWrapLosesNothing(t *testing.T) {
	long := strings.Repeat("x", 95) + " and some words more 日本語日本語"
	for n := 2; n < 40; n++ {
		lines := wrap(long, n)
		if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != strings.ReplaceAll(long, " ", "") {
			t.Fatalf("width %d lost text: %q", n, got)
		}
		for _, l := range lines {
			if columns(l) > n {
				t.Fatalf("width %d: %q", n, l)
			}
		}
	}
	if got := strings.Join(chunks(long, 20), ""); got != long {
		t.Errorf("chunks lost text: %q", got)
	}
}

func TestDiffSaysWhatWasNotObserved(t *testing.T) {
	d := NewDiff(fixture().Incident, [2]timeline.Time{at(3, 10, 0), at(3, 15, 20)})
	for _, s := range d.Series {
		if s.Value[0].OK || s.Value[0].Why != "scrape_gap" || !s.Value[1].OK {
			t.Errorf("%s: %+v", s.Name, s.Value)
		}
	}
	if d := NewDiff(fixture().Incident, [2]timeline.Time{at(3, 14, 15), at(3, 15, 40)}); d.Series[0].Value[1].OK {
		t.Error("a scrape 25 s old speaks for no moment where one is taken every 5 s")
	}
}

func TestDiffOfACounterThatBeganAnew(t *testing.T) {
	s := SeriesDiff{Counter: true, Value: [2]Observed{{OK: true, Value: 9}, {OK: true, Value: 2}}}
	if text, changed := s.Change(); !changed || !strings.Contains(text, "anew") {
		t.Errorf("%s", text)
	}
}

func TestStateAt(t *testing.T) {
	inc := fixture().Incident
	for _, x := range []struct {
		at   timeline.Time
		want string
	}{{at(3, 14, 0), ""}, {at(3, 15, 0), "WaitingForInput"}, {at(3, 19, 10), "Failed"}, {at(3, 20, 0), "Failed"}} {
		if got := stateAt(inc, inc.Rooms.At(0), x.at); got != x.want {
			t.Errorf("at %s: %q, want %q", x.at, got, x.want)
		}
	}
}
