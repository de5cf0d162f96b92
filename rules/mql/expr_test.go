package mql

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// target builds prefill@n1, scraped every step from 100 s on. Series are written `name{l="v"} 1 2 _ 3`;
// _ is a scrape that lacks the series. A scrape number in failed is an attempt that failed.
func target(step time.Duration, series []string, failed ...int) *timeline.Target {
	t := &timeline.Target{Role: "prefill", Instance: "n1", Group: "g0"}
	for _, text := range series {
		name, rest, _ := strings.Cut(text, " ")
		x := timeline.Series{Name: name, Created: timeline.NoTime}
		stamps := []timeline.Label{{Name: "group", Value: "g0"}, {Name: "instance", Value: "n1"}, {Name: "role", Value: "prefill"}}
		if base, inner, ok := strings.Cut(name, "{"); ok {
			x.Name = base
			for _, l := range strings.Split(strings.TrimSuffix(inner, "}"), ",") {
				k, v, _ := strings.Cut(l, "=")
				v, _ = strconv.Unquote(v)
				stamps = append(stamps, timeline.Label{Name: k, Value: v})
			}
		}
		x.Labels = sortLabels(stamps)
		for _, f := range strings.Fields(rest) {
			v := timeline.Absent
			if f != "_" {
				v, _ = strconv.ParseFloat(f, 64)
				x.Samples++
			}
			x.Values = append(x.Values, v)
		}
		for len(t.Scrapes) < len(x.Values) {
			t.Scrapes = append(t.Scrapes, timeline.Scrape{At: sec(100) + timeline.Time(step)*timeline.Time(len(t.Scrapes)), OK: true})
		}
		t.Series = append(t.Series, x)
	}
	for _, i := range failed {
		t.Scrapes[i].OK = false
	}
	return t
}

func sec(s float64) timeline.Time { return timeline.Time(s * 1e9) }

func sortLabels(in []timeline.Label) []timeline.Label {
	for i := range in {
		for j := i; j > 0 && in[j].Name < in[j-1].Name; j-- {
			in[j], in[j-1] = in[j-1], in[j]
		}
	}
	return in
}

