package rules_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

var judgingAll = flag.Bool("judging.seconds", false, "reveal the incidents of the lab second by second, not every ten")

// rounds judges an incident that grows, and holds each result against a fresh one.
type rounds struct {
	set         *rules.Set
	judging     *rules.Judging
	last        *timeline.Incident
	more, again int64 // rounds that were no full ones, findings that they kept
}

func newRounds(set *rules.Set) *rounds {
	return &rounds{set: set, judging: rules.NewJudging(set, atOnce)}
}

// next judges the next incident; "" if cached and fresh are equal.
func (r *rounds) next(inc *timeline.Incident) string {
	before := r.judging.Shown()
	got, want := r.judging.Judge(inc), rules.Judge(r.set, inc)
	if r.last != nil && rules.Extends(r.last, inc) {
		r.more++
		for f := range r.judging.Shown() {
			if before[f] {
				r.again++
			}
		}
	}
	r.last = inc
	return resultDifference(got, want)
}

func resultDifference(got, want *rules.Result) string {
	for i := range want.Findings {
		if i < len(got.Findings) && !reflect.DeepEqual(got.Findings[i], want.Findings[i]) {
			return fmt.Sprintf("finding %d\ncached %+v\nfresh  %+v", i, got.Findings[i], want.Findings[i])
		}
	}
	for i := range want.NotFired {
		if i < len(got.NotFired) && !reflect.DeepEqual(got.NotFired[i], want.NotFired[i]) {
			return fmt.Sprintf("not fired %d\ncached %+v\nfresh  %+v", i, got.NotFired[i], want.NotFired[i])
		}
	}
	if !reflect.DeepEqual(got, want) {
		return fmt.Sprintf("%d findings for %d, %d not fired for %d, next %q for %q", len(got.Findings), len(want.Findings), len(got.NotFired), len(want.NotFired), got.Next, want.Next)
	}
	return ""
}

// TestJudgingHistories: random histories are revealed step by step; what is judged again from what
// was kept is equal to what is judged anew.
func TestJudgingHistories(t *testing.T) {
	set := lawSet(t)
	var more, again, failed atomic.Int64
	n := max(*lawN/10, 20)
	eachHistory(t, n, func(rng *rand.Rand, i int) {
		r := newRounds(set)
		s := makeHistory(rng, 1+i%3)
		if i%4 == 0 {
			if o, ok := chooseRemoval(rng, s); ok {
				s = s.without([]removal{o})
			}
		}
		for step, part := range partsOf(rng, s) {
			facts := part.facts(set)
			if i%5 == 0 {
				facts = readBundle(t, set, part.bundle(), ingest.Options{Block: 256, Workers: 1, MaxHits: 3 + i%30})
			}
			inc := timeline.Build(facts, &set.Schema)
			if i%2 == 0 {
				share(r.last, inc)
			}
			if diff := r.next(inc); diff != "" {
				if failed.Add(1) <= 2 {
					t.Errorf("history %d, seed %d, step %d: %s\n%s", i, *lawSeed, step, diff, part.bundle())
				}
				break
			}
		}
		more.Add(r.more)
		again.Add(r.again)
	})
	t.Logf("%d rounds went on, %d findings were kept", more.Load(), again.Load())
	if more.Load() < int64(n) || again.Load() < int64(n) {
		t.Error("hardly anything was kept: the test shows little")
	}
}

// share takes over the hits of the incident before that are as they were, as a builder does that
// appends to what it has.
func share(last, inc *timeline.Incident) {
	if last == nil {
		return
	}
	for id := range inc.Hits {
		for i, h := range inc.Hits[id] {
			n := slices.IndexFunc(last.Hits[id], func(o *timeline.Hit) bool { return reflect.DeepEqual(o, h) })
			if n >= 0 {
				inc.Hits[id][i] = last.Hits[id][n]
			}
		}
	}
}

// partsOf are longer and longer beginnings of a story. Logs lag behind each other, now and then what
// has been written is known until the same moment of all.
func partsOf(rng *rand.Rand, s *story) []*story {
	var out []*story
	logs, scrapes := make([]int, len(s.logs)), make([]int, len(s.targets))
	for i := range logs {
		logs[i] = min(len(s.logs[i].lines), 1+rng.IntN(4))
	}
	captured := rng.IntN(3) == 0
	for {
		out = append(out, s.part(logs, scrapes, captured))
		done := true
		for i, l := range s.logs {
			logs[i] = min(len(l.lines), logs[i]+pick(rng, 0, 0, 1, 1, 2, 5))
			done = done && logs[i] == len(l.lines)
		}
		for i, x := range s.targets {
			scrapes[i] = min(len(x.scrapes), scrapes[i]+pick(rng, 0, 0, 0, 1, 2))
			done = done && scrapes[i] == len(x.scrapes)
		}
		if done {
			return append(out, s)
		}
	}
}

// part is a story with so many lines of each log and so many scrapes of each target.
func (s *story) part(logs, scrapes []int, captured bool) *story {
	out := &story{captured: timeline.NoTime, marks: s.marks}
	now := historyBegin
	for i, l := range s.logs {
		c := *l
		c.lines, c.captured, c.size = l.lines[:logs[i]], timeline.NoTime, -1
		for _, x := range c.lines {
			if span, _, _, ok := stampOf(x.text); ok {
				now = max(now, span.Hi)
			}
		}
		out.logs = append(out.logs, &c)
	}
	for i, t := range s.targets {
		c := *t
		c.scrapes = t.scrapes[:scrapes[i]]
		out.targets = append(out.targets, &c)
	}
	if captured {
		out.captured = now
	}
	return out
}

// TestJudgingSamples reveals the incidents of the lab second by second to the shipped pack.
func TestJudgingSamples(t *testing.T) {
	set := lawSet(t)
	dirs, err := filepath.Glob("../samples/*/roomline.yaml")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, path := range dirs {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			t.Parallel()
			r := newRounds(set)
			s := sampleStory(t, filepath.Dir(path))
			for _, now := range s.seconds() {
				if now%(10*timeline.Second) != 0 && !*judgingAll {
					continue
				}
				facts := readBundle(t, set, s.until(now).bundle(), ingest.Options{})
				if diff := r.next(timeline.Build(facts, &set.Schema)); diff != "" {
					t.Fatalf("at %s: %s", now, diff)
				}
			}
			if t.Logf("%d rounds went on, %d findings were kept", r.more, r.again); r.again == 0 {
				t.Error("no finding was kept")
			}
		})
	}
}

// seconds are those at which something was written or scraped.
func (s *story) seconds() []timeline.Time {
	seen := map[timeline.Time]bool{}
	for _, l := range s.logs {
		for _, x := range l.lines {
			if span, _, _, ok := stampOf(x.text); ok {
				seen[span.Hi] = true
			}
		}
	}
	for _, t := range s.targets {
		for _, sc := range t.scrapes {
			seen[sc.at] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// until is what was there at a time.
func (s *story) until(now timeline.Time) *story {
	logs, scrapes := make([]int, len(s.logs)), make([]int, len(s.targets))
	for i, l := range s.logs {
		for n, x := range l.lines {
			if span, _, _, ok := stampOf(x.text); ok && span.Hi > now {
				break
			}
			logs[i] = n + 1
		}
	}
	for i, t := range s.targets {
		scrapes[i] = len(t.scrapes)
		if n := slices.IndexFunc(t.scrapes, func(sc storyScrape) bool { return sc.at > now }); n >= 0 {
			scrapes[i] = n
		}
	}
	return s.part(logs, scrapes, false)
}
