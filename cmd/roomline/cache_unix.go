//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"syscall"
)

// diskID names a file on its disk.
func diskID(st fs.FileInfo) string {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d %d", s.Dev, s.Ino)
	}
	return ""
}
