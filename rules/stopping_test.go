package rules_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

// stoppedRooms make an incident that takes a few thousand questions.
const stoppedRooms = 2000

func smallBench(t *testing.T) (*rules.Set, *timeline.Incident) {
	t.Helper()
	set := benchSet(t)
	return set, timeline.Build(newBenchFacts(set).facts(stoppedRooms), &set.Schema)
}

// TestJudgeAtOnce: rules that are judged at the same time give what they give one after the other, also where one unpacks
// hits that others look at.
func TestJudgeAtOnce(t *testing.T) {
	set, inc := smallBench(t)
	want := rules.Judge(set, inc)
	if len(want.Findings) < 100 {
		t.Fatalf("%d findings show nothing", len(want.Findings))
	}
	packed := timeline.BuildWith(newBenchFacts(set).facts(stoppedRooms), &set.Schema, atOnce, nil)
	for _, inc := range []*timeline.Incident{inc, packed, packed} {
		if got := rules.JudgeWith(set, inc, atOnce, nil); !reflect.DeepEqual(got, want) {
			t.Fatalf("%d findings that are not those of one after the other, %d", len(got.Findings), len(want.Findings))
		}
	}
}

// TestJudgeStopped: a judging that is ended says of each rule what it found of it, or that it was not judged; what it
// found is what would have been found, and no rule is clear, and no finding a root, for want of being asked.
func TestJudgeStopped(t *testing.T) {
	set, inc := smallBench(t)
	whole := rules.Judge(set, inc)
	asked := 0
	rules.JudgeWith(set, inc, timeline.InTurn, func() bool { asked++; return false })
	for way, each := range map[string]timeline.Each{"in turn": timeline.InTurn, "at once": atOnce} {
		some := false
		for _, k := range stops(asked) {
			var n atomic.Int64
			got := rules.JudgeWith(set, inc, each, func() bool { return n.Add(1) > int64(k) })
			when := fmt.Sprintf("%s, after %d of %d", way, k, asked)
			checkStopped(t, when, set, got, whole)
			checkEdges(t, when, got, whole)
			some = some || got.Unjudged() > 0 && len(got.Findings) > 0
			if all := len(set.RuleIDs()); k >= asked*4/9 && got.Unjudged() > all/8 { // there is little to do of most, which come first
				t.Errorf("%s, after %d of %d: %d of %d rules were not judged", way, k, asked, got.Unjudged(), all)
			}
		}
		if !some {
			t.Errorf("%s: it was never ended half way", way)
		}
	}
	if got := rules.JudgeWith(set, inc, timeline.InTurn, func() bool { return false }); !reflect.DeepEqual(got, whole) {
		t.Error("that somebody might have ended it changes what is found")
	}
}

// stops are some of so many questions, and more of the last ones, that are asked while causes are drawn.
func stops(asked int) (out []int) {
	for k := 0; k <= asked; k += max(asked/8, 1) {
		out = append(out, k)
	}
	for k := asked - asked/4; k < asked; k += max(asked/40, 1) {
		out = append(out, k)
	}
	return out
}

func checkStopped(t *testing.T, when string, set *rules.Set, got, whole *rules.Result) {
	t.Helper()
	found, unjudged := foundOf(got), map[string]bool{}
	for _, n := range got.NotFired {
		if len(n.Missing) == 1 && n.Missing[0].Reason == rules.Interrupted {
			unjudged[n.Rule] = true
		}
		if unjudged[n.Rule] && (n.Observed || len(found[n.Rule]) > 0) {
			t.Errorf("%s: %s is clear, or found something, though it was not judged", when, n.Rule)
		}
	}
	for _, id := range set.RuleIDs() {
		if want := foundOf(whole)[id]; !unjudged[id] && !reflect.DeepEqual(found[id], want) {
			t.Errorf("%s: %s found %d, not %d", when, id, len(found[id]), len(want))
		}
	}
	roots := map[string]bool{}
	for _, f := range whole.Findings {
		roots[placeOf(f.Shown)] = f.Root == rules.RootYes
	}
	for _, f := range got.Findings {
		if f.Root == rules.RootYes && !roots[placeOf(f.Shown)] {
			t.Errorf("%s: %s is a root since its cause was not judged", when, f.Title)
		}
	}
}

// checkEdges holds that causes and effects are told of each other as if all had been judged, but for what was not.
func checkEdges(t *testing.T, when string, got, whole *rules.Result) {
	t.Helper()
	have, want := edgesOf(got, got), edgesOf(whole, got)
	for place, edges := range have {
		if edges != want[place] {
			t.Fatalf("%s: edges of %s are %s, not %s", when, place, edges, want[place])
		}
	}
}

// edgesOf are causes and effects of each finding, but for what another result has not.
func edgesOf(res, among *rules.Result) map[string]string {
	judged, place := map[string]bool{}, map[string]string{}
	for _, f := range among.Findings {
		judged[placeOf(f.Shown)] = true
	}
	for _, f := range res.Findings {
		place[f.ID] = placeOf(f.Shown)
	}
	places := func(ids []string) (out []string) {
		for _, id := range ids {
			if judged[place[id]] {
				out = append(out, place[id])
			}
		}
		return out
	}
	out := map[string]string{}
	for _, f := range res.Findings {
		out[place[f.ID]] = fmt.Sprintf("%q and %q", places(f.ExplainedBy), places(f.Explains))
	}
	return out
}

// foundOf are the findings of each rule but for what other rules decide.
func foundOf(res *rules.Result) map[string][]rules.Shown {
	out := map[string][]rules.Shown{}
	for _, f := range res.Findings {
		out[f.Rule] = append(out[f.Rule], *f.Shown)
	}
	for _, list := range out {
		slices.SortStableFunc(list, func(a, b rules.Shown) int { return strings.Compare(placeOf(&a), placeOf(&b)) })
	}
	return out
}

func placeOf(f *rules.Shown) string { return fmt.Sprintf("%s %v %v", f.Rule, f.Entity, f.Anchor) }
