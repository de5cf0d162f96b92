package mql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// sayings are expressions with W for a window. What they say at t is about (t-W-offset, t-offset], of
// all that is scraped if W is not in them and all is set. holds tells whether a claimed value agrees
// with the samples of its own series there.
var sayings = []struct {
	text   string
	offset time.Duration
	all    bool
	holds  func(claimed float64, samples []float64) bool
}{
	{text: `min_over_time(a[W]) == 0`, holds: none0(func(v float64) bool { return v < 0 })},
	{text: `max_over_time(a[W]) <= 2`, holds: none0(func(v float64) bool { return v > 2 })},
	{text: `count_gt_over_time(a[W], 1) == 0`, holds: none0(func(v float64) bool { return v > 1 })},
	{text: `share_gt_over_time(a[W], 1) == 1`, holds: none0(func(v float64) bool { return v <= 1 })},
	{text: `quantile_over_time(1, a[W])`, holds: noneAbove},
	{text: `median_over_time(a[W])`},
	{text: `distinct_over_time(a[W]) == 1`, holds: func(_ float64, s []float64) bool { return lowest(s) == highest(s) }},
	{text: `changes(a[W]) == 0`, holds: func(_ float64, s []float64) bool { return lowest(s) == highest(s) }},
	{text: `sum(increase(a[W]))`},
	{text: `stddev_over_time(a[W])`},
	{text: `idelta(a[W])`},
	{text: `tlast_over_time(a[W])`},
	{text: `absent_over_time(a[W])`, holds: func(_ float64, s []float64) bool { return len(s) == 0 }},
	{text: `max_over_time(a[W] offset 15s)`, offset: 15 * time.Second, holds: noneAbove},
	{text: `max_over_time(a[W] offset -15s)`, offset: -15 * time.Second, holds: noneAbove},
	{text: `max_over_time((a * 1)[W])`, holds: noneAbove},
	{text: `max_over_time((a > 1)[W])`, holds: noneAbove},
	{text: `max_over_time((a > 1)[W]) offset 15s`, offset: 15 * time.Second, holds: noneAbove},
	{text: `max_over_time((a offset 15s)[W])`, offset: 15 * time.Second, holds: noneAbove},
	{text: `min_over_time((a * 1)[W:5s])`},
	{text: `max_over_time((a * 1)[W:37s])`},
	{text: `max_over_time((a offset 15s)[W:37s])`, offset: 15 * time.Second}, // between its looks lies room for a gap
	{text: `count_over_time((sum(a) == 0)[W:])`},
	{text: `absent_over_time((a > 1)[W])`, holds: none0(func(v float64) bool { return v > 1 })},
	{text: `avg_over_time(sum(a)[W])`},
	{text: `changes((a > bool 1)[W:]) == 0`},
	{text: `max_over_time(max_over_time((a * 1)[W])[W])`, holds: noneAbove},
	{text: `sum(a) default 0`},
	{text: `(a > 1) default -1`},
	{text: `a if b`}, {text: `a ifnot b`}, {text: `topk(1, a)`}, {text: `median(a)`}, {text: `label_del(a, "rank")`}, {text: `(a, b)`}, {text: `a == (0, 1)`},
	{text: `a offset 15s`, offset: 15 * time.Second},
	{text: `a / sum(a)`},
	{text: `range_max(a)`, all: true, holds: noneAbove},
	{text: `range_max(a > 1)`, all: true, holds: noneAbove},
	{text: `a - range_avg(a)`, all: true},
}

func none0(bad func(v float64) bool) func(float64, []float64) bool {
	return func(_ float64, s []float64) bool { return !slices.ContainsFunc(s, bad) }
}

func noneAbove(claimed float64, s []float64) bool {
	return !slices.ContainsFunc(s, func(v float64) bool { return v > claimed })
}

// TestSound: no claim, true or false, at a time without a good scrape, none over a gap or a failed
// scrape, and none that a sample contradicts.
func TestSound(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	claims, held := 0, 0
	for range 400 {
		x := history(r)
		for _, s := range sayings {
			w := time.Duration(1+r.IntN(50)) * time.Second
			text := strings.ReplaceAll(s.text, "W", w.String())
			if !strings.Contains(s.text, "W") {
				w = 0
			}
			g := mustParse(t, text).Range([]*timeline.Target{x}, GapRule{}, Span{From: timeline.NoTime, To: timeline.NoTime})
			for k, at := range g.Times {
				about := span{at - timeline.Time(w+s.offset), at - timeline.Time(s.offset)}
				if s.all {
					about = span{x.Scrapes[0].At - 1, x.Scrapes[len(x.Scrapes)-1].At}
				}
				for _, row := range append(g.Series, GridSeries{Why: g.Why}) {
					if row.Why[k] != Known {
						if row.Values != nil && !timeline.IsAbsent(row.Values[k]) {
							t.Fatalf("%s at %v: %v, which is unknown", text, at, row.Values[k])
						}
						continue
					}
					claims++
					if why := about.unseen(x, s.all, k); why != "" {
						t.Fatalf("%s is claimed at %v of %v: %s", text, at, x.Scrapes, why)
					}
					if row.Values == nil || timeline.IsAbsent(row.Values[k]) || s.holds == nil {
						continue
					}
					held++
					if in := about.samples(x, row.Labels, strings.HasPrefix(text, "absent")); !s.holds(row.Values[k], in) {
						t.Fatalf("%s = %v at %v, but there are %v", text, row.Values[k], at, in)
					}
				}
			}
		}
	}
	t.Logf("%d claims, %d of them held against the samples", claims, held)
}

