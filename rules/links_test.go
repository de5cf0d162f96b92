package rules

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"roomline/timeline"
)

// crowd is instances that come and go, whose roots and edges change, as the rounds of a Judging leave them.
type crowd struct {
	rng *rand.Rand
	all []*instance
	run *ruleRun
}

func newCrowd(rng *rand.Rand) *crowd {
	w := &crowd{rng: rng, run: &ruleRun{}}
	rule := &Rule{pack: &Pack{}}
	for n := range 12 {
		i := &instance{c: &ctx{rule: rule, anchor: &timeline.Moment{}}, place: n, count: 1, shown: &Shown{}, verdict: timeline.Truth(rng.IntN(2)), root: RootUnknown}
		i.c.anchor.Lo = timeline.Time(rng.IntN(6))
		if rng.IntN(4) == 0 {
			i.excepted = &Excepted{}
		}
		w.all = append(w.all, i)
	}
	return w
}

// round changes a few of them, and notes it as rules do that are judged again.
func (w *crowd) round() {
	r := w.run
	r.come, r.gone, r.moved, r.edged = nil, nil, nil, nil
	had := map[*instance][]*instance{}
	for _, i := range w.all {
		had[i] = i.explained
		switch k := w.rng.IntN(12); {
		case !i.listed && k < 3:
			i.listed, had[i], i.explained = true, nil, nil
			r.come = append(r.come, i)
		case i.listed && k == 0:
			i.listed = false
			r.gone = append(r.gone, i)
		case i.listed && k == 1:
			i.root = []Root{RootYes, RootNo, RootUnknown}[w.rng.IntN(3)]
			r.moved = append(r.moved, i)
		case i.listed && k == 2:
			i.count++
		case i.listed && k == 3:
			i.ranks = []string{fmt.Sprint(w.rng.IntN(3))}
		}
	}
	for _, i := range w.all {
		if !i.listed {
			continue
		}
		i.explained = slices.DeleteFunc(slices.Clone(i.explained), func(c *instance) bool { return !c.listed })
		if c := w.all[w.rng.IntN(len(w.all))]; w.rng.IntN(6) == 0 && c.listed {
			i.explained = append(i.explained, c)
		} else if w.rng.IntN(12) == 0 {
			i.explained = nil
		}
		if !slices.Equal(had[i], i.explained) {
			r.edged = append(r.edged, edged{i, had[i]})
		}
	}
}

// anew are the findings of the same instances as somebody sees them who sees them first.
func (w *crowd) anew() []Finding {
	copies := map[*instance]*instance{}
	run := &ruleRun{}
	for _, i := range w.all {
		c := *i
		c.links, c.standing, c.number = links{}, nil, 0
		if copies[i] = &c; i.listed {
			run.come = append(run.come, &c)
		}
	}
	for _, c := range run.come {
		had := c.explained
		c.explained = nil
		for _, cause := range had {
			c.explained = append(c.explained, copies[cause])
		}
		run.edged = append(run.edged, edged{effect: c})
	}
	j := &Judging{runs: []*ruleRun{run}}
	return j.findings(j.collect(nil))
}

func spelled(list []Finding) (out []string) {
	for _, f := range list {
		out = append(out, fmt.Sprintf("%s %+v", f.ID, *f.Standing))
	}
	return out
}

// TestFindingsAgain: numbers and edges that are kept are those that all would be given anew, and no result that was
// handed out changes.
func TestFindingsAgain(t *testing.T) {
	kept, all := 0, 0
	for seed := range uint64(300) {
		w := newCrowd(rand.New(rand.NewPCG(seed, 1)))
		j := &Judging{runs: []*ruleRun{w.run}}
		var d *delta // of the first round there is none
		var before []Finding
		var was []string
		for round := range 20 {
			w.round()
			got, want := j.findings(j.collect(d)), w.anew()
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, round %d: kept\n%q\nanew\n%q", seed, round, spelled(got), spelled(want))
			}
			if now := spelled(before); !slices.Equal(now, was) {
				t.Fatalf("seed %d, round %d: the result before was\n%q\nand is\n%q", seed, round, was, now)
			}
			for n := range min(len(got), len(before)) {
				if all++; got[n].Standing == before[n].Standing {
					kept++
				}
			}
			d, before, was = &delta{}, got, spelled(got)
		}
	}
	if kept < all/8 { // half of the few there are come, go or change in a round
		t.Errorf("of %d standings %d are kept", all, kept)
	}
}
