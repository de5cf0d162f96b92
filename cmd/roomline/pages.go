package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"unsafe"
)

// The first touch of a page costs the kernel a fault, on a virtual machine 0.2 to 11 microseconds each: of the
// small ones a GiB of log takes 18,000, there a fifth of its time.
const (
	// startPages is what a start and a log of some hundred MiB take.
	startPages = 48 << 20
	// A larger input may come to a pagesShare-th of its own, of which mostPages are asked for.
	pagesShare, mostPages = 6, 512 << 20
)

// largePages lets the next n bytes of heap lie on large pages, where the system has them. Nothing is taken:
// the runtime gets a piece of address space that is marked, and has it for what comes later.
func largePages(n int) {
	if !roomy() {
		return
	}
	percent := debug.SetGCPercent(-1)
	if adviseLarge(untouched(n), n) {
		runtime.GC()
	}
	debug.SetGCPercent(percent)
}

// untouched gives the first of n bytes of heap that were not written to: what make gives may be cleared first.
func untouched(n int) *byte {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.StringData(b.String())
}

// largePagesFor is largePages for an input of so many bytes, if the start has not asked for enough.
func largePagesFor(input int64) {
	if n := min(input/pagesShare, mostPages); n > startPages {
		largePages(int(n))
	}
}