// span is (from, to].
type span struct{ from, to timeline.Time }

// unseen says why a span was not seen as a whole: the scrape that is asked at failed, or there is a
// gap in it. Its begin may be seen up to a gap late.
func (s span) unseen(x *timeline.Target, exact bool, at int) string {
	if !x.Scrapes[at].OK {
		return "a failed scrape"
	}
	i := -1
	for i+1 < len(x.Scrapes) && x.Scrapes[i+1].At <= s.to {
		i++
	}
	if i < 0 || !x.Scrapes[i].OK || x.Scrapes[i].At < s.to && (i+1 == len(x.Scrapes) || Broken(x, GapRule{}, i, i+1)) {
		return "nothing vouches for its end"
	}
	begin := s.from + timeline.Time(MaxGap(x, GapRule{}))
	if exact {
		begin = x.Scrapes[0].At
	}
	for ; x.Scrapes[i].At > begin; i-- {
		if i == 0 || Broken(x, GapRule{}, i-1, i) {
			return fmt.Sprintf("a gap before scrape %d", i)
		}
	}
	return ""
}

// samples are those of the series with these labels in the run that the span ends in; of every series
// named a with any.
func (s span) samples(x *timeline.Target, labels []timeline.Label, any bool) []float64 {
	var out []float64
	for j := range x.Series {
		a := &x.Series[j]
		if a.Name != "a" || !any && compareLabels(a.Labels, labels) != 0 {
			continue
		}
		for i, v := range a.Values {
			if at := x.Scrapes[i].At; at > s.from && at <= s.to && !timeline.IsAbsent(v) && x.Scrapes[i].OK && !s.brokenBehind(x, i) {
				out = append(out, v)
			}
		}
	}
	return out
}

// brokenBehind: a window may begin up to a gap before its run, and then speaks of the run.
func (s span) brokenBehind(x *timeline.Target, i int) bool {
	for j := i; j < len(x.Scrapes) && x.Scrapes[j].At <= s.to; j++ {
		if Broken(x, GapRule{}, i, j) {
			return true
		}
	}
	return false
}

// TestRemovedEvidence: without a sample or a scrape a known answer stays what it was, or becomes
// unknown, or lacks a series; it never becomes another one.
func TestRemovedEvidence(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	exprs := []string{`a`, `sum(a)`, `sum(a) > 2`, `max by (rank) (a)`, `avg(a) == bool 1`, `count(a > 1)`, `scalar(max(a)) * 2`,
		`a unless on (rank) b > 0`, `a or on (rank) b`, `sum(a unless on (rank) b > 0)`, `min(a) > 0 or max(b) > 0`, `a * on (rank) b`,
		`min_over_time(a[20s])`, `avg_over_time(a[20s])`, `sum(max_over_time(a[20s]))`, `histogram_quantile(0.5, a)`}
	for range 400 {
		x := history(r)
		x.Interval = 10 * time.Second // a failed attempt must not change the rule
		y := *x
		if r.IntN(2) == 0 {
			y.Scrapes = slices.Clone(x.Scrapes)
			y.Scrapes[r.IntN(len(y.Scrapes))].OK = false
		} else {
			y.Series = slices.Clone(x.Series)
			s := &y.Series[r.IntN(len(y.Series))]
			s.Values = slices.Clone(s.Values)
			s.Values[r.IntN(len(s.Values))] = timeline.Absent
		}
		for _, text := range exprs {
			if len(y.Scrapes) > 0 && &y.Scrapes[0] != &x.Scrapes[0] && slices.Contains([]byte(text), '[') {
				continue // a window may begin up to a gap late: what it holds depends on where its run begins
			}
			e := mustParse(t, text)
			unlike(t, text, e.On(x, GapRule{}), e.On(&y, GapRule{}), x, &y)
		}
	}
}

func unlike(t *testing.T, text string, full, less *Eval, x, y *timeline.Target) {
	t.Helper()
	for _, s := range full.e.sels {
		if len(less.r.picks(s)) < len(full.r.picks(s)) {
			return // its only sample went: nothing tells that the series ever was
		}
	}
	for i := range x.Scrapes {
		want, unknown := full.At(i)
		got, err := less.At(i)
		if err != nil || unknown != nil {
			continue
		}
		for _, g := range got {
			if !slices.ContainsFunc(want, func(w Sample) bool {
				return compareLabels(w.Labels, g.Labels) == 0 && close2(w.Value, g.Value)
			}) {
				t.Fatalf("%s at %d: %s, and with more evidence %s", text, i, show(got, nil), show(want, nil))
			}
		}
	}
}
