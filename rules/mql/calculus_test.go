package mql

import (
	"testing"
	"time"

	"roomline/timeline"
)

// The tests below are named after the points of the coverage calculus, see docs/metricsql.md.

// asked is an expression at one scrape, and what is to be answered.
type asked struct {
	expr string
	at   int
	want string
}

func hold(t *testing.T, x *timeline.Target, g GapRule, all ...asked) {
	t.Helper()
	for _, c := range all {
		if got := show(mustParse(t, c.expr).At(x, c.at, g)); got != c.want {
			t.Errorf("%s at scrape %d: %q, want %q", c.expr, c.at, got, c.want)
		}
	}
}

// Facts are scrapes: one that failed is known to have failed, and ends a run; so does a gap.
func TestCalculus1FactsAreScrapes(t *testing.T) {
	x := target(10*time.Second, []string{`q 0 0 0 0 0 0 0 0`}, 3)
	x.Scrapes[6].At += sec(60)
	x.Scrapes[7].At += sec(60)
	hold(t, x, GapRule{},
		asked{`q == 0`, 2, `0`}, asked{`q == 0`, 3, `scrape_gap`}, asked{`q == 0`, 4, `0`},
		asked{`changes(q[20s]) == 0`, 2, `0`}, asked{`changes(q[60s]) == 0`, 5, `scrape_gap`}, asked{`changes(q[90s]) == 0`, 7, `scrape_gap`},
		asked{`max_over_time((q + 1)[60s])`, 5, `scrape_gap`}, asked{`max_over_time((q + 1)[20s])`, 5, `1`})
}

// An instant look needs a scrape at that time: there is no looking back over minutes.
func TestCalculus2InstantLook(t *testing.T) {
	x := target(10*time.Second, []string{`q 1 2 3 4`})
	at := func(span Span) string {
		span.From, span.To = sec(95), sec(150)
		return line(mustParse(t, `q`).Range([]*timeline.Target{x}, GapRule{}, span))
	}
	if got := at(Span{}); got != `1 2 3 4` {
		t.Errorf("at scrapes: %s", got)
	}
	// On a grid for drawing a scrape stands for 1.5 intervals, also behind the last one.
	if got := at(Span{Step: 5 * time.Second}); got != `?scrape_gap 1 1 2 2 3 3 4 4 4 4 ?scrape_gap` {
		t.Errorf("on a grid: %s", got)
	}
}

// A rollup is known only if its whole window lies in one run; where it begins, a gap is forgiven.
func TestCalculus3Windows(t *testing.T) {
	x := target(10*time.Second, []string{`q 1 2 3 4 5 6`})
	hold(t, x, GapRule{},
		asked{`max_over_time(q[40s])`, 0, `scrape_gap`}, asked{`max_over_time(q[40s])`, 1, `scrape_gap`}, asked{`max_over_time(q[40s])`, 2, `3`},
		asked{`quantile_over_time(0.5, q[40s])`, 1, `scrape_gap`}, asked{`quantile_over_time(0.5, q[20s])`, 4, `4.5`},
		asked{`max_over_time(sum(q)[40s])`, 1, `scrape_gap`}, asked{`max_over_time(sum(q)[40s])`, 2, `3`},
		asked{`max_over_time(sum(q)[20s:10s])`, 4, `5`}, asked{`max_over_time((q offset 20s)[20s])`, 1, `scrape_gap`}, asked{`max_over_time((q offset 20s)[20s])`, 2, `1`},
		asked{`max_over_time((q offset 20s)[20s])`, 4, `3`}, asked{`range_max(q)`, 0, `6`}, asked{`running_max(q)`, 2, `3`})
	x.Scrapes[1].OK = false
	hold(t, x, GapRule{}, asked{`range_max(q)`, 4, `scrape_gap`}, asked{`running_max(q)`, 0, `1`}, asked{`running_max(q)`, 4, `scrape_gap`},
		asked{`range_max(q)`, 0, `scrape_gap`})
}

// A counter's start is never assumed, an empty window has no rate, and nothing is carried over a gap.
func TestCalculus4Counters(t *testing.T) {
	x := target(10*time.Second, []string{`c 100 110 120 130 400 410 420`})
	for i := 4; i < 7; i++ {
		x.Scrapes[i].At += sec(200)
	}
	hold(t, x, GapRule{},
		asked{`increase(c[20s])`, 1, `10`}, // not 110
		asked{`increase_pure(c[20s])`, 1, `10`}, asked{`rate(c[10s])`, 0, ``}, asked{`irate(c[10s])`, 4, ``}, asked{`idelta(c[10s])`, 4, ``},
		asked{`increase(c[20s])`, 4, `0`}, // it rose by 270 in the gap, which says nothing of 20 s
		asked{`increase(c[240s])`, 5, `scrape_gap`}, asked{`changes(c[20s])`, 4, `0`}, asked{`rate(c)`, 2, `1`}, asked{`increase(c[2i])`, 3, `20`})
}

// A drop is a reset, by however little.
func TestCalculus5Resets(t *testing.T) {
	x := target(10*time.Second, []string{`c 100 110 105 115`})
	hold(t, x, GapRule{}, asked{`increase(c[20s])`, 2, `115`}, asked{`resets(c[20s])`, 2, `1`}, asked{`decreases_over_time(c[20s])`, 2, `1`},
		asked{`increase_prometheus(c[20s])`, 3, `10`}, asked{`rate_prometheus(c[20s])`, 3, `0.5`}, asked{`increase(sum(c)[20s:10s])`, 3, `115`})
}

