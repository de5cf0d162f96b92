package rules_test

import (
	"encoding/json"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

// TestSparse: hits that are unpacked when a rule looks at them are judged as those that were unpacked before, whether
// all are kept or counts of some.
func TestSparse(t *testing.T) {
	set := lawSet(t)
	var packed atomic.Int64
	eachHistory(t, max(*lawN/3, 20), func(rng *rand.Rand, i int) {
		files := makeHistory(rng, 1+i%3).bundle()
		opt := ingest.Options{Block: 256, Workers: 1}
		if i%2 == 0 {
			opt.MaxHits, opt.CountsOnly = 3+i%30, set.CountsOnly
		}
		read := func() *timeline.Facts { return readBundle(t, set, files, opt) }
		want, err1 := json.Marshal(rules.Judge(set, timeline.Build(read(), &set.Schema)))
		inc := timeline.BuildWith(read(), &set.Schema, timeline.InTurn, nil)
		got, err2 := json.Marshal(rules.Judge(set, inc))
		if err1 != nil || err2 != nil || string(got) != string(want) {
			t.Errorf("history %d, seed %d: judged otherwise (%v, %v)", i, *lawSeed, err1, err2)
		}
		for id := range set.Schema.Signals {
			if sparse := timeline.SignalID(id); inc.Sparse(sparse) && inc.SomeHits(sparse) {
				packed.Add(1)
			}
		}
	})
	if packed.Load() == 0 {
		t.Error("nothing stayed packed")
	}
}

// TestSparseGoesOn: of incidents of which hits stayed packed nobody knows what changed, so all is judged anew.
func TestSparseGoesOn(t *testing.T) {
	set := lawSet(t)
	rng := rand.New(rand.NewPCG(*lawSeed, 5))
	s := makeHistory(rng, 2)
	r := newRounds(set)
	for _, part := range partsOf(rng, s) {
		if diff := r.next(timeline.BuildWith(part.facts(set), &set.Schema, timeline.InTurn, nil)); diff != "" {
			t.Fatal(diff)
		}
	}
}
