package early

import (
	"runtime"
	"runtime/metrics"
	"testing"
	"unsafe"
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

// Stretches are marked, and one that holds no whole large page is nobody's concern: nothing beyond it is asked for.
func TestMark(t *testing.T) {
	if !Roomy() {
		t.Skip("nothing is marked here")
	}
	heap := make([]byte, 8<<20)
	at := uintptr(unsafe.Pointer(&heap[0]))
	for _, n := range []uintptr{0, 1, 4096, 1 << 20, uintptr(len(heap))} {
		if !Mark(at, n) {
			t.Errorf("%d bytes of heap are refused", n)
		}
	}
	if Mark(1<<47-4<<20, 4<<20) {
		t.Error("what is not mapped is marked")
	}
	runtime.KeepAlive(heap)
}
