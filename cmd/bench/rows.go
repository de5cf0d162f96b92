package main

import (
	"fmt"
	"regexp"
	"strconv"
)

// row is a line of the table. Value is at most must, at best at most aim; atLeast turns that round.
type row struct {
	what      string
	value     float64
	known     bool
	unit      string // " s", " MiB", "" of a ratio
	must, aim float64
	atLeast   bool
	told      string // instead of a value
	free      bool   // no target: told as it is
}

// rows are the table: each measure with what it must be and what it should be.
func (b *bench) rows() []row {
	ratio := func(what, a, of string, must, aim float64, how func(sample) float64) row {
		x, ok := b.median(a, how)
		y, ok2 := b.median(of, how)
		return row{what: what, value: x / y, known: ok && ok2, must: must, aim: aim}
	}
	one := func(what, name, unit string, scale, must, aim float64, how func(sample) float64) row {
		x, ok := b.median(name, how)
		return row{what: what, value: x * scale, known: ok, unit: unit, must: must, aim: aim}
	}
	perGiB := float64(1<<30) / float64(b.decode.size)
	lnav := ratio("lnav, load and index / main job, wall", lnavJob, mainJob, 7, 10, wallOf)
	lnav.atLeast = true
	shipped := ratio("the shipped packs / `rg`, wall", shippedJob, rgOne, 0, 0, wallOf)
	shippedBoth := ratio("the shipped packs on the pair / `rg` on it, wall", shippedPair, rgPair, 0, 0, wallOf)
	shipped.free, shippedBoth.free = true, true
	return []row{
		ratio("main job / `rg -c -f`, wall", mainJob, rgOne, 0.60, 0.45, wallOf),
		ratio("the same, cpu", mainJob, rgOne, 1.0, 0.70, cpuOf),
		ratio("the pair / `rg` on the pair, wall", pairJob, rgPair, 1.2, 0.90, wallOf),
		ratio("main job with all gauges / `rg`, wall", gaugesJob, rgOne, 0.9, 0.60, wallOf),
		ratio("portable build / `rg`, wall", portableJob, rgOne, 1.5, 1.0, wallOf),
		shipped,
		shippedBoth,
		lnav,
		ratio("400 rules of one literal / 50 of them, wall", rules400, rules50, 2.5, 1.6, wallOf),
		one("361 CRE rules, imported, on 10 MiB, start-up and all, cpu", creJob, " s", 1, 0.3, 0.2, cpuOf),
		ratio("the same / 50 rules of one literal, cpu", creJob, creFifty, 2.5, 1.6, cpuOf),
		ratio(".gz / its decoder alone, wall", gzOurs, gzAlone, 1.15, 1.15, wallOf),
		ratio(".zst / its decoder alone, wall", zstOurs, zstAlone, 1.15, 1.15, wallOf),
		one("peak RSS per GiB", mainJob, " MiB", perGiB, 70, 40, rssOf),
		one("the pair five times over, as ten files, peak RSS", tenJob, " MiB", perGiB, 600, 400, rssOf),
		one("second opening of the unchanged pair", secondJob, " s", perGiB, 0.25, 0.1, wallOf),
		one("start-up: `report samples/nixl-wedge`", startJob, " ms", 1000, 60, 30, wallOf),
		b.judge("full judge by 96 rules, 10^6 facts, 10^5 rooms", "BenchmarkJudge", 250, 100),
		b.judge("the same by the 56 rules of `sglang-pd` alone", "BenchmarkJudgePD", 250, 100),
		b.judge("one new fact judged again, the slowest of its kinds", "BenchmarkAgain", 10, 5),
		b.heap("heap allocations for one GiB more, read and assembled", "assembled"),
		b.heap("heap allocations for one GiB more, judged and reported too", "done"),
		b.whole(),
	}
}

func (b *bench) judge(what, name string, must, aim float64) row {
	ms, ok := b.judged[name]
	return row{what: what, value: ms, known: ok, unit: " ms", must: must, aim: aim}
}

// heap is what one GiB more allocates up to a stage: the other log beside the first.
func (b *bench) heap(what, stage string) row {
	one, ok := b.allocations(allocsOne, stage)
	pair, ok2 := b.allocations(allocsPair, stage)
	more := (pair - one) * (1 << 30) / float64(b.prefill.size)
	return row{what: what, value: more, known: ok && ok2, must: 10_000, aim: 1_000}
}

// whole is what a run allocates from its start to its end.
func (b *bench) whole() row {
	n, ok := b.allocations(allocsOne, "done")
	return row{what: "heap allocations of the whole main job", value: n, known: ok, free: true}
}

// allocations are what a run told of itself at a stage.
func (b *bench) allocations(name, stage string) (float64, bool) {
	r := b.results[name]
	if r == nil {
		return 0, false
	}
	m := regexp.MustCompile(`debug: ` + stage + ` after .*: (\d+) heap allocations`).FindStringSubmatch(r.stderr)
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(m[1], 64)
	return n, err == nil
}

// shown is the value as the table has it.
func (r *row) shown() string {
	switch {
	case r.told != "":
		return r.told
	case !r.known:
		return "not measured"
	case r.unit == " MiB" || r.unit == " ms" || r.value >= 100:
		return fmt.Sprintf("%.0f%s", r.value, r.unit)
	case r.unit == " s":
		return fmt.Sprintf("%.3f s", r.value)
	}
	return fmt.Sprintf("%.2f", r.value)
}

// met says how a value stands to its targets.
func (r *row) met() string {
	within := func(limit float64) bool { return r.value <= limit }
	if r.atLeast {
		within = func(limit float64) bool { return r.value >= limit }
	}
	switch {
	case r.free || !r.known:
		return ""
	case within(r.aim):
		return "aim"
	case within(r.must):
		return "must"
	}
	return "**no**"
}
