//go:build !unix

package main

import "io/fs"

// diskID names a file on its disk; here nothing does, and its bytes must tell.
func diskID(fs.FileInfo) string { return "" }
