package cre_test

import (
	"testing"

	"roomline/cmd/bench/pack"
	"roomline/rules"
	"roomline/rules/cre"
)

// pack361 is the pack of the rules that the bench is run with.
func pack361(t testing.TB) string {
	t.Helper()
	res := cre.Import([]cre.File{{Path: "bench.yaml", Src: []byte(pack.CRE(pack.CRERules))}}, cre.Options{Name: "bench", Version: "1.0.0", Owner: "bench"})
	if n := res.Count(cre.Carried); n != pack.CRERules {
		t.Fatalf("%d of %d rules are carried over: %v", n, pack.CRERules, res.Rules[0].Notes)
	}
	return res.Pack()
}

// What loading takes of the start of a run with as many rules as there are publicly: reading the pack, and building
// the matcher.
func BenchmarkLoad(b *testing.B) {
	src := []byte(pack361(b))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		p, faults := rules.Load("pack.yaml", src)
		if p == nil {
			b.Fatal(faults)
		}
		if _, err := rules.NewSet(p); err != nil {
			b.Fatal(err)
		}
	}
}
