package main

import (
	"io"
	"runtime"
	"testing"
)

// What loading the shipped packs may take of the heap: what was measured, and a fifth more. It is the same on every
// machine, and most of what a start costs. Tests of the packs and regexps that nothing runs are not in it.
const (
	loadAllocations = 75_000
	loadBytes       = 7 << 20
)

func TestStartBudget(t *testing.T) {
	load := func() {
		a := &app{stderr: io.Discard}
		if _, err := a.loadSet(&session{}); err != nil {
			t.Fatal(err)
		}
	}
	load()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	load()
	runtime.ReadMemStats(&after)
	n, size := after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc
	t.Logf("%d allocations, %d bytes", n, size)
	if n > loadAllocations || size > loadBytes {
		t.Errorf("loading the shipped packs takes %d allocations and %d bytes; at most %d and %d", n, size, loadAllocations, loadBytes)
	}
}

// BenchmarkStart loads the shipped packs.
func BenchmarkStart(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (&app{stderr: io.Discard}).loadSet(&session{}); err != nil {
			b.Fatal(err)
		}
	}
}
