package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"unsafe"

	"roomline/cmd/roomline/early"
)

// Package early has asked for what a start takes. A larger input may come to a pagesShare-th of its own, of which
// mostPages are asked for.
const pagesShare, mostPages = 6, 512 << 20

// largePages lets the next n bytes of heap lie on large pages, where the system has them. Nothing is taken:
// the runtime gets a piece of address space that is marked, and has it for what comes later.
func largePages(n int) {
	if !early.Roomy() {
		return
	}
	percent := debug.SetGCPercent(-1)
	if early.Mark(uintptr(unsafe.Pointer(untouched(n))), uintptr(n)) {
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

// largePagesFor is largePages for an input of so many bytes, if what the start has asked for is not enough.
func largePagesFor(input int64) {
	if n := min(input/pagesShare, mostPages); n > early.Space {
		largePages(int(n))
	}
}
