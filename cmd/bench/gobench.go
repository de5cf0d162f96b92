package main

import (
	"os/exec"
	"regexp"
	"strconv"
)

var benchLine = regexp.MustCompile(`(?m)^(Benchmark\w+?)(?:/\S+?)?(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`)

// goBenchmarks runs those of the judge, whose input is facts and no log.
func (b *bench) goBenchmarks() {
	b.say("judging")
	cmd := exec.Command("go", "test", "-run", "^$", "-bench", "^Benchmark(Judge|JudgePD|Again)$", "-benchtime", "10x", "./rules")
	cmd.Dir = b.root
	text, err := cmd.CombinedOutput()
	if err != nil {
		b.say("the judge's benchmarks: %v\n%s", err, text)
	}
	b.judged = slowest(string(text))
}

// slowest gives the milliseconds of each benchmark; of one with several kinds the slowest counts.
func slowest(text string) map[string]float64 {
	ms := map[string]float64{}
	for _, m := range benchLine.FindAllStringSubmatch(text, -1) {
		if ns, err := strconv.ParseFloat(m[2], 64); err == nil {
			ms[m[1]] = max(ms[m[1]], ns/1e6)
		}
	}
	return ms
}
