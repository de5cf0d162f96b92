package main

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// largePage is the size of a large page where the small ones have 4 KiB.
const largePage = 2 << 20

// adviseLarge marks the large pages that lie whole in the n bytes from one on; false if that is refused.
func adviseLarge(first *byte, n int) bool {
	skip := int(-uintptr(unsafe.Pointer(first)) & (largePage - 1))
	pages := unsafe.Slice(first, n)[min(skip, n):]
	return unix.Madvise(pages[:len(pages)&^(largePage-1)], unix.MADV_HUGEPAGE) == nil
}