// Operators intersect what is known; absent, default, unless, == 0 and != make no unknown true.
func TestCalculus6Combination(t *testing.T) {
	x := target(10*time.Second, []string{`a{rank="0"} 1 1 1 1`, `a{rank="1"} 2 _ 2 2`, `b 5 5 5 5`}, 3)
	hold(t, x, GapRule{},
		asked{`a + 1`, 3, `scrape_gap`}, asked{`absent(a)`, 3, `scrape_gap`}, asked{`absent(nosuch)`, 3, `scrape_gap`}, asked{`absent(nosuch)`, 2, `1`},
		asked{`nosuch == 0`, 2, ``}, asked{`nosuch != 0`, 2, ``}, asked{`nosuch default 0`, 2, `0`}, asked{`nosuch default 0`, 3, `scrape_gap`},
		asked{`sum(a)`, 1, `series_absent`}, asked{`sum(a) default 0`, 1, `series_absent`}, asked{`a default 0`, 1, `series_absent`},
		asked{`b unless a`, 3, `scrape_gap`}, asked{`b ifnot sum(a)`, 1, `series_absent`}, asked{`b if sum(a)`, 0, `5`}, asked{`b ifnot (sum(a) > 9)`, 0, `5`},
		asked{`topk(1, a)`, 0, `{rank="1"} 2`}, asked{`topk(1, a)`, 1, `series_absent`}, asked{`median(a)`, 0, `1.5`}, asked{`quantile(1, a)`, 1, `series_absent`},
		asked{`a / sum(a)`, 0, `{rank="0"} 0.333333; {rank="1"} 0.666667`}, asked{`a == (1, 3)`, 0, `{rank="0"} 1`}, asked{`a != (1, 3)`, 0, `{rank="1"} 2`},
		asked{`label_del(a, "rank")`, 0, `conflict`}, asked{`label_set(b, "x", "y")`, 0, `{x="y"} 5`}, asked{`max_over_time((a > 1)[10s])`, 1, `series_absent`},
		asked{`b @ 110`, 0, `5`}, asked{`b @ 50`, 0, `scrape_gap`}, asked{`b @ start()`, 2, `5`}, asked{`absent_over_time((b > 9)[10s])`, 1, `1`})
}

// TestCapped: a subquery with more steps than are looked at is unknown, in every mode.
func TestCapped(t *testing.T) {
	x := target(time.Hour, []string{`q 1 2 3 4 5 6`})
	x.Interval = time.Hour
	hold(t, x, GapRule{}, asked{`max_over_time(q[2h:1ms])`, 4, `capped`}, asked{`max_over_time(q[2h:1s])`, 4, `5`})
	for _, server := range []bool{false, true} {
		g := mustParse(t, `max_over_time(q[2h:1ms])`).Range([]*timeline.Target{x}, GapRule{}, Span{From: sec(100), To: sec(9000), Step: time.Hour, Server: server})
		if got := line(g); got != `?capped ?capped ?capped` {
			t.Errorf("server %v: %s", server, got)
		}
	}
}

// A claim ends with its run: the next run says nothing of the time between, whatever it shows.
func TestCalculus7Claims(t *testing.T) {
	x := target(10*time.Second, []string{`q 0 0 0 0 0 0`})
	for i := 3; i < 6; i++ {
		x.Scrapes[i].At += sec(100)
	}
	points := mustParse(t, `max_over_time((q == 0)[20s])`).Points(x, GapRule{})
	var at []int
	for _, p := range points[0].Points {
		at = append(at, p.Scrape)
	}
	if len(at) != 6 || at[0] != 0 {
		t.Errorf("windows that begin a gap late: %v", at)
	}
	points = mustParse(t, `max_over_time((q == 0)[50s])`).Points(x, GapRule{})
	if len(points) > 0 {
		t.Errorf("over the gap: %v", points)
	}
}

// On demand a server's semantics count instead: it claims where nobody looked, and that is why no rule
// rests on it.
func TestCalculus8Server(t *testing.T) {
	x := target(10*time.Second, []string{`q 0 0 0 0 0 0 0`, `c 100 110 120 130 140 150 160`})
	x.Scrapes[6].At += sec(300)
	ask := func(expr string) string {
		return line(mustParse(t, expr).Range([]*timeline.Target{x}, GapRule{}, Span{From: sec(100), To: sec(340), Step: time.Minute, Server: true}))
	}
	for _, c := range []struct{ expr, want string }{
		{`absent(q)`, `- - 1 1 1`},
		{`increase(c[5m])`, `100 150 150 150 150`},
		{`rate(c[30s])`, `- 1 - - -`},
	} {
		if got := ask(c.expr); got != c.want {
			t.Errorf("%s: %s, want %s", c.expr, got, c.want)
		}
	}
	hold(t, x, GapRule{}, asked{`absent(q)`, 6, ``}, asked{`increase(c[5m])`, 6, `scrape_gap`}, asked{`rate(c[30s])`, 6, `scrape_gap`})
}
