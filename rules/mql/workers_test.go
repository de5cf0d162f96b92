package mql

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"roomline/timeline"
)

// atOnce runs every part in a goroutine of its own.
func atOnce(n int, do func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

// ragged is large enough to be parted, with gaps, failed scrapes, holes and resets by fractions.
func ragged(series, scrapes int) *timeline.Target {
	r := rand.New(rand.NewPCG(5, 9))
	x := hour(series, scrapes)
	for i := range x.Scrapes {
		x.Scrapes[i].OK = r.IntN(300) > 0
		if r.IntN(200) == 0 {
			for j := i; j < scrapes; j++ {
				x.Scrapes[j].At += 7 * timeline.Second
			}
		}
	}
	for j := range x.Series {
		v := 0.0
		for i := range x.Series[j].Values {
			if v += float64(r.IntN(5)) / 7; r.IntN(90) == 0 {
				v /= 3
			}
			x.Series[j].Values[i] = v
			if r.IntN(400) == 0 || !x.Scrapes[i].OK {
				x.Series[j].Values[i] = timeline.Absent
			}
		}
	}
	return x
}

// TestWorkers: two workers give the very bits that one gives, at scrapes, on grids, and as a server
// does.
func TestWorkers(t *testing.T) {
	x := ragged(120, 2500)
	y := ragged(10, 2500)
	y.Instance = "n2"
	for _, text := range []string{`sum by (instance) (rate(m[1m]))`, `increase(m[1m])`, `min_over_time(m[30s]) == 0`, `max by (instance) (m) > 40`,
		`quantile_over_time(0.99, m[1m]) > 48`, `topk(3, m)`, `m / sum(m)`, `m unless on (rank) m > 3`,
		`sum(resets(m[1m] offset 10s)) default 0`, `range_max(m)`, `max_over_time(sum(m)[1m:10s])`} {
		e := mustParse(t, text)
		if a, b := e.On(x, GapRule{}).Points(), e.On(x, GapRule{}).PointsWith(atOnce); !samePoints(a, b) {
			t.Errorf("%s: points differ", text)
		}
		for _, span := range []Span{{}, {Step: 7 * time.Second}, {Step: 7 * time.Second, Server: true}} {
			span.From, span.To = timeline.NoTime, timeline.NoTime
			one := e.Range([]*timeline.Target{x, y}, GapRule{}, span)
			span.Workers = atOnce
			if two := e.Range([]*timeline.Target{x, y}, GapRule{}, span); !sameGrid(one, two) {
				t.Errorf("%s, %+v: grids differ", text, span.Step)
			}
		}
	}
}

func samePoints(a, b []SeriesPoints) bool {
	return slices.EqualFunc(a, b, func(p, q SeriesPoints) bool {
		return p.Name == q.Name && compareLabels(p.Labels, q.Labels) == 0 && slices.EqualFunc(p.Points, q.Points, func(p, q Point) bool {
			return p.Scrape == q.Scrape && p.At == q.At && math.Float64bits(p.Value) == math.Float64bits(q.Value)
		})
	})
}

func sameGrid(a, b *Grid) bool {
	bits := func(v, w float64) bool { return math.Float64bits(v) == math.Float64bits(w) }
	return slices.Equal(a.Times, b.Times) && slices.Equal(a.Why, b.Why) && slices.EqualFunc(a.Series, b.Series, func(p, q GridSeries) bool {
		return p.Name == q.Name && compareLabels(p.Labels, q.Labels) == 0 && slices.Equal(p.Why, q.Why) && slices.EqualFunc(p.Values, q.Values, bits)
	})
}
