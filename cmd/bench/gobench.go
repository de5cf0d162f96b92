package main

import (
	"os/exec"
	"regexp"
	"strconv"
)

var benchLine = regexp.MustCompile(`(?m)^(Benchmark\w+?)(?:/\S+?)?(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`)

// goBenchmarks runs those of the judge, whose input is facts and no log. Of one with several kinds the
// slowest counts.
func (b *bench) goBenchmarks() {
	b.say("judging")
	b.judged = map[string]float64{}
	cmd := exec.Command("go", "test", "-run", "^$", "-bench", "^Benchmark(Judge|Again)$", "-benchtime", "10x", "./rules")
	cmd.Dir = b.root
	text, err := cmd.CombinedOutput()
	if err != nil {
		b.say("the judge's benchmarks: %v\n%s", err, text)
	}
	for _, m := range benchLine.FindAllStringSubmatch(string(text), -1) {
		if ns, err := strconv.ParseFloat(m[2], 64); err == nil {
			b.judged[m[1]] = max(b.judged[m[1]], ns/1e6)
		}
	}
}
