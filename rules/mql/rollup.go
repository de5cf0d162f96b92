package mql

import "roomline/timeline"

// rollup is fn(selector[window]). Windows are (t-w, t], as in VictoriaMetrics.
type rollup struct {
	fn       *rollupFunc
	arg      *selector
	window   length
	number   node // the function's number, nil if it takes none
	keepName bool // of the metric, where the function would drop it
	// partial: where freshness is asked, a value above 0 counts though the window was not seen whole.
	// It is a lower bound then, so that only what grows with it may be built on it ([allowPartial]).
	partial bool
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
	win   window   // scratch
}

// newWindows finds the windows of a view. One is known if it lies in one run: the run's first scrape
// is at most a gap behind the window's begin, and some scrape lies inside.
func newWindows(v *view, at []timeline.Time, width timeline.Time, partial bool) *windows {
	n := len(at)
	w := &windows{view: v, at: at, width: width, lo: make([]int32, n), first: make([]int32, n), why: v.why}
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
		if j <= i && width > 0 && (whole || partial) {
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
	if s.server {
		return r.onServer(s, emit)
	}
	var c coverage
	args, why := argument(r.number, s)
	out := make([]float64, len(s.at))
	views := r.arg.inScope(s.views)
	for _, v := range views {
		w := newWindows(v, s.at, r.window.of(s.stepOf(v)), s.seen && r.partial)
		w.why = both(w.why, why)
		c.why = both(c.why, w.why)
		for _, p := range v.picks(r.arg) {
			if r.fn.fill != nil {
				r.fn.fill(w, p, out)
			} else {
				w.column(r, p, args, out)
			}
			mask(out, w.why)
			c.missing(v, p, out, w.why)
			w.onlySeen(out)
			emit(r.named(p.series.Name, row{labels: p.series.Labels, vals: out, why: w.why}))
		}
	}
	if len(views) == 0 {
		c.why = nowhere(len(s.at))
	}
	return c
}

func (r *rollup) named(name string, x row) row {
	if r.fn.keepName || r.keepName {
		x.name = name
	}
	return x
}

// onlySeen leaves of windows that were not seen whole what saw something.
func (w *windows) onlySeen(out []float64) {
	for k, part := range w.part {
		if part && !(out[k] > 0) {
			out[k] = timeline.Absent
		}
	}
}
