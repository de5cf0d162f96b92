package main

import (
	"testing"
	"time"
)

func TestMet(t *testing.T) {
	for _, c := range []struct {
		row         row
		shown, want string
	}{
		{row{value: 0.45, known: true, must: 0.6, aim: 0.45}, "0.45", "aim"},
		{row{value: 0.5, known: true, must: 0.6, aim: 0.45}, "0.50", "must"},
		{row{value: 0.61, known: true, must: 0.6, aim: 0.45}, "0.61", "**no**"},
		{row{value: 8, known: true, must: 7, aim: 10, atLeast: true}, "8.00", "must"},
		{row{value: 6.9, known: true, must: 7, aim: 10, atLeast: true}, "6.90", "**no**"},
		{row{value: 61, known: true, must: 70, aim: 40, unit: " MiB"}, "61 MiB", "must"},
		{row{must: 1, aim: 1}, "not measured", ""},
		{row{value: 2, known: true, free: true}, "2.00", ""},
	} {
		if got := c.row.met(); got != c.want || c.row.shown() != c.shown {
			t.Errorf("%+v is shown as %s, %q", c.row, c.row.shown(), got)
		}
	}
}

// The medians of two jobs are divided, not the rounds.
func TestRows(t *testing.T) {
	of := func(walls ...time.Duration) *result {
		r := &result{}
		for _, w := range walls {
			r.samples = append(r.samples, sample{wall: w * time.Second, cpu: w * time.Second, rss: 10 << 20})
		}
		return r
	}
	told := func(n string) *result {
		return &result{stderr: "roomline: debug: assembled after 2s: " + n + " heap allocations, 7 bytes in all\n"}
	}
	b := &bench{results: map[string]*result{
		rgOne: of(4, 2, 100), mainJob: of(1, 3, 2), lnavJob: of(10, 12), allocsOne: told("100"), allocsPair: told("350")}}
	b.decode.size, b.prefill.size = 1<<29, 1<<28
	want := map[string]float64{"main job / `rg -c -f`, wall": 0.5, "the same, cpu": 0.5, "lnav, load and index / main job, wall": 5.5,
		"peak RSS per GiB": 20, "heap allocations for one GiB more, read and assembled": 1000}
	for _, r := range b.rows() {
		if w, ok := want[r.what]; ok != r.known || w != r.value && ok {
			t.Errorf("%s is %v (%v), not %v", r.what, r.value, r.known, w)
		}
	}
}

func TestBenchLine(t *testing.T) {
	text := "goos: linux\nBenchmarkJudge-2   \t      10\t  51234567 ns/op\t 3 allocs/op\nBenchmarkAgain/batch-2  \t 10\t 1500000 ns/op\nBenchmarkAgain/plain  \t 10\t 2500000.5 ns/op\n"
	got := slowest(text)
	if len(got) != 2 || got["BenchmarkJudge"] != 51.234567 || got["BenchmarkAgain"] != 2.5000005 {
		t.Errorf("read as %v", got)
	}
}
