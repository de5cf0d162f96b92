package rules_test

import (
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

var costLarge = flag.String("cost.large", "", "measure five steps over 10^4, 3*10^4 and 10^5 events of each signal: for the rules whose name begins so, all for all")

// seqShapes are five steps of which the last never fits, so that every choice has to be looked at.
var seqShapes = []struct{ name, rule string }{
	{"names the step before", `{a: s0}, {b: {event: s1, during: {after: a, within: 10s}}}, {c: {event: s2, during: {after: b, within: 10s}}},
        {d: {event: s3, during: {after: c, within: 10s}}}, {e: {event: never, during: {after: d, within: 10s}}}`},
	{"names two earlier steps", `{a: s0}, {b: {event: s1, during: {after: a, within: 10s}}}, {c: {event: s2, during: {after: b, within: 10s}}},
        {d: {event: s3, during: {after: c, within: 10s}}}, {e: {event: never, during: {after: b, until: d}}}`},
	{"all fit", `{a: s0}, {b: {event: s1, during: {after: a, within: 10s}}}, {c: {event: s2, during: {after: b, within: 10s}}},
        {d: {event: s3, during: {after: c, within: 10s}}}, {e: {event: s4, during: {after: b, until: d}}}`},
	{"open windows that fit", `{a: s0}, {b: {event: s1}}, {c: {event: s2}}, {d: {event: s3}}, {e: {event: s4}}`},
	{"open windows that never fit", `{a: s0}, {b: {event: s1}}, {c: {event: s2}}, {d: {event: s3}}, {e: {event: never}}`},
	{"counts", `{a: s0}, {b: {event: s1, during: {after: a, within: 10s}}}, {c: {count: {event: s2, min: 3, within: 5s}, during: {after: b, within: 10s}}},
        {d: {event: s3, during: {after: c, within: 10s}}}, {e: {event: never, during: {after: d, within: 10s}}}`},
}

// costFacts are n events of each of five signals of one process, one of each a second.
func costFacts(set *rules.Set, n int) *timeline.Facts {
	b := newBenchFacts(set)
	s := b.streams[0]
	b.streams = b.streams[:1]
	for i := range n {
		for k := range 5 {
			s.lines = append(s.lines, benchLine{at: b.begin.Add(time.Duration(i) * time.Second), signals: []string{fmt.Sprintf("s%d", k)}})
		}
	}
	return &timeline.Facts{CapturedAt: timeline.NoTime, Marks: map[string]timeline.Time{},
		Sources: []timeline.Source{{Path: "prefill-n1.log", Kind: "log", Role: s.role, Instance: s.instance, Group: "g0", Stream: 1, Target: -1}},
		Streams: []timeline.Stream{b.stream(s, 0)}}
}

func costSet(t testing.TB, rule string) *rules.Set {
	t.Helper()
	pack, faults := rules.Load("cost.yaml", []byte(costHead+"  - {id: r, severity: info, title: t, by: [process], pattern: {seq: ["+rule+"]}}\n"))
	if pack == nil {
		t.Fatal(faults)
	}
	set, err := rules.NewSet(pack)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestCostLarge measures: go test ./rules -run TestCostLarge -cost.large all -v
func TestCostLarge(t *testing.T) {
	if *costLarge == "" {
		t.Skip("a measurement")
	}
	for _, c := range seqShapes {
		if *costLarge != "all" && *costLarge != c.name {
			continue
		}
		for _, n := range []int{10_000, 30_000, 100_000} {
			set := costSet(t, c.rule)
			inc := timeline.Build(costFacts(set, n), &set.Schema)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			begin := time.Now()
			res, ops, looks := rules.Cost(set, inc)
			took := time.Since(begin)
			runtime.ReadMemStats(&after)
			t.Logf("%-28s %6d of each: %6.2f s, %8d operators (%.1f each), %8d looks, %5d MB allocated, %4d MB kept; %d findings", c.name, n, took.Seconds(), ops, float64(ops)/float64(n), looks,
				(after.TotalAlloc-before.TotalAlloc)>>20, (after.HeapAlloc-before.HeapAlloc)>>20, len(res.Findings))
			runtime.KeepAlive(inc)
		}
	}
}
