package tui

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"roomline/timeline"
	"roomline/tui/cells"
)

// gauge is a series with what is needed to draw it.
type gauge struct {
	target *timeline.Target
	series *timeline.Series
	at     []int64  // scrape times, shared by the series of a target
	hold   int64    // how long a value stands for what follows it
	top    float64  // the scale of the whole incident, not of the window: its greatest value, 0 at least
	most   float64  // its greatest value, NaN if it has none
	zero   bool     // it never was anything but zero
	twin   int      // how many series of the same process, name and labels other targets have before it
	insts  []string // how its instance may be written, the longest first
	frozen spans    // where a rule found that nothing shows that it was written
}

// scrapeTimes gives the times of a target's scrapes and how long a value holds: one and a half of
// its median interval.
func scrapeTimes(t *timeline.Target) (at []int64, hold int64) {
	at = make([]int64, len(t.Scrapes))
	var steps []int64
	for i, s := range t.Scrapes {
		at[i] = int64(s.At)
		if i > 0 {
			steps = append(steps, at[i]-at[i-1])
		}
	}
	hold = int64(t.Interval)
	if hold == 0 && len(steps) > 0 {
		slices.Sort(steps)
		hold = steps[len(steps)/2]
	}
	return at, hold + hold/2
}

func newGauge(t *timeline.Target, s *timeline.Series, at []int64, hold int64) *gauge {
	g := &gauge{target: t, series: s, at: at, hold: hold, most: math.NaN(), zero: true}
	for _, v := range s.Values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			g.top = max(g.top, v)
			g.zero = g.zero && v == 0
			if !(v <= g.most) {
				g.most = v
			}
		}
	}
	return g
}

// value is what a column shows: the greatest value written in it, else the one before it while that
// holds. A scrape that failed or lacks the series ends what holds.
func (g *gauge) value(lo, hi int64) cells.Value {
	i, j := search(g.at, lo), search(g.at, hi)
	v := cells.Value{V: math.Inf(-1)}
	for k := i; k < j; k++ {
		if x, ok := g.sample(k); ok {
			v.V, v.Known = max(v.V, x), true
		}
	}
	if i == j && i > 0 && lo-g.at[i-1] <= g.hold {
		v.V, v.Known = g.sample(i - 1)
	}
	v.Held = v.Known && g.frozen.overlaps(lo, hi)
	return v
}

func (g *gauge) sample(k int) (float64, bool) {
	if k >= len(g.series.Values) || !g.target.Scrapes[k].OK {
		return 0, false
	}
	v := g.series.Values[k]
	return v, !math.IsNaN(v)
}

// name is short enough for a label: num_prefill_inflight_queue_reqs is inflight_q; what log lines
// print begins with #.
func (g *gauge) name() string {
	n := g.series.Name[strings.LastIndexByte(g.series.Name, ':')+1:]
	for _, p := range []string{"num_", "prefill_", "decode_"} {
		n = strings.TrimPrefix(n, p)
	}
	n = strings.TrimSuffix(strings.TrimSuffix(n, "s"), "_req")
	n = strings.ReplaceAll(n, "_queue", "_q")
	if g.target.Logged {
		n = "#" + n
	}
	return n
}

// id is unique among all series.
func (g *gauge) id() string {
	s := g.target.Base() + " " + g.series.Name + "{" + g.labels() + "}"
	if g.twin > 0 {
		s += " (" + strconv.Itoa(g.twin+1) + ")"
	}
	return s
}

// labels names what tells a series from its siblings: its labels without the stamped ones.
func (g *gauge) labels() string {
	var parts []string
	for _, l := range g.series.Labels {
		switch l.Name {
		case "role", "instance", "group", "model_name", "engine_type":
		default:
			parts = append(parts, l.Name+"="+l.Value)
		}
	}
	return strings.Join(parts, ",")
}

// mainWords order the gauges that lanes begin with: the queues that a stuck room stands in first.
// They are parts of names in use for queues; other gauges are on the Metrics screen.
var mainWords = []string{"transfer", "inflight", "infight", "bootstrap", "prealloc", "running", "queue", "waiting"}

// rank is the place of a gauge among the main ones, -1 if it is none.
func (g *gauge) rank() int {
	t := g.series.Type
	if t == "counter" || t == "histogram" || t == "summary" {
		return -1
	}
	for _, end := range []string{"_total", "_sum", "_count", "_bucket", "_seconds", "_ms", "_s", "_mb"} {
		if strings.HasSuffix(g.series.Name, end) {
			return -1
		}
	}
	for i, w := range mainWords {
		if strings.Contains(g.series.Name, w) {
			return i
		}
	}
	return -1
}

// mainGauges picks at most n of a process, scraped ones before those that logs print.
func mainGauges(all []*gauge, n int) []*gauge {
	var picked []*gauge
	for _, g := range all {
		if g.rank() >= 0 {
			picked = append(picked, g)
		}
	}
	slices.SortStableFunc(picked, func(a, b *gauge) int { // what never left zero comes last
		return cmp.Or(boolInt(a.top == 0)-boolInt(b.top == 0), a.rank()-b.rank())
	})
	seen := map[string]bool{}
	picked = slices.DeleteFunc(picked, func(g *gauge) bool {
		name := strings.TrimPrefix(strings.TrimSuffix(g.name(), "_q"), "#")
		twice := seen[name]
		seen[name] = true
		return twice
	})
	return picked[:min(n, len(picked))]
}

// quantile is a quantile of sorted durations, 0 of none.
func quantile(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}
