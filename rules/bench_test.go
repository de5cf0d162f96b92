package rules_test

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"roomline/rules"
	"roomline/rules/packs"
	"roomline/timeline"
)

// benchRooms is how many rooms the judge's benchmark has; each leaves about ten hits.
const benchRooms = 100_000

func benchSet(b testing.TB) *rules.Set {
	b.Helper()
	return shippedWith(b, "testdata/bench/pack.yaml")
}

// benchIncident is the incident that is judged; the builder's time is none of the judge's.
func benchIncident(b testing.TB, rooms int) (*rules.Set, *timeline.Incident) {
	return benchBuilt(b, rooms, timeline.Build)
}

// benchOnce is the same incident as the tool builds it that judges it once: what rules look at here and there is packed.
func benchOnce(b testing.TB, rooms int) (*rules.Set, *timeline.Incident) {
	return benchBuilt(b, rooms, func(f *timeline.Facts, schema *timeline.Schema) *timeline.Incident {
		return timeline.BuildWith(f, schema, atOnce, nil)
	})
}

func benchBuilt(b testing.TB, rooms int, build func(*timeline.Facts, *timeline.Schema) *timeline.Incident) (*rules.Set, *timeline.Incident) {
	b.Helper()
	set := benchSet(b)
	facts := newBenchFacts(set).facts(rooms)
	begin := time.Now()
	inc := build(facts, &set.Schema)
	hits := 0
	for i := range inc.Streams {
		hits += inc.Streams[i].Log.Len()
	}
	b.Logf("%d rules, %d hits, %d rooms, built in %s", len(set.RuleIDs()), hits, inc.Rooms.Len(), time.Since(begin).Round(time.Millisecond))
	return set, inc
}

// BenchmarkJudge judges all anew, on all processors as the tool does: 96 rules over a million hits of a hundred
// thousand rooms. BenchmarkJudgeInTurn does it on one.
func BenchmarkJudge(b *testing.B) { benchJudge(b, atOnce) }

func BenchmarkJudgeInTurn(b *testing.B) { benchJudge(b, timeline.InTurn) }

// atOnce does pieces of work on all processors.
func atOnce(n int, do func(int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
				do(k)
			}
		})
	}
	all.Wait()
}

// BenchmarkJudgePD judges by the rules of one pack, those that most logs are read for.
func BenchmarkJudgePD(b *testing.B) {
	builtin, err := packs.Builtin()
	if err != nil {
		b.Fatal(err)
	}
	set, err := rules.NewSet(slices.DeleteFunc(builtin, func(p *rules.Pack) bool { return p.Name != "sglang-pd" })...)
	if err != nil {
		b.Fatal(err)
	}
	judgeBy(b, set, timeline.BuildWith(newBenchFacts(set).facts(benchRooms), &set.Schema, atOnce, nil), atOnce)
}

func benchJudge(b *testing.B, each timeline.Each) {
	set, inc := benchOnce(b, benchRooms)
	judgeBy(b, set, inc, each)
}

func judgeBy(b *testing.B, set *rules.Set, inc *timeline.Incident, each timeline.Each) {
	b.ReportAllocs()
	var res *rules.Result
	for b.Loop() {
		res = rules.JudgeWith(set, inc, each, nil)
	}
	b.ReportMetric(float64(len(res.Findings)), "findings")
}

// target is what was scraped of a process: four ranks, every five seconds.
func (b *benchFacts) target(s *benchStream, source timeline.SourceID) timeline.Target {
	t := &storyTarget{role: s.role, instance: s.instance, interval: 5 * time.Second}
	gauges := []string{metricNames["running"], "sglang:num_decode_transfer_queue_reqs", "sglang:num_decode_prealloc_queue_reqs", "sglang:gen_throughput"}
	if s.role == "prefill" {
		gauges = []string{metricNames["running"], "sglang:num_prefill_bootstrap_queue_reqs", "sglang:num_prefill_inflight_queue_reqs"}
	}
	from, to := b.dead()
	done := 0.0
	for at := b.begin.Add(2 * time.Second); at < b.begin.Add(benchSpan); at = at.Add(5 * time.Second) {
		sc := storyScrape{at: at, ok: true}
		wedged := s.instance == "n2" && from <= at && at < to
		if !wedged {
			done += float64(b.rng.IntN(40))
		}
		for _, rank := range []string{"0", "1", "2", "3"} {
			for _, g := range gauges {
				v := float64(b.rng.IntN(8))
				if wedged {
					v += 30
				}
				sc.samples = append(sc.samples, storySample{g, rank, v})
			}
			sc.samples = append(sc.samples, storySample{metricNames["done"], rank, done}, storySample{metricNames["tokens"], rank, done})
		}
		t.scrapes = append(t.scrapes, sc)
	}
	return t.target(source)
}
