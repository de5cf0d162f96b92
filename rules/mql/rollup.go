package mql

import (
	"time"

	"roomline/timeline"
)

// rollup is fn(selector[window]). Windows are (t-w, t], as in VictoriaMetrics.
type rollup struct {
	fn     *rollupFunc
	arg    *selector
	window time.Duration
	// partial: where freshness is asked, a value above 0 counts though the window was not seen whole.
	// It is a lower bound then, so that only what grows with it may be built on it ([allowPartial]).
	partial bool
}

// rollupFunc computes one series over all windows.
type rollupFunc struct {
	name     string
	keepName bool
	fill     func(w *windows, p pick, out []float64)
	lower    bool // of a part of a window it gives a lower bound
}

// rollupFuncs by name; absent_over_time is a node of its own.
var rollupFuncs = byName([]rollupFunc{
	{name: "increase", fill: fillIncrease, lower: true},
	{name: "rate", fill: fillRate},
	{name: "irate", fill: fillIrate},
	{name: "changes", fill: fillChanges, lower: true},
	{name: "resets", fill: fillResets, lower: true},
	{name: "delta", fill: fillDelta},
	{name: "min_over_time", fill: fillMin, keepName: true},
	{name: "max_over_time", fill: fillMax, keepName: true},
	{name: "sum_over_time", fill: fillSum},
	{name: "avg_over_time", fill: fillAvg, keepName: true},
	{name: "count_over_time", fill: fillCount},
	{name: "present_over_time", fill: fillPresent},
	{name: "first_over_time", fill: fillFirst, keepName: true},
	{name: "last_over_time", fill: fillLast, keepName: true},
})

func byName(fs []rollupFunc) map[string]*rollupFunc {
	out := map[string]*rollupFunc{}
	for i := range fs {
		out[fs[i].name] = &fs[i]
	}
	return out
}

// windows are the windows of a view: the same for all its series.
type windows struct {
	*view
	at    []timeline.Time
	width timeline.Time
	lo    []int32  // the first scrape inside, at most idx
	first []int32  // of the run
	why   []Reason // of a window; nil: all known
	part  []bool   // known though not seen whole (freshness)
	k0    int      // the first position that a scrape vouches for
	end   int      // behind its last scrape; 0: none vouches for any
	steps          // scratch
}

// newWindows finds the windows of a view. One is known if it lies in one run: the run's first scrape
// is at most a gap behind the window's begin, and some scrape lies inside.
func newWindows(v *view, at []timeline.Time, width time.Duration, partial bool) *windows {
	n := len(at)
	w := &windows{view: v, at: at, width: timeline.Time(width), lo: make([]int32, n), first: make([]int32, n), why: v.why}
	j, scrapes, own := 0, v.target.Scrapes, false
	for k, t := range at {
		i := int(v.idx[k])
		if i < 0 {
			continue
		}
		if w.end == 0 {
			w.k0 = k
		}
		w.end = i + 1
		first := int(v.runs.first[i])
		j = max(j, first)
		for j <= i && scrapes[j].At <= t-w.width {
			j++
		}
		w.lo[k], w.first[k] = int32(j), int32(first)
		whole := scrapes[first].At <= t-w.width+v.runs.grace()
		if j <= i && (whole || partial) {
			if !whole {
				w.notePart(k)
			}
			continue
		}
		if !own {
			w.why, own = append(make([]Reason, 0, n), v.why...), true
			w.why = w.why[:n]
		}
		w.why[k] = ScrapeGap
	}
	return w
}

func (w *windows) notePart(k int) {
	if w.part == nil {
		w.part = make([]bool, len(w.at))
	}
	w.part[k] = true
}

func (w *windows) known(k int) bool { return w.why == nil || w.why[k] == Known }

func (r *rollup) eval(s *scope, emit func(row)) coverage {
	var c coverage
	out := make([]float64, len(s.at))
	views := r.arg.inScope(s.views)
	for _, v := range views {
		w := newWindows(v, s.at, r.window, s.seen && r.partial)
		c.why = both(c.why, w.why)
		for _, p := range v.picks(r.arg) {
			r.fn.fill(w, p, out)
			mask(out, w.why)
			c.missing(v, p, out, w.why)
			w.onlySeen(out)
			x := row{labels: p.series.Labels, vals: out, why: w.why}
			if r.fn.keepName {
				x.name = p.series.Name
			}
			emit(x)
		}
	}
	if len(views) == 0 {
		c.why = nowhere(len(s.at))
	}
	return c
}

// onlySeen leaves of windows that were not seen whole what saw something.
func (w *windows) onlySeen(out []float64) {
	for k, part := range w.part {
		if part && !(out[k] > 0) {
			out[k] = timeline.Absent
		}
	}
}

// absentOver is absent_over_time(selector[w]): 1 where no scrape in the window shows a selected
// series.
type absentOver struct {
	arg    *selector
	window time.Duration
}

func (a *absentOver) eval(s *scope, emit func(row)) coverage {
	r := rollup{fn: rollupFuncs["present_over_time"], arg: a.arg, window: a.window}
	return absentOf(&r, a.arg.constants(), s, emit)
}