func mustParse(t testing.TB, text string) *Expr {
	t.Helper()
	e, err := Parse(text, map[string]Macro{
		"queue": {AnySeries: []string{"new_q", "old_q"}},
		"busy":  {Expr: "g > 8"},
	})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

// show writes an answer without the stamps: `{rank="0"} 3`, an unknown one as its reason.
func show(v Vector, err error) string {
	if err != nil {
		return strings.TrimPrefix(err.Error(), "unknown: ")
	}
	var out []string
	for _, s := range v {
		out = append(out, labelText(s.Labels)+strconv.FormatFloat(s.Value, 'g', 6, 64))
	}
	return strings.Join(out, "; ")
}

func labelText(labels []timeline.Label) string {
	var out []string
	for _, l := range labels {
		if l.Name != "role" && l.Name != "instance" && l.Name != "group" {
			out = append(out, fmt.Sprintf("%s=%q", l.Name, l.Value))
		}
	}
	if out == nil {
		return ""
	}
	return "{" + strings.Join(out, ",") + "} "
}

// steady is scraped every 10 s without a gap.
func steady() *timeline.Target {
	return target(10*time.Second, []string{
		`c{rank="0"} 0 10 20 30 30 5 15`,
		`c{rank="1"} 100 100 100 101 102 103 104`,
		`g 5 3 3 4 9 -2 7`,
		`n 1 NaN NaN 2 NaN 3 3`,
		`part{rank="0"} 1 1 1 1 1 1 1`,
		`part{rank="1"} 2 2 _ 2 2 2 2`,
		`old_q 4 5 6 _ _ _ _`,
		`new_q _ _ _ 7 8 9 9`,
		`b{le="1.0"} 0 1 2 3 4 5 6`,
		`b{le="5.0"} 0 2 4 6 8 10 12`,
		`b{le="+Inf"} 0 2 4 6 8 10 16`,
		`l{rank="0",x="a"} 1 1 1 1 1 1 1`,
		`l{rank="0",x="b"} 2 2 2 2 2 2 2`,
		`r{rank="0"} 10 10 10 10 10 10 10`,
	})
}

func TestAt(t *testing.T) {
	for _, c := range []struct {
		expr string
		at   int
		want string
	}{
		{`g`, 4, `9`},
		{`g`, 0, `5`},
		{`nosuch`, 3, ``},
		{`nosuch == 0`, 3, ``},
		{`c{rank="1"}`, 6, `{rank="1"} 104`},
		{`c{rank!="1"}`, 6, `{rank="0"} 15`},
		{`c{rank=~"0|7"}`, 6, `{rank="0"} 15`},
		{`c{rank!~"0|7"}`, 6, `{rank="1"} 104`},
		{`{__name__="g" or __name__="nosuch"}`, 4, `9`},
		{`g{instance="n2"}`, 4, `no_source`},
		{`b{le="1"}`, 3, `{le="1.0"} 3`},
		{`b{le="5.00"}`, 3, `{le="5.0"} 6`},
		{`b{le=~"1|7"}`, 3, `{le="1.0"} 3`},
		{`b{le!~"1|5"}`, 3, `{le="+Inf"} 6`},
		{`$queue`, 2, `6`},
		{`$queue`, 3, `7`},
		{`$queue{role="prefill"}`, 3, `7`},
		{`sum($busy)`, 4, `9`},

		{`g offset 20s`, 4, `3`},
		{`g offset -20s`, 4, `7`},
		{`g offset 15s`, 4, `3`}, // the scrape before 125 s, inside the run
		{`g offset 15s`, 1, `scrape_gap`},
		{`g offset -20s`, 6, `scrape_gap`},
		{`(g + 1) offset 10s`, 4, `5`},

		{`-g`, 4, `-9`},
		{`g * 2 + 1`, 4, `19`},
		{`2 ^ 3 ^ 0`, 4, `2`},
		{`7 % 4`, 4, `3`},
		{`g / 0`, 4, `+Inf`},
		{`(g - g) / 0`, 4, ``},
		{`1.5Ki`, 4, `1536`},
		{`g + 1m30s`, 4, `99`},
		{`g > 8`, 4, `9`},
		{`g > 9`, 4, ``},
		{`8 < g`, 4, `9`},
		{`g > bool 9`, 4, `0`},
		{`g >= bool 9`, 4, `1`},
		{`n != 1`, 1, `NaN`}, // NaN is unequal to every number
		{`n == 1`, 1, ``},
		{`n > 1`, 1, ``},
		{`WITH (x = g + 1) x * x`, 4, `100`},

		{`increase(c[20s])`, 3, `{rank="0"} 20; {rank="1"} 1`},
		{`increase(c[20s])`, 5, `{rank="0"} 5; {rank="1"} 2`},  // a reset, though by less than all
		{`increase(c[20s])`, 1, `{rank="0"} 10; {rank="1"} 0`}, // within max_gap of the run's begin
		{`increase(c[60s])`, 2, `scrape_gap`},
		{`rate(c[20s])`, 3, `{rank="0"} 1; {rank="1"} 0.05`},
		{`irate(c[20s])`, 6, `{rank="0"} 1; {rank="1"} 0.1`},
		{`irate(c[20s])`, 5, `{rank="0"} 0.5; {rank="1"} 0.1`},
		{`rate(c[5s])`, 3, `{rank="0"} 1; {rank="1"} 0.1`}, // per second seen, not per second of the window
		{`resets(c[60s])`, 6, `{rank="0"} 1; {rank="1"} 0`},
		{`changes(g[60s])`, 6, `5`},
		{`changes(n[60s])`, 6, `4`},
		{`delta(g[20s])`, 4, `6`},
		{`min_over_time(g[20s])`, 3, `3`},
		{`max_over_time(g[20s])`, 6, `7`},
		{`max_over_time(g[30s])`, 6, `9`},
		{`sum_over_time(g[30s])`, 6, `14`},
		{`avg_over_time(g[40s])`, 6, `4.5`},
		{`count_over_time(g[40s])`, 6, `4`},
		{`first_over_time(g[40s])`, 6, `4`},
		{`last_over_time(g[40s])`, 6, `7`},
		{`min_over_time(n[30s])`, 3, `2`},
		{`max_over_time(n[20s])`, 2, `NaN`},
		{`min_over_time(part[20s])`, 3, `{rank="0"} 1`}, // a scrape in the window lacks the other
		{`min_over_time(part[20s])`, 5, `{rank="0"} 1; {rank="1"} 2`},
		{`count_over_time(part[20s])`, 2, `{rank="0"} 2; {rank="1"} 1`},
		{`increase(c[20s] offset 20s)`, 5, `{rank="0"} 20; {rank="1"} 1`},

		{`sum(c)`, 3, `131`},
		{`sum by (rank) (c)`, 3, `{rank="0"} 30; {rank="1"} 101`},
		{`sum(c) by (instance)`, 3, `131`},
		{`sum without (rank) (c)`, 3, `131`},
		{`avg(c)`, 3, `65.5`},
		{`min(c)`, 3, `30`},
		{`max(c)`, 3, `101`},
		{`count(c)`, 3, `2`},
		{`count(c > 30)`, 3, `1`},
		{`sum(nosuch)`, 3, ``},
		{`sum(part)`, 1, `3`},
		{`sum(part)`, 2, `series_absent`},
		{`sum(part > 5)`, 2, `series_absent`},
		{`sum(part * 2)`, 2, `series_absent`},
		{`sum(part{rank="0"})`, 2, `1`},
		{`sum(increase(part[10s]))`, 2, `series_absent`},
		{`max($queue)`, 2, `series_absent`},
		{`absent(part{rank="1"})`, 2, `{rank="1"} 1`},
		{`absent(part)`, 2, ``},
		{`absent(nosuch{rank="7"})`, 2, `{rank="7"} 1`},
		{`absent(g)`, 2, ``},
		{`absent(sum(part))`, 2, `series_absent`},
		{`absent_over_time(part{rank="1"}[10s])`, 2, `{rank="1"} 1`},
		{`absent_over_time(part{rank="1"}[20s])`, 2, ``},
		{`absent_over_time(nosuch[60s])`, 1, `scrape_gap`},
		{`present_over_time(part[20s])`, 2, `{rank="0"} 1; {rank="1"} 1`},
		{`sum(absent(nosuch))`, 2, `1`},

		{`abs(g)`, 5, `2`},
		{`ceil(g / 2)`, 4, `5`},
		{`floor(g / 2)`, 4, `4`},
		{`round(g / 2)`, 4, `5`},
		{`round(g / 7, 0.1)`, 4, `1.3`},
		{`clamp(g, 0, 8)`, 5, `0`},
		{`clamp_max(g, 8)`, 4, `8`},
		{`clamp_min(g, 0)`, 5, `0`},
		{`g + scalar(g)`, 4, `18`},
		{`g + scalar(c)`, 4, ``},
		{`scalar(part)`, 2, `series_absent`},
		{`time() - g`, 4, `131`},
		{`vector(3)`, 4, `3`},
		{`histogram_quantile(0.5, b)`, 4, `1`},
		{`histogram_quantile(0.75, b)`, 4, `3`},
		{`histogram_quantile(0.99, b)`, 6, `5`}, // in the last bucket: its lower bound
		{`histogram_quantile(0.5, b)`, 0, ``},
		{`histogram_quantile(0.5, sum by (le) (increase(b[20s])))`, 4, `1`},

		{`c / on (rank) group_left () l{x="b"}`, 3, `{rank="0"} 15`},
		{`l / on (rank) group_left () r`, 3, `{rank="0",x="a"} 0.1; {rank="0",x="b"} 0.2`},
		{`r / on (rank) group_right () l`, 3, `{rank="0",x="a"} 10; {rank="0",x="b"} 5`},
		{`r / ignoring (x) l{x="a"}`, 3, `{rank="0"} 10`},
		{`c{rank="0"} * on (rank) group_left (x) l{x="a"}`, 3, `{rank="0",x="a"} 30`},
		{`r / on (rank) l`, 3, `conflict`},
		{`l / on (rank) r`, 3, `conflict`},
		{`c - c`, 3, `{rank="0"} 0; {rank="1"} 0`},
		{`c > on (rank) r`, 3, `{rank="0"} 30`},
		{`c > bool on (rank) r`, 0, `{rank="0"} 0`},
		{`c and on (rank) r`, 3, `{rank="0"} 30`},
		{`c unless on (rank) r`, 3, `{rank="1"} 101`},
		{`c or on (rank) r`, 3, `{rank="0"} 30; {rank="1"} 101`},
		{`(g > 100) or vector(0)`, 3, `0`},
		{`(g > 3) or vector(0)`, 3, `0; 4`}, // other labels, so both
		{`c and on (rank) part`, 2, `series_absent`},
		{`c unless on (rank) part`, 2, `series_absent`},
		{`part or on (rank) c`, 2, `series_absent`},
		{`part or nosuch`, 1, `{rank="0"} 1; {rank="1"} 2`},
		{`part unless on (rank) r`, 2, ``},
		{`sum(c) > 100 and max(g) > 3`, 3, `131`},
	} {
		t.Run(c.expr, func(t *testing.T) {
			if got := show(mustParse(t, c.expr).At(steady(), c.at, GapRule{})); got != c.want {
				t.Errorf("at scrape %d: %q, want %q", c.at, got, c.want)
			}
		})
	}
}

// TestGaps: what is claimed where nobody looked (the table of the design).
func TestGaps(t *testing.T) {
	x := &timeline.Target{Role: "prefill", Instance: "n1", Interval: 5 * time.Second}
	q := timeline.Series{Name: "q", Created: timeline.NoTime}
	c := timeline.Series{Name: "c", Created: timeline.NoTime}
	for i, at := range []float64{0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 250, 540, 545, 1200} {
		x.Scrapes = append(x.Scrapes, timeline.Scrape{At: sec(at), OK: true})
		q.Values = append(q.Values, 0)
		c.Values = append(c.Values, 100+float64(i)*10)
	}
	x.Series = []timeline.Series{c, q}
	for _, tc := range []struct {
		expr string
		want string // the scrape times at which a value is known, and the value
	}{
		{`q == 0`, `0 5 10 15 20 25 30 35 40 45 50 55 60 250 540 545 1200`},
		{`absent(q)`, ``},
		{`changes(q[5m]) == 0`, ``},
		{`increase(c[30s])`, `20=40 25=50 30=60 35=60 40=60 45=60 50=60 55=60 60=60`},
		{`increase(c[5m])`, ``},
		{`min_over_time(q[30s]) == 0`, `20 25 30 35 40 45 50 55 60`},
	} {
		var got []string
		for _, s := range mustParse(t, tc.expr).Points(x, GapRule{}) {
			for _, p := range s.Points {
				text := fmt.Sprint(float64(p.At) / 1e9)
				if p.Value != 0 {
					text += "=" + fmt.Sprint(p.Value)
				}
				got = append(got, text)
			}
		}
		if g := strings.Join(got, " "); g != tc.want {
			t.Errorf("%s: %s, want %s", tc.expr, g, tc.want)
		}
	}
}

func TestFailedScrapeEndsARun(t *testing.T) {
	x := target(10*time.Second, []string{`c 1 2 3 9 5 6 7 8`}, 3)
	for i, want := range []string{"scrape_gap", "1", "2", "scrape_gap", "scrape_gap", "1", "2", "2"} {
		if got := show(mustParse(t, `increase(c[20s])`).At(x, i, Limit(10*time.Second))); got != want {
			t.Errorf("scrape %d: %s, want %s", i, got, want)
		}
	}
	if got := show(mustParse(t, `absent(nosuch)`).At(x, 3, GapRule{})); got != "scrape_gap" {
		t.Errorf("absent at a failed scrape: %s", got)
	}
}

func TestCreated(t *testing.T) {
	x := target(10*time.Second, []string{`e{code="1"} 1 2 3 4 5 6`, `e{code="2"} _ _ _ 4 4 5`})
	sum, inc := mustParse(t, `sum(e)`), mustParse(t, `sum by (code) (increase(e[20s]))`)
	if got := show(sum.At(x, 2, GapRule{})); got != "series_absent" {
		t.Errorf("without _created: %s", got)
	}
	x.Series[1].Created = sec(125)
	if got := show(sum.At(x, 2, GapRule{})); got != "3" {
		t.Errorf("sum before _created: %s", got)
	}
	if got := show(inc.At(x, 3, GapRule{})); got != `{code="1"} 2; {code="2"} 4` {
		t.Errorf("increase over _created: %s", got)
	}
	if got := show(mustParse(t, `rate(e{code="2"}[20s])`).At(x, 3, GapRule{})); got != `{code="2"} 0.8` {
		t.Errorf("rate since _created: %s", got)
	}
	if got := show(inc.At(x, 5, GapRule{})); got != `{code="1"} 2; {code="2"} 1` {
		t.Errorf("increase behind _created: %s", got)
	}
	x.Series[1].Created = sec(115) // it was there at 120 s, and that scrape lacks it
	if got := show(sum.At(x, 2, GapRule{})); got != "series_absent" {
		t.Errorf("a scrape behind _created: %s", got)
	}
}

func TestFreshAt(t *testing.T) {
	x := target(10*time.Second, []string{`c 1 2 2 2`, `d 1 1 1 2`, `e 1 1 2 2`})
	for _, c := range []struct {
		expr string
		at   int
		want bool
	}{
		{`changes(c[1m]) > 0`, 1, true},  // a part of the window, and a change in it
		{`changes(c[1m]) > 0`, 0, false}, // nobody looked before
		{`changes(d[1m]) > 0`, 2, false},
		{`changes(c[1m]) < 5`, 1, false}, // a part proves nothing of that
		{`increase(c[1m])`, 1, true},
		{`increase(d[1m])`, 2, false},
		{`sum(changes({__name__=~"c|d"}[1m])) > 0`, 1, true},
		{`changes(d[1m]) > 0 or changes(c[1m]) > 0`, 1, true},
		{`changes(c[20s]) == 0`, 3, true}, // a whole window
		{`c == 2`, 1, true},
		{`c == 2`, 0, false},
	} {
		if got := mustParse(t, c.expr).FreshAt(x, c.at, GapRule{}); got != c.want {
			t.Errorf("%s at %d: %v", c.expr, c.at, got)
		}
	}
}

func TestPointsOfRenamed(t *testing.T) {
	x := steady()
	got := mustParse(t, `$queue`).Points(x, GapRule{})
	if len(got) != 1 || len(got[0].Points) != 7 || got[0].Name != "" || got[0].Points[3].Value != 7 {
		t.Errorf("a renamed metric: %+v", got)
	}
	got = mustParse(t, `{__name__=~"g|old_q"}`).Points(x, GapRule{})
	if len(got) != 2 || got[0].Name != "g" || got[1].Name != "old_q" {
		t.Errorf("two metrics at once: %+v", got)
	}
}

func TestWrittenNaN(t *testing.T) {
	x := steady()
	p := mustParse(t, `n`).Points(x, GapRule{})[0].Points
	if len(p) != 7 || !math.IsNaN(p[1].Value) {
		t.Errorf("a written NaN is a value: %v", p)
	}
}
