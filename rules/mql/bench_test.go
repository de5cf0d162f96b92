package mql

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"roomline/timeline"
)

// BenchmarkPoints: 2,000 series scraped each second for an hour.
func BenchmarkPoints(b *testing.B) {
	x := hour(2000, 3600)
	for _, text := range []string{
		`sum by (instance) (rate(m[1m]))`,
		`max by (instance) (m) > 40`,
		`min_over_time(m[30s]) == 0`,
		`sum by (instance) (avg_over_time(m[1m]))`,
		`sum(m) / sum(m offset 30s)`,
		`m * 2 > 1e9`,
	} {
		b.Run(text, func(b *testing.B) {
			e := mustParse(b, text)
			b.ReportAllocs()
			for b.Loop() {
				e.Points(x, GapRule{})
			}
		})
	}
	b.Run("At", func(b *testing.B) {
		v := mustParse(b, `sum by (instance) (rate(m[1m]))`).On(x, GapRule{})
		b.ReportAllocs()
		for b.Loop() {
			if _, err := v.At(3000); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func hour(series, scrapes int) *timeline.Target {
	r := rand.New(rand.NewPCG(1, 2))
	x := &timeline.Target{Role: "prefill", Instance: "n1", Interval: time.Second}
	for i := range scrapes {
		x.Scrapes = append(x.Scrapes, timeline.Scrape{At: timeline.Time(i+1000) * timeline.Second, OK: true})
	}
	for i := range series {
		s := timeline.Series{Name: "m", Labels: []timeline.Label{{Name: "instance", Value: "n1"}, {Name: "rank", Value: fmt.Sprint(i)}, {Name: "role", Value: "prefill"}}, Created: timeline.NoTime}
		v := 0.0
		for range scrapes {
			v += float64(r.IntN(5))
			s.Values = append(s.Values, v)
		}
		x.Series = append(x.Series, s)
	}
	return x
}
