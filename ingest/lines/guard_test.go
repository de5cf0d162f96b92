//go:build linux

package lines_test

import (
	"runtime/debug"
	"syscall"
	"testing"

	"roomline/ingest/lines"
)

// TestStaysInside: a block may begin and end beside memory that cannot be read.
func TestStaysInside(t *testing.T) {
	page := syscall.Getpagesize()
	memory, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(memory) })
	inside := memory[page : 2*page]
	for i := range inside {
		inside[i] = "a[2026-\n"[i%8]
	}
	for _, guard := range [][]byte{memory[:page], memory[2*page:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	forEachKernel(t, func(t *testing.T) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		for size := range page {
			scanGuarded(t, inside[:size])
			scanGuarded(t, inside[page-size:])
		}
	})
}

func scanGuarded(t *testing.T, block []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			t.Fatalf("a scan of %d bytes leaves the block: %v", len(block), fault)
		}
	}()
	var x lines.Index
	x.Scan(block)
	want := plainly(block)
	same(t, "beside a guard", &x, &want)
}
