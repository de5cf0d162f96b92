package match_test

import (
	"bytes"
	"os"
	"testing"

	"roomline/rules/match"
	"roomline/timeline"
)

// BenchmarkKinds is what lines of one kind cost with the shipped packs, of the log that
// ROOMLINE_BENCH_LOG names: ns/record of those that hold a needle.
func BenchmarkKinds(b *testing.B) {
	path := os.Getenv("ROOMLINE_BENCH_LOG")
	if path == "" {
		b.Skip("name a log by ROOMLINE_BENCH_LOG")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	m, err := match.New(shipped(b))
	if err != nil {
		b.Fatal(err)
	}
	m = m.Tuned(text[:min(len(text), 256<<10)])
	for _, kind := range []string{"Receive: ", "Finish: ", "Req Time Stats", "Decode batch", "Prefill batch", "POST /", "GET /", "failed for request", "KVPoll"} {
		var lines [][]byte
		var needles [][]timeline.Needle
		for l := range bytes.SplitSeq(text[:min(len(text), 32<<20)], []byte("\n")) {
			if !bytes.Contains(l, []byte(kind)) || len(lines) == 2000 {
				continue
			}
			if n := m.Needles(nil, l); len(n) > 0 {
				lines, needles = append(lines, l), append(needles, n)
			}
		}
		if len(lines) == 0 {
			continue
		}
		b.Run(kind, func(b *testing.B) {
			var dst timeline.Matches
			hits := 0
			b.ReportAllocs()
			for b.Loop() {
				hits = 0
				for i, l := range lines {
					dst.Reset()
					m.Match(&dst, l, needles[i])
					hits += len(dst.List)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/record")
			b.ReportMetric(float64(hits)/float64(len(lines)), "hits/record")
			b.ReportMetric(float64(len(lines)), "records")
		})
	}
}
