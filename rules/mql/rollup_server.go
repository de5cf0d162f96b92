package mql

import (
	"math"
	"time"

	"roomline/timeline"
)

// graceBefore is how much further back a server fetches for what needs the sample before a window.
const graceBefore = timeline.Time(5 * time.Minute)

// onServer evaluates as VictoriaMetrics does on a grid of fixed steps: without coverage, with its
// guesses about what lies between samples.
func (r *rollup) onServer(s *scope, emit func(row)) coverage {
	width := r.window.of(s.step)
	if r.window.implied() {
		width = 0
	}
	from := s.from - max(width, s.step)
	if r.fn.grace {
		from -= graceBefore
	}
	args, _ := argument(r.number, s)
	out := make([]float64, len(s.at))
	var win window
	for _, v := range s.views {
		for _, p := range v.picks(r.arg) {
			all := v.samples(p.series).between(from, s.to)
			if len(all.at) == 0 {
				continue
			}
			r.fn.slide(&win, s, all, width, args, out)
			emit(r.named(p.series.Name, row{labels: p.series.Labels, vals: out}))
		}
	}
	return coverage{}
}

// slide moves a window over the grid.
func (fn *rollupFunc) slide(w *window, s *scope, all samples, width timeline.Time, args, out []float64) {
	if fn.counter {
		all.vals = removeResets(all.vals)
	}
	reach := s.step
	if s.from < s.to {
		reach = maxPrevious(usualStep(all.at, s.step))
	}
	if width <= 0 {
		if width = s.step; fn.widens && width < reach {
			width = reach
		}
	}
	w.of(all)
	w.width = width
	i, j, n := 0, 0, len(all.at)
	for k, t := range s.at {
		begin := t - width
		for i < n && all.at[i] <= begin {
			i++
		}
		for j = max(i, j); j < n && all.at[j] <= t; j++ {
		}
		w.move(i, j)
		w.now, w.prev, w.prevAt = t, math.NaN(), begin-reach
		w.knownPrev, w.knownNext = math.NaN(), math.NaN()
		if i > 0 {
			w.knownPrev = all.vals[i-1]
			if i < n && all.at[i-1] > w.prevAt {
				w.prev, w.prevAt = all.vals[i-1], all.at[i-1]
			}
		}
		if j < n {
			w.knownNext = all.vals[j]
		}
		if args != nil {
			w.arg = args[k]
		}
		out[k] = something(fn.value(w))
	}
}
