package mql

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// pair are two scraped targets, n2 half a second behind n1, and a router that knows no such series.
func pairOf(n1, n2 string, failed ...int) []*timeline.Target {
	a, b, router := target(10*time.Second, []string{n1}), target(10*time.Second, []string{n2}, failed...), target(10*time.Minute, []string{`other 1 1`})
	b.Instance, router.Instance, router.Role = "n2", "gw", "router"
	for i := range b.Scrapes {
		b.Scrapes[i].At += sec(0.5)
	}
	for i := range b.Series {
		b.Series[i].Labels = []timeline.Label{{Name: "group", Value: "g0"}, {Name: "instance", Value: "n2"}, {Name: "role", Value: "prefill"}}
	}
	return []*timeline.Target{a, b, router}
}

// line writes a grid: one word per time, the values of all series joined by +, - for none, ? for unknown.
func line(g *Grid) string {
	var out []string
	for k := range g.Times {
		var vals []string
		for _, s := range g.Series {
			switch {
			case !timeline.IsAbsent(s.Values[k]):
				vals = append(vals, fmt.Sprint(s.Values[k]))
			case s.Why[k] != Known:
				vals = append(vals, "?"+s.Why[k].String())
			}
		}
		switch {
		case vals != nil:
		case g.Why[k] != Known:
			vals = append(vals, "?"+g.Why[k].String())
		default:
			vals = append(vals, "-")
		}
		out = append(out, strings.Join(vals, "+"))
	}
	return strings.Join(out, " ")
}

func TestRange(t *testing.T) {
	all := Span{From: timeline.NoTime, To: sec(140)}
	for _, c := range []struct{ expr, n1, n2, want string }{
		// Between two scrapes of a run the earlier one stands.
		{`sum(q)`, `q 1 2 3 4`, `q 10 20 30 40`, `?scrape_gap 11 12 22 23 33 34 ?scrape_gap`},
		{`q`, `q 1 2 3 4`, `q 10 20 30 40`, `1+?scrape_gap 1+10 2+10 2+20 3+20 3+30 4+30 ?scrape_gap+40`},
		{`q > 25`, `q 1 2 3 4`, `q 10 20 30 40`, `?scrape_gap - - - - 30 30 40`},
		{`sum(q{instance="n1"})`, `q 1 2 3 4`, `q 10 20 30 40`, `1 1 2 2 3 3 4 ?scrape_gap`},
		{`absent(q)`, `q 1 _ 3 4`, `q 10 _ 30 40`, `?scrape_gap - - 1 - - - ?scrape_gap`},
		{`absent(q{instance="n2"})`, `q 1 _ 3 4`, `q 10 _ 30 40`, `?scrape_gap - - 1 1 - - -`},
		{`absent(q{instance="n9"})`, `q 1 2 3 4`, `q 10 20 30 40`, `?no_source ?no_source ?no_source ?no_source ?no_source ?no_source ?no_source ?no_source`},
		{`sum(q)`, `q 1 2 3 4`, `q 10 _ 30 40`, `?scrape_gap 11 12 ?series_absent ?series_absent 33 34 ?scrape_gap`},
		{`count(q > 5)`, `q 1 2 3 4`, `q 10 20 30 40`, `?scrape_gap 1 1 1 1 1 1 ?scrape_gap`},
		{`sum by (instance) (increase(q[10s]))`, `q 1 2 3 4`, `q 10 20 30 40`, `?scrape_gap+?scrape_gap 0+0 1+0 1+10 1+10 1+10 1+10 ?scrape_gap+?scrape_gap`},
	} {
		if got := line(mustParse(t, c.expr).Range(pairOf(c.n1, c.n2), Limit(12*time.Second), all)); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.expr, got, c.want)
		}
	}
}

func TestRangeFailedTarget(t *testing.T) {
	ts := pairOf(`q 1 2 3 4`, `q 10 20 30 40`, 0, 1, 2, 3)
	got := line(mustParse(t, `sum(q)`).Range(ts, Limit(12*time.Second), Span{From: sec(105), To: sec(125)}))
	if want := strings.TrimSpace(strings.Repeat("?scrape_gap ", 4)); got != want {
		t.Errorf("a target that could never be read: %s", got)
	}
}

func TestRangeHold(t *testing.T) {
	ts := pairOf(`q 1 2 3`, `q 10 20 30`) // fewer than four scrapes: taken by hand
	e := mustParse(t, `sum(q)`)
	span := Span{From: timeline.NoTime, To: sec(130)}
	if got := line(e.Range(ts, GapRule{}, span)); strings.ContainsAny(got, "0123456789") {
		t.Errorf("nothing was scraped at one moment: %s", got)
	}
	span.Hold = time.Second
	if got := line(e.Range(ts, GapRule{}, span)); got != `?scrape_gap 11 ?scrape_gap 22 ?scrape_gap 33` {
		t.Errorf("held for a second: %s", got)
	}
}

func TestMaxGap(t *testing.T) {
	at := func(seconds ...float64) *timeline.Target {
		x := &timeline.Target{}
		for _, s := range seconds {
			x.Scrapes = append(x.Scrapes, timeline.Scrape{At: sec(s), OK: true})
		}
		return x
	}
	declared := at(0, 100)
	declared.Interval = 3
	logged := at(0, 1000)
	logged.Logged = true
	for _, c := range []struct {
		name string
		x    *timeline.Target
		g    GapRule
		want time.Duration
	}{
		{"limit", at(0, 1, 2, 3), Limit(7), 7},
		{"limit 0", at(0, 1, 2, 3), Limit(0), 0},
		{"declared, half to even", declared, GapRule{}, 8},
		{"three scrapes", at(0, 1, 2), GapRule{}, 0},
		{"none", at(), GapRule{}, 0},
		{"median", at(0, 10, 20, 300), GapRule{}, 25 * time.Second},
		{"lower median", at(0, 10, 20, 50, 80), GapRule{}, 25 * time.Second},
		{"by hand", at(0, 200, 400, 600), GapRule{}, 0},
		{"two minutes", at(0, 120, 240, 360), GapRule{}, 5 * time.Minute},
		{"logged", logged, Limit(7), Unlimited},
	} {
		if got := MaxGap(c.x, c.g); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestLogged(t *testing.T) {
	x := target(time.Hour, []string{`q 1 2 3 4 5`}, 2)
	x.Logged = true
	if got := show(mustParse(t, `increase(q[1h])`).At(x, 1, GapRule{})); got != "1" {
		t.Errorf("batches an hour apart: %s", got)
	}
	if got := show(mustParse(t, `increase(q[61m])`).At(x, 1, GapRule{})); got != "scrape_gap" {
		t.Errorf("before the first batch: %s", got)
	}
	if got := show(mustParse(t, `increase(q[2h])`).At(x, 4, GapRule{})); got != "scrape_gap" {
		t.Errorf("across a hole of the log: %s", got)
	}
}
