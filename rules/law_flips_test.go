package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

// flip is a breach of the law.
type flip struct {
	rule, what string
	story      *story
	ops        []removal
}

func (f flip) key() string { return f.rule + ": " + f.what }

// compare judges a story without some evidence, and gives the flips.
func (l *law) compare(s *story, ops []removal, before *judged) []flip {
	after := l.judge(s.without(ops), ingest.Options{Block: 300, Workers: 1})
	marked := !slices.ContainsFunc(ops, func(o removal) bool { return !o.marked() })
	var out []flip
	flipped := func(rule, what string) { out = append(out, flip{rule, what, s, ops}) }
	for i := range before.all {
		x := &before.all[i]
		xs, ys := before.at(x), after.at(x)
		if len(ys) == 0 {
			if clear := after.quiet[x.Rule]; x.Verdict == timeline.T && marked && clear {
				flipped(x.Rule, "confirmed -> clear")
			}
			continue
		}
		a, b := only(xs), only(ys)
		if a == "confirmed" && b == "refuted" || a == "refuted" && b == "confirmed" {
			flipped(x.Rule, a+" -> "+b)
		}
		if len(xs) == 1 && len(ys) == 1 {
			inner(x, ys[0], marked, flipped)
		}
	}
	for i := range after.all {
		if y := &after.all[i]; y.Verdict == timeline.T && len(before.at(y)) == 0 {
			flipped(y.Rule, "no instance -> confirmed")
		}
	}
	return out
}

// inner compares classes and roots.
func inner(x, y *anchored, marked bool, flipped func(rule, what string)) {
	for i, b := range x.Branches {
		if u, v := b.Verdict, y.Branches[i].Verdict; min(u, v) == timeline.F && max(u, v) == timeline.T {
			flipped(x.Rule, fmt.Sprintf("branch %s: %s -> %s", b.Name, u, v))
		}
	}
	if x.Class != "" && y.Class != "" && x.Class != y.Class {
		flipped(x.Rule, "class "+x.Class+" -> "+y.Class)
	}
	if x.Root == rules.RootYes && y.Root == rules.RootNo {
		flipped(x.Rule, "root -> explained")
	}
	if x.Root == rules.RootNo && y.Root == rules.RootYes && marked { // a cut log makes a smaller window
		flipped(x.Rule, "explained -> root")
	}
}

// at gives the instances of the same rule and anchor.
func (j *judged) at(x *anchored) []*anchored {
	var out []*anchored
	for i := range j.all {
		y := &j.all[i]
		if y.Rule != x.Rule || y.source != x.source {
			continue
		}
		for k := range x.things {
			if y.things[k] {
				out = append(out, y)
				break
			}
		}
	}
	return out
}

// only is the verdict that all share, "" if they differ.
func only(xs []*anchored) string {
	for _, x := range xs {
		if x.Verdict != xs[0].Verdict {
			return ""
		}
	}
	return xs[0].Verdict.String()
}

// shrunk drops what is not needed for the flip, as long as there is time, and shows the rest.
func (f flip) shrunk(l *law) string {
	until := time.Now().Add(5 * time.Second)
	holds := func(s *story, ops []removal) bool {
		before := l.judge(s, ingest.Options{Block: 300, Workers: 1})
		found := l.reasonless(s, before)
		if len(ops) > 0 {
			found = l.compare(s, ops, before)
		}
		return slices.ContainsFunc(found, func(g flip) bool { return g.key() == f.key() })
	}
	s, ops := f.story, f.ops
	for changed := true; changed; {
		changed = false
		for _, next := range smaller(s) {
			if time.Now().After(until) {
				break
			}
			if holds(next, ops) {
				s, changed = next, true
				break
			}
		}
		for i := range ops {
			if less := slices.Delete(slices.Clone(ops), i, i+1); len(less) > 0 && holds(s, less) {
				ops, changed = less, true
				break
			}
		}
	}
	return fmt.Sprintf("%s\nremoved: %v\n", f.key(), ops) + shownStory(s)
}

// shownStory is a story as the files that are read.
func shownStory(s *story) string {
	var b strings.Builder
	files := s.bundle()
	for _, name := range sortedKeys(files) {
		fmt.Fprintf(&b, "-- %s --\n%s", name, files[name])
	}
	return b.String()
}

// smaller are the stories with one thing less. A log keeps its place, since removals name it.
func smaller(s *story) []*story {
	var out []*story
	for i := range s.logs {
		for _, n := range []int{8, 3, 1} {
			for k := 0; k < len(s.logs[i].lines); k += n {
				c := s.without(nil)
				c.logs[i].lines = slices.Delete(slices.Clone(c.logs[i].lines), k, min(k+n, len(c.logs[i].lines)))
				c.logs[i].size = s.logs[i].size
				out = append(out, c)
			}
		}
	}
	for i := range s.targets {
		for k := range s.targets[i].scrapes {
			c := s.without(nil)
			c.targets[i].scrapes = slices.Delete(slices.Clone(c.targets[i].scrapes), k, k+1)
			for j := range c.logs {
				c.logs[j].size = s.logs[j].size
			}
			out = append(out, c)
		}
	}
	return out
}

// TestLawFewHits: how many hits are kept must never make refuted of confirmed or the other way round.
func TestLawFewHits(t *testing.T) {
	set := lawSet(t)
	var mu sync.Mutex
	stats := map[string]int{}
	eachHistory(t, *lawN/6, func(rng *rand.Rand, i int) {
		l := &law{t: t, set: set, stats: map[string]int{}}
		s := makeHistory(rng, 6)
		all, few := l.judge(s, ingest.Options{Workers: 1}), l.judge(s, ingest.Options{Workers: 1, MaxHits: 1})
		mu.Lock()
		defer mu.Unlock()
		stats["instances with all hits"] += len(all.all)
		stats["instances with K = 1"] += len(few.all)
		for k := range few.all {
			y := &few.all[k]
			xs := all.at(y)
			if len(xs) == 0 {
				stats["none -> "+y.Verdict.String()]++
				if y.Verdict == timeline.T {
					t.Errorf("history %d: %s: %s %v confirmed only with few hits", i, y.Rule, y.source, y.things)
				}
				continue
			}
			a, b := only(xs), only(few.at(y))
			stats[a+" -> "+b]++
			if a == "confirmed" && b == "refuted" || a == "refuted" && b == "confirmed" {
				t.Errorf("history %d: %s: %s, with few hits %s", i, y.Rule, a, b)
			}
		}
		for r, clear := range few.quiet {
			if _, ok := all.quiet[r]; clear && !ok {
				t.Errorf("history %d: %s has instances, and is clear with few hits", i, r)
			}
		}
	})
	for _, k := range sortedKeys(stats) {
		t.Logf("%s: %d", k, stats[k])
	}
}
