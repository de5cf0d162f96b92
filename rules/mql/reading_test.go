package mql

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// TestReadings: what an expression is where less than everything has to be seen. The scrape in column 4 failed, that in
// column 5 shows no queue at all.
func TestReadings(t *testing.T) {
	x := target(10*time.Second, []string{
		`queue{rank="0"} 3 3 3 3 _ _ 3`,
		`queue{rank="1"} 1 _ 1 _ _ _ 1`,
		`done 5 6 7 8 _ 9 9`,
	}, 4)
	partial, server := Reading{Partial: true}, Reading{Server: true}
	for _, c := range []struct {
		expr string
		read Reading
		want string
	}{
		{`sum(queue)`, Reading{}, "0=4 2=4 6=4"},
		{`sum(queue)`, partial, "0=4 1=3 2=4 3=3 6=4"},
		{`count(queue)`, partial, "0=2 1=1 2=2 3=1 6=2"},
		{`quantile(1, queue)`, partial, "0=3 1=3 2=3 3=3 6=3"},
		{`sum(queue) default 0`, partial, "0=4 1=3 2=4 3=3 6=4"}, // none of them is not 0
		{`absent(sum(queue))`, partial, ""},
		{`sum(queue) by (rank) default 0`, partial, "0=3 2=3 6=3|0=1 2=1 6=1"}, // as a whole it is unknown where a group is
		{`sum(queue + 0)`, partial, "0=4 1=3 2=4 3=3 6=4"},
		{`increase(done[20s])`, Reading{}, "0=0 1=1 2=2 3=2 5=0 6=0"}, // where it begins a gap is forgiven
		{`increase(done[20s])`, server, "0=5 1=6 2=2 3=2 5=1 6=1"},
		{`sum(queue)`, server, "0=4 1=4 2=4 3=4 5=1 6=4"},
	} {
		got := pointsText(mustParse(t, c.expr).PointsAs(x, GapRule{}, c.read))
		if got != c.want {
			t.Errorf("%s, %+v: %s, want %s", c.expr, c.read, got, c.want)
		}
	}
}

func pointsText(list []SeriesPoints) string {
	var all []string
	for _, s := range list {
		var out []string
		for _, p := range s.Points {
			out = append(out, fmt.Sprintf("%d=%v", p.Scrape, p.Value))
		}
		all = append(all, strings.Join(out, " "))
	}
	return strings.Join(all, "|")
}

// TestSeen: the scrape that lacks most counts, and a series that did not exist yet is not missed.
func TestSeen(t *testing.T) {
	x := target(10*time.Second, []string{`queue{rank="0"} 3 3 3`, `queue{rank="1"} _ _ 1`, `queue{rank="2"} 1 _ 1`})
	for i := range x.Series {
		if x.Series[i].Label("rank") == "1" {
			x.Series[i].Created = x.Scrapes[1].At
		}
	}
	e := mustParse(t, `sum(queue) / sum(queue)`)
	for _, c := range []struct {
		at       []int
		seen, of int
	}{{[]int{0}, 2, 2}, {[]int{2}, 3, 3}, {[]int{0, 1, 2}, 1, 3}, {nil, 0, 0}} {
		var at []Point
		for _, i := range c.at {
			at = append(at, Point{Scrape: i, At: timeline.Time(i)})
		}
		if seen, of := e.Seen(x, GapRule{}, at); seen != c.seen || of != c.of {
			t.Errorf("at %v: %d of %d, want %d of %d", c.at, seen, of, c.seen, c.of)
		}
	}
}
