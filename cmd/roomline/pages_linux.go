package main

import (
	"math/bits"
	"os"
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

// roomy says whether address space costs nothing here: the runtime gives up where it gets none, and whoever
// bounds it, or how much may be promised, bounds what is never touched too.
func roomy() bool {
	var space unix.Rlimit
	if bits.UintSize < 64 || unix.Getrlimit(unix.RLIMIT_AS, &space) != nil || space.Cur != unix.RLIM_INFINITY {
		return false
	}
	promises, err := os.ReadFile("/proc/sys/vm/overcommit_memory")
	return err == nil && len(promises) > 0 && promises[0] != '2'
}
