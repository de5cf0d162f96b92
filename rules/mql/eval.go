package mql

import (
	"slices"

	"roomline/timeline"
)

// Sample is one series of an answer at one time.
type Sample struct {
	Name   string           // of the metric, "" where the expression drops it
	Labels []timeline.Label // sorted, without the name; shared, not to be changed
	Value  float64
}

// Vector is an answer at one time, sorted by labels and name.
type Vector []Sample

// SeriesPoints are the known values of one series, oldest first.
type SeriesPoints struct {
	Name   string // of the metric; "" where the expression drops it, or several followed each other
	Labels []timeline.Label
	Points []Point
}

// Point is a known value at a scrape of the target.
type Point struct {
	Scrape int
	At     timeline.Time
	Value  float64
}

// Eval is an expression on one target, with what needs to be found out only once. It belongs to one
// goroutine.
type Eval struct {
	e     *Expr
	r     *reader
	fresh []bool // by scrape, once it was asked for
}

// On prepares the evaluation of an expression on one target.
func (e *Expr) On(t *timeline.Target, g GapRule) *Eval { return &Eval{e: e, r: newReader(t, g)} }

// Runs are the runs of the target.
func (v *Eval) Runs() *Runs { return v.r.runs }

// At is [Eval.At] for a single question.
func (e *Expr) At(t *timeline.Target, i int, g GapRule) (Vector, error) { return e.On(t, g).At(i) }

// Points is [Eval.Points].
func (e *Expr) Points(t *timeline.Target, g GapRule) []SeriesPoints { return e.On(t, g).Points() }

// FreshAt is [Eval.FreshAt] for a single question.
func (e *Expr) FreshAt(t *timeline.Target, i int, g GapRule) bool {
	v := e.On(t, g)
	if e.whole {
		return v.FreshAt(i)
	}
	return v.freshIn(i, i+1)[0]
}

// At is the answer at scrape i; its error is an [*Unknown]. An empty answer is known: nothing there
// satisfies the expression.
func (v *Eval) At(i int) (Vector, error) {
	s, k := v.r.span(i, i+1), 0
	if v.e.whole {
		s, k = v.r.span(0, len(v.r.target.Scrapes)), i
	}
	var rows []row
	why := s.answer(v.e.root, func(r row) { rows = append(rows, keep(r)) })
	if why != nil && why[k] != Known {
		return nil, &Unknown{why[k]}
	}
	return vector(rows, k), nil
}

func vector(rows []row, k int) Vector {
	slices.SortStableFunc(rows, compareRows)
	var out Vector
	for _, r := range rows {
		if !timeline.IsAbsent(r.vals[k]) {
			out = append(out, Sample{r.name, r.labels, r.vals[k]})
		}
	}
	return out
}

// FreshAt says whether the expression shows at scrape i that something was written: it has a value
// there. changes, increase and resets need no whole window for that where they saw a change, as long
// as a lower bound is enough for the rest of the expression.
func (v *Eval) FreshAt(i int) bool {
	if v.fresh == nil {
		v.fresh = v.freshIn(0, len(v.r.target.Scrapes))
	}
	return v.fresh[i]
}

func (v *Eval) freshIn(i, j int) []bool {
	s := v.r.span(i, j)
	s.seen = true
	out := make([]bool, j-i)
	s.answer(v.e.root, func(r row) {
		for k, x := range r.vals {
			out[k] = out[k] || !timeline.IsAbsent(x)
		}
	})
	return out
}

// Points are all known values on the target, sorted by labels. Metrics that differ in their name
// alone become one series where no scrape shows both (a metric that was renamed), else they stay
// apart. At a scrape that no point names the value is unknown or none.
func (v *Eval) Points() []SeriesPoints { return v.PointsWith(nil) }

// PointsWith is [Eval.Points] by several workers; the points are the same.
func (v *Eval) PointsWith(workers Workers) []SeriesPoints {
	return v.pointsIn(v.r.span(0, len(v.r.target.Scrapes)), nil, workers)
}

// pointsIn are the points of a scope; scrapes are those of its positions, nil: all of the target.
func (v *Eval) pointsIn(s *scope, scrapes []int, workers Workers) []SeriesPoints {
	var out []SeriesPoints
	all, _ := v.e.pieces(s, workers, func(r row, part *scope, at int) piece {
		return piece{row: row{name: r.name, labels: r.labels}, points: points(r.vals, part.at, at)}
	})
	for _, p := range all {
		for i := range p.points {
			if scrapes != nil {
				p.points[i].Scrape = scrapes[p.points[i].Scrape]
			}
		}
	}
	for _, p := range all {
		if p.points != nil {
			out = append(out, SeriesPoints{p.name, p.labels, p.points})
		}
	}
	slices.SortStableFunc(out, func(a, b SeriesPoints) int {
		return compareRows(row{name: a.Name, labels: a.Labels}, row{name: b.Name, labels: b.Labels})
	})
	return follow(out)
}

// points are the values that are there; from is the scrape of the first.
func points(vals []float64, at []timeline.Time, from int) []Point {
	n := 0
	for _, v := range vals {
		if !timeline.IsAbsent(v) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	out := make([]Point, 0, n)
	for i, v := range vals {
		if !timeline.IsAbsent(v) {
			out = append(out, Point{from + i, at[i], v})
		}
	}
	return out
}

// follow joins series of the same labels that are never there at once.
func follow(in []SeriesPoints) []SeriesPoints {
	var out []SeriesPoints
	for len(in) > 0 {
		n := 1
		for n < len(in) && compareLabels(in[n].Labels, in[0].Labels) == 0 {
			n++
		}
		if one, ok := joined(in[:n]); ok {
			out = append(out, one)
		} else {
			out = append(out, in[:n]...)
		}
		in = in[n:]
	}
	return out
}

func joined(in []SeriesPoints) (SeriesPoints, bool) {
	if len(in) == 1 {
		return in[0], true
	}
	one := SeriesPoints{Labels: in[0].Labels}
	for _, s := range in {
		one.Points = append(one.Points, s.Points...)
	}
	slices.SortFunc(one.Points, func(a, b Point) int { return a.Scrape - b.Scrape })
	for i := range one.Points[1:] {
		if one.Points[i].Scrape == one.Points[i+1].Scrape {
			return one, false
		}
	}
	return one, true
}
