package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// forget drops a file from the page cache. What was written lies there in small pages, what was read in large ones,
// which ripgrep maps in a third of the time: it is measured at its best.
func forget(f *os.File) error {
	if err := f.Sync(); err != nil {
		return err
	}
	return unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
}
