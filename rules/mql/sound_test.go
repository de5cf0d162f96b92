package mql

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"roomline/timeline"
)

// TestSound: no value at a time without a good scrape, no window over a gap or a failed scrape, and
// no claim that a sample contradicts.
func TestSound(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	windows := map[string]time.Duration{}
	var exprs []string
	for _, w := range []string{"10s", "20s", "45s"} {
		d, _ := time.ParseDuration(w)
		for _, e := range []string{"min_over_time(a[W]) == 0", "sum(increase(a[W]))", "changes(a[W]) == 0", "absent_over_time(a[W])", "max_over_time(a[W]) <= 2"} {
			text := replace(e, w)
			windows[text] = d
			exprs = append(exprs, text)
		}
	}
	exprs = append(exprs, mixture...)
	claims := 0
	for range 150 {
		x := history(r)
		gap := timeline.Time(MaxGap(x, GapRule{}))
		for _, text := range exprs {
			for _, s := range mustParse(t, text).Points(x, GapRule{}) {
				for _, p := range s.Points {
					claims++
					if !x.Scrapes[p.Scrape].OK || x.Scrapes[p.Scrape].At != p.At {
						t.Fatalf("%s: a value at %v, where nothing was scraped", text, p.At)
					}
					if w := windows[text]; w > 0 {
						spansNoGap(t, text, x, p, p.At-timeline.Time(w)+gap)
						contradicted(t, text, x, s, p, w)
					}
				}
			}
		}
	}
	t.Logf("%d claims", claims)
}

func replace(s, w string) string {
	i := slices.Index([]byte(s), 'W')
	return s[:i] + w + s[i+1:]
}

// spansNoGap: going back from a claim, scrapes follow each other closely until begin.
func spansNoGap(t *testing.T, text string, x *timeline.Target, p Point, begin timeline.Time) {
	t.Helper()
	for i := p.Scrape; x.Scrapes[i].At > begin; i-- {
		if i == 0 || Broken(x, GapRule{}, i-1, i) {
			t.Fatalf("%s: the claim at %v spans a gap before scrape %d", text, p.At, i)
		}
	}
}

func contradicted(t *testing.T, text string, x *timeline.Target, s SeriesPoints, p Point, w time.Duration) {
	t.Helper()
	for j := range x.Series {
		a := &x.Series[j]
		if a.Name != "a" {
			continue
		}
		for i := range x.Scrapes {
			v := a.Values[i]
			if i > p.Scrape || Broken(x, GapRule{}, i, p.Scrape) {
				continue // a window may begin up to a gap before its run, and then speaks of the run
			}
			if x.Scrapes[i].At <= p.At-timeline.Time(w) || x.Scrapes[i].At > p.At || timeline.IsAbsent(v) {
				continue
			}
			same := compareLabels(a.Labels, s.Labels) == 0
			if text[:6] == "absent" || same && (text[:3] == "min" && v < p.Value || text[:3] == "max" && v > p.Value) {
				t.Fatalf("%s = %v at %v: %v at %v", text, p.Value, p.At, v, x.Scrapes[i].At)
			}
		}
	}
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
