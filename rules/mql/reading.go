package mql

import "roomline/timeline"

// Reading is how an expression is read where a rule asks for less than what was surely seen; the zero value is
// what all else rests on.
type Reading struct {
	// Partial: an aggregate is over the series that a scrape shows, though the target shows more of them at
	// others. [Expr.Seen] tells how many.
	Partial bool
	// Server: the values are those that VictoriaMetrics v1.151.0 would draw at the scrapes, with its guesses about
	// what lies between samples. Which times were scraped stays what was seen.
	Server bool
}

// PointsAs is [Expr.Points] in another reading.
func (e *Expr) PointsAs(t *timeline.Target, g GapRule, r Reading) []SeriesPoints {
	v := e.On(t, g)
	if !r.Server {
		s := v.r.span(0, len(t.Scrapes))
		s.partial = r.Partial
		return v.pointsIn(s, nil, nil)
	}
	s, scrapes := v.r.served()
	return v.pointsIn(s, scrapes, nil)
}

// served asks a server at each good scrape, in steps of the usual interval; scrapes are those.
func (r *reader) served() (s *scope, scrapes []int) {
	s = &scope{server: true, step: r.interval()}
	if s.step <= 0 {
		s.step = timeline.Time(60 * timeline.Second)
	}
	for i, x := range r.target.Scrapes {
		if r.runs.first[i] >= 0 {
			s.at, scrapes = append(s.at, x.At), append(scrapes, i)
		}
	}
	if n := len(s.at); n > 0 {
		s.from, s.to = s.at[0], s.at[n-1]
	}
	return s.look([]*reader{r}, notHeld), scrapes
}

// Seen tells how many of the series that the expression selects are there at the one of some scrapes that lacks
// most, of those that the target shows at whatever scrape and that existed by then.
func (e *Expr) Seen(t *timeline.Target, g GapRule, at []Point) (seen, of int) {
	v := &view{reader: newReader(t, g)}
	var all []pick
	counted := map[*timeline.Series]bool{}
	for _, sel := range e.sels {
		for _, p := range v.picks(sel) {
			if !counted[p.series] {
				counted[p.series] = true
				all = append(all, p)
			}
		}
	}
	for i, x := range at {
		n, m := v.shown(all, x.Scrape)
		if i == 0 || m-n > of-seen {
			seen, of = n, m
		}
	}
	return seen, of
}

func (v *view) shown(all []pick, scrape int) (seen, of int) {
	for _, p := range all {
		if !timeline.IsAbsent(p.series.Values[scrape]) {
			seen, of = seen+1, of+1
		} else if !v.notYet(p, scrape) {
			of++
		}
	}
	return seen, of
}

// settled is what is unknown of an aggregate's answer as a whole: where a series is missing, unless the
// reading is of those that are there.
func (c coverage) settled(s *scope) []Reason {
	if s.partial {
		return c.why
	}
	return c.settle()
}

// lacking is what is unknown of one group where series are missing: that it has none there.
func (c coverage) lacking(s *scope, why []Reason, vals []float64) []Reason {
	if !s.partial || c.hole == nil {
		return why
	}
	out := make([]Reason, len(vals))
	copy(out, why)
	for k, h := range c.hole {
		if h && out[k] == Known && timeline.IsAbsent(vals[k]) {
			out[k] = SeriesAbsent
		}
	}
	return out
}
