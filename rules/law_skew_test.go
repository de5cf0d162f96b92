package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

// skewed is how one process of a story has its clock set otherwise, and what that may not change.
type skewed struct {
	name   string
	strict bool          // no tie is accepted, before nor after
	by     time.Duration // most of it, either way
	more   time.Duration // the doubt that is declared after, over that of before
	hours  bool          // nothing tells the zones, and whole hours are between them
}

// skews are the laws of clocks. Two stamps of a process may each be off by the declared doubt: what both
// readings decide, they decide alike. A tie that was accepted is said to be unproven, and may turn out otherwise.
var skews = []skewed{
	{name: "within the doubt", by: 4 * time.Second},
	{name: "within the doubt, ties strict", strict: true, by: 4 * time.Second},
	{name: "over the doubt that was declared", strict: true, by: 90 * time.Second, more: 90 * time.Second},
	{name: "whole hours, no zone told", by: 8 * time.Hour, hours: true},
}

// TestLawSkew: the clock of a process set otherwise may make confirmed or refuted inconclusive, never one into the
// other. `go test ./rules -run TestLawSkew -law.n 15000` is the long run.
func TestLawSkew(t *testing.T) {
	for _, k := range skews {
		t.Run(k.name, func(t *testing.T) {
			before, after := lawSet(t), lawSet(t)
			for _, set := range []*rules.Set{before, after} {
				if k.strict {
					rules.MakeStrict(set)
				}
			}
			for _, p := range after.Packs {
				p.Skew += k.more
			}
			holdSkew(t, k, before, after)
		})
	}
}

func holdSkew(t *testing.T, k skewed, before, after *rules.Set) {
	var mu sync.Mutex
	stats, seen := map[string]int{}, map[string]int{}
	eachHistory(t, *lawN/5, func(rng *rand.Rand, i int) {
		a, b := &law{t: t, set: before, stats: map[string]int{}}, &law{t: t, set: after}
		s := makeHistory(rng, 1)
		s.zoneless = k.hours
		was := a.judge(s, ingest.Options{Workers: 1})
		for range 2 {
			then, base, by := k.set(rng, s)
			found := k.compare(was, b.judge(then, ingest.Options{Workers: 1}), a.stats)
			mu.Lock()
			for _, what := range found {
				if seen[what]++; seen[what] == 1 && len(seen) <= 3 {
					t.Errorf("history %d, seed %d: %s by %s: %s\n%s", i, *lawSeed, base, by, what, shownStory(s))
				}
			}
			mu.Unlock()
		}
		mu.Lock()
		defer mu.Unlock()
		for k, n := range a.stats {
			stats[k] += n
		}
	})
	for _, k := range sortedKeys(stats) {
		t.Logf("%s %d", k, stats[k])
	}
	for _, k := range sortedKeys(seen) {
		t.Errorf("%5d x %s", seen[k], k)
	}
}

// set sets the clock of one process of a story: all its files share one.
func (k skewed) set(rng *rand.Rand, s *story) (then *story, base string, by time.Duration) {
	then = s.without(nil)
	base = then.logs[rng.IntN(len(then.logs))].base()
	unit := time.Second / 2
	if k.hours {
		unit = time.Hour
	}
	n := int64(k.by / unit)
	for by == 0 {
		by = time.Duration(rng.Int64N(2*n+1)-n) * unit
	}
	for _, l := range then.logs {
		if l.base() == base {
			if l.shift += by; l.captured.Known() {
				l.captured += timeline.Time(by)
			}
		}
	}
	return then, base, by
}

func (k skewed) compare(before, after *judged, stats map[string]int) (found []string) {
	for i := range before.all {
		x := &before.all[i]
		xs, ys := before.at(x), after.at(x)
		if len(ys) == 0 {
			continue
		}
		a, b := only(xs), only(ys)
		stats[a+" -> "+b]++
		if flips(a, b) && !asksWitnesses(x) && (k.strict || confirmedIn(xs, ys, proven)) {
			found = append(found, x.Rule+": "+a+" -> "+b)
		}
		if !k.strict || len(xs) != 1 || len(ys) != 1 {
			continue
		}
		for n, c := range x.Branches {
			if u, v := c.Verdict.String(), ys[0].Branches[n].Verdict.String(); flips(u, v) {
				found = append(found, fmt.Sprintf("%s, branch %s: %s -> %s", x.Rule, c.Name, u, v))
			}
		}
	}
	return found
}

func flips(a, b string) bool {
	return a == "confirmed" && b == "refuted" || a == "refuted" && b == "confirmed"
}

// asksWitnesses: witnesses that contradict each other decide nothing, but of two readings one may have
// left open what the one says, and the other what the other says.
func asksWitnesses(x *anchored) bool {
	return slices.ContainsFunc(x.Def().Steps, func(s *rules.StepDef) bool { return s.Op.Kind == rules.OpWitnesses })
}

// confirmedIn says whether all that are confirmed, of either side, are so.
func confirmedIn(xs, ys []*anchored, so func(*anchored) bool) bool {
	for _, x := range append(slices.Clone(xs), ys...) {
		if x.Verdict == timeline.T && !so(x) {
			return false
		}
	}
	return true
}

// proven says whether no tie of clocks was accepted for an instance.
func proven(x *anchored) bool {
	return !slices.ContainsFunc(x.Steps(), func(s rules.Step) bool { return !s.OrderProven })
}
