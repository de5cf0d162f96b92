package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// What is asked for is not kept, and what was said of collections stays.
func TestLargePages(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	largePages(8 << 20)
	runtime.GC()
	before := heapMetric("/memory/classes/heap/objects:bytes")
	for range 3 {
		largePages(64 << 20)
	}
	if after := heapMetric("/memory/classes/heap/objects:bytes"); after > before+1<<20 {
		t.Errorf("%d bytes are kept", after-before)
	}
	if percent := debug.SetGCPercent(123); percent != 123 {
		t.Errorf("the heap is collected at %d percent afterwards, want 123", percent)
	}
}
