package early

import (
	"runtime/metrics"
	"testing"
)

// What was marked is the heap's again, as large as it was meant to be: no stack holds it.
func TestSpaceIsGivenBack(t *testing.T) {
	if !Roomy() {
		t.Skip("nothing is marked here")
	}
	of := []metrics.Sample{{Name: "/memory/classes/heap/stacks:bytes"}, {Name: "/memory/classes/total:bytes"}}
	metrics.Read(of)
	stacks, total := of[0].Value.Uint64(), of[1].Value.Uint64()
	if stacks > 8<<20 {
		t.Errorf("stacks hold %d bytes", stacks)
	}
	if total < Space || total > 2*Space {
		t.Errorf("the runtime has %d bytes, want %d and what it had before", total, Space)
	}
}
