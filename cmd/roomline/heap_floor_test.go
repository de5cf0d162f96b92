package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestHeapGrowsToItsFloor: up to the floor the heap is not collected, and from the first collection on by the percentage
// that was asked for last.
func TestHeapGrowsToItsFloor(t *testing.T) {
	if os.Getenv("GOGC") != "" {
		t.Skip("GOGC has the last word")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	percent := func() uint64 { return heapMetric("/gc/gogc:percent") }
	runtime.GC()
	collectFrom(heapMetric("/gc/heap/live:bytes")/2, 30)
	if got := percent(); got != 30 {
		t.Errorf("a heap beyond the floor may grow by %d percent, want 30", got)
	}
	collectFrom(64<<20, 17)
	collectFrom(96<<20, 23)
	if got := percent(); got < 100 {
		t.Errorf("below its floor the heap may grow by %d percent, want so many that it comes to the floor", got)
	}
	for range 100 {
		if runtime.GC(); percent() == 23 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("after collections the heap may grow by %d percent, want 23", percent())
}
