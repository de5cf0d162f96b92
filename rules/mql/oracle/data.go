package main

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// series is one time series, with the samples that the server is given.
type series struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
	T      []int64           `json:"t"` // milliseconds behind begin
	V      []float64         `json:"v"`
}

// dataset is what one server holds.
type dataset struct {
	Name   string   `json:"name"`
	Begin  int64    `json:"begin"` // milliseconds since 1970
	Series []series `json:"series"`
}

const (
	begin  = 1777593600000 // 2026-05-01T00:00:00Z
	points = 300
	every  = 5000 // milliseconds
)

// generate makes a data set, always the same one. An irregular one has jitter, gaps and scrapes that
// lack single series. Values have few digits: the server keeps decimals.
func generate(irregular bool) dataset {
	r := rand.New(rand.NewPCG(17, 4))
	d := dataset{Name: "regular", Begin: begin}
	if irregular {
		d.Name = "irregular"
	}
	for _, inst := range []struct{ name, role string }{{"a", "prefill"}, {"b", "prefill"}, {"c", "decode"}} {
		times := scrapes(r, irregular)
		add := func(name string, labels map[string]string, next func() float64) {
			labels["instance"], labels["role"] = inst.name, inst.role
			s := series{Name: name, Labels: labels}
			for _, t := range times {
				v := next()
				if irregular && r.IntN(15) == 0 {
					continue
				}
				s.T, s.V = append(s.T, t), append(s.V, v)
			}
			d.Series = append(d.Series, s)
		}
		for rank := range 2 {
			l := func() map[string]string { return map[string]string{"rank": fmt.Sprint(rank)} }
			add("queue", l(), steps(r, 0, 12))
			add("temp", l(), walk(r, 20+10*float64(rank)))
			add("requests_total", l(), counter(r, 7, 0.01, 0))
			add("errors_total", l(), counter(r, 1.3, 0, 1e6))
		}
		add("info", map[string]string{"version": "v" + inst.name}, func() float64 { return 1 })
		if inst.name == "c" {
			continue
		}
		buckets := histogram(r)
		for i, le := range []string{"0.1", "1", "5", "+Inf"} {
			add("lat_bucket", map[string]string{"le": le}, buckets(i))
		}
	}
	return d
}

func scrapes(r *rand.Rand, irregular bool) []int64 {
	var out []int64
	t := int64(0)
	for range points {
		at := t
		if irregular {
			at += int64(r.IntN(1500))
			if r.IntN(60) == 0 {
				t += int64(20000 + r.IntN(150000))
			}
		}
		out = append(out, at)
		t += every
	}
	return out
}

func steps(r *rand.Rand, low, high int) func() float64 {
	v := low
	return func() float64 {
		switch r.IntN(4) {
		case 0:
			v = low + r.IntN(high-low)
		case 1:
			v = max(low, v-2)
		}
		return float64(v)
	}
}

func walk(r *rand.Rand, v float64) func() float64 {
	return func() float64 {
		v = max(1, v+r.NormFloat64())
		return math.Round(v*1000) / 1000
	}
}

func counter(r *rand.Rand, step, resets, v float64) func() float64 {
	return func() float64 {
		if v += float64(r.IntN(int(step*10))) / 10; r.Float64() < resets {
			v = 0
		}
		return math.Round(v*10) / 10
	}
}

// histogram makes cumulative buckets that grow together.
func histogram(r *rand.Rand) func(i int) func() float64 {
	counts := make([][]float64, 4)
	var now [4]float64
	for range points {
		for range r.IntN(6) {
			for i := r.IntN(4); i < 4; i++ {
				now[i]++
			}
		}
		for i := range now {
			counts[i] = append(counts[i], now[i])
		}
	}
	return func(i int) func() float64 {
		k := -1
		return func() float64 {
			k++
			return counts[i][k]
		}
	}
}
