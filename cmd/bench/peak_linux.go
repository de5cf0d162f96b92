package main

import (
	"os"
	"syscall"
)

// peak is the most memory that a process held at a time, in bytes. Linux counts in KiB, and from what
// whoever started the process held then: below some 10 MiB nothing can be seen.
func peak(state *os.ProcessState) int64 {
	return int64(state.SysUsage().(*syscall.Rusage).Maxrss) << 10
}
