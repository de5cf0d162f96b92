package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"roomline/rules/mql"
	"roomline/timeline"
)

// What is measured: four queries over 2,000 series of 3,600 samples each, one a second.
const (
	instances = 8
	ranks     = 250
	samples   = 3600
)

// count() keeps the answers of two of them small, so that writing them does not count.
var queries = []string{
	`sum by (instance) (rate(m[1m]))`,
	`count(min_over_time(g[30s]) == 0)`,
	`max by (instance) (g) > 40`,
	`count(quantile_over_time(0.99, g[1m]) > 48)`,
}

// tooLong is how long the server may take for a query that is to be measured more than once.
const tooLong = 20 * time.Second

// cost is what one evaluation took.
type cost struct{ wall, cpu time.Duration }

// contender evaluates a query.
type contender struct {
	name string
	run  func(query string) (cost, error)
}

// bench measures everybody in turns, so that a busy machine is busy for all, and prints medians as
// ratios: how many times the server's cost is ours.
func bench(binary string, runs int) error {
	targets := benchTargets()
	s, err := start(binary)
	if err != nil {
		return err
	}
	defer s.stop()
	for _, t := range targets {
		if err := s.load(asDataset(t)); err != nil {
			return err
		}
	}
	all := []contender{
		{"server", func(q string) (cost, error) { return s.cost(q) }},
		{"grid, 1 worker", ours(targets, mql.Span{Server: true}, nil)},
		{"grid, 2 workers", ours(targets, mql.Span{Server: true}, atOnce)},
		{"strict, 1 worker", ours(targets, mql.Span{}, nil)},
		{"strict, 2 workers", ours(targets, mql.Span{}, atOnce)},
	}
	for _, q := range queries {
		took := make([][]cost, len(all))
		for range runs {
			for i, c := range all {
				one, err := c.run(q)
				if err != nil {
					return err
				}
				took[i] = append(took[i], one)
			}
			if took[0][0].wall > tooLong {
				break
			}
		}
		report(q, all, took)
	}
	return nil
}

func report(query string, all []contender, took [][]cost) {
	fmt.Println(query)
	base := middle(took[0])
	for i, c := range all {
		m := middle(took[i])
		fmt.Printf("  %-18s wall %8.1f ms  CPU %8.1f ms   the server takes %.2f times the wall time, %.2f times the CPU\n", c.name,
			ms(m.wall), ms(m.cpu), ms(base.wall)/ms(m.wall), ms(base.cpu)/ms(m.cpu))
	}
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

func middle(in []cost) cost {
	var wall, cpu []time.Duration
	for _, c := range in {
		wall, cpu = append(wall, c.wall), append(cpu, c.cpu)
	}
	slices.Sort(wall)
	slices.Sort(cpu)
	return cost{wall[len(wall)/2], cpu[len(cpu)/2]}
}

func ours(targets []*timeline.Target, span mql.Span, workers mql.Workers) func(string) (cost, error) {
	return func(q string) (cost, error) {
		e, err := mql.Parse(q, nil)
		if err != nil {
			return cost{}, err
		}
		span.From, span.To, span.Workers = timeline.Time(begin)*1e6, timeline.Time(begin+(samples-1)*1000)*1e6, workers
		if span.Server {
			span.Step = time.Second
		}
		cpu, wall := ownCPU(), time.Now()
		g := e.Range(targets, mql.GapRule{}, span)
		took := cost{time.Since(wall), ownCPU() - cpu}
		if len(g.Series) == 0 {
			return took, fmt.Errorf("%s: no answer", q)
		}
		return took, nil
	}
}

// cost is what the server says that it took, without the writing of its answer.
func (s *server) cost(q string) (cost, error) {
	cpu := s.cpu()
	a, err := s.ask(q, grid{From: begin, To: begin + (samples-1)*1000, Step: 1000})
	if err != nil {
		return cost{}, err
	}
	return cost{time.Duration(max(1, a.Stats.ExecutionTimeMsec)) * time.Millisecond, s.cpu() - cpu}, nil
}

func ownCPU() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// cpu is the CPU time of the server's process, in steps of 10 ms.
func (s *server) cpu() time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	f := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

func atOnce(n int, do func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

func benchTargets() []*timeline.Target {
	r := rand.New(rand.NewPCG(3, 14))
	var out []*timeline.Target
	for i := range instances {
		t := &timeline.Target{Role: "prefill", Instance: "n" + strconv.Itoa(i), Interval: time.Second}
		for k := range samples {
			t.Scrapes = append(t.Scrapes, timeline.Scrape{At: timeline.Time(begin+int64(k)*1000) * 1e6, OK: true})
		}
		for _, name := range []string{"g", "m"} {
			for rank := range ranks {
				x := timeline.Series{Name: name, Created: timeline.NoTime, Samples: samples, Labels: []timeline.Label{
					{Name: "instance", Value: t.Instance}, {Name: "rank", Value: strconv.Itoa(rank)}, {Name: "role", Value: t.Role}}}
				total := 0.0
				for range samples {
					v := float64(r.IntN(50))
					if name == "m" {
						total += v
						v = total
					}
					x.Values = append(x.Values, v)
				}
				t.Series = append(t.Series, x)
			}
		}
		out = append(out, t)
	}
	return out
}

func asDataset(t *timeline.Target) dataset {
	d := dataset{Begin: begin}
	for _, s := range t.Series {
		x := series{Name: s.Name, Labels: map[string]string{}, V: s.Values}
		for _, l := range s.Labels {
			x.Labels[l.Name] = l.Value
		}
		for k := range s.Values {
			x.T = append(x.T, int64(k)*1000)
		}
		d.Series = append(d.Series, x)
	}
	return d
}
