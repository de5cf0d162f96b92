package timeline

import (
	"testing"
	"time"
)

func TestTimeString(t *testing.T) {
	for _, c := range []struct {
		t    Time
		want string
	}{
		{epoch, "2023-11-14T22:13:20Z"},
		{epoch + 120_000_000, "2023-11-14T22:13:20.12Z"},
		{epoch + 1, "2023-11-14T22:13:20.000000001Z"},
		{0, "1970-01-01T00:00:00Z"},
		{-Second, "1969-12-31T23:59:59Z"},
		{NoTime, ""},
		{MaxTime, ""},
		{MaxTime - Time(time.Hour), ""}, // an end of time that a skew moved is still one
	} {
		equal(t, "string", c.t.String(), c.want)
		equal(t, "known "+c.want, c.t.Known(), c.want != "")
	}
}

func TestTimeAdd(t *testing.T) {
	equal(t, "a known time", epoch.Add(-time.Minute), epoch-60*Second)
	equal(t, "no time", NoTime.Add(time.Hour), NoTime)
	equal(t, "the end of time", MaxTime.Add(-time.Hour), MaxTime)
	equal(t, "distance", sec(3).Sub(sec(5)), -2*time.Second)
	equal(t, "there and back", FromStd(sec(1.5).Std()), sec(1.5))
	equal(t, "in UTC", epoch.Std().Location(), time.UTC)
}

// TestFloor: before 1970 the column begins before the instant too.
func TestFloor(t *testing.T) {
	for _, c := range [][2]Time{{0, 0}, {1, 0}, {9, 0}, {10, 10}, {-1, -10}, {-10, -10}, {-11, -20}} {
		equal(t, "floor", c[0].Floor(10), c[1])
	}
}

func TestInterval(t *testing.T) {
	i := Interval{10, 20}
	for _, c := range []struct {
		j    Interval
		over bool
		hull Interval
	}{
		{Interval{20, 30}, false, Interval{10, 30}}, // half-open: they only touch
		{Interval{19, 30}, true, Interval{10, 30}},
		{Interval{0, 10}, false, Interval{0, 20}},
		{Interval{0, 11}, true, Interval{0, 20}},
		{Interval{12, 13}, true, i},
	} {
		equal(t, "overlaps", i.Overlaps(c.j), c.over)
		equal(t, "overlaps, the other way round", c.j.Overlaps(i), c.over)
		equal(t, "hull", i.Hull(c.j), c.hull)
	}
	equal(t, "last instant", i.Last(), 19)
	equal(t, "one instant", At(5), Interval{5, 6})
}
