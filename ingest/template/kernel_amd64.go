//go:build !purego

package template

import "golang.org/x/sys/cpu"

// hasKernel says whether the vector instructions are there that pick bytes. Package cpu also asks
// whether the system saves the wide registers.
var hasKernel = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

// shorten writes the template of the first n bytes of a text to dst, Max bytes of it or more if there are so
// many, and says how many. Below 0 it is not able to: a word is long, or has hex letters in a row. There
// must be room for Max+128 bytes. Nothing behind the n bytes is read.
//
//go:noescape
func shorten(dst, text *byte, n int) int

// numberless writes the first n bytes of a text to dst, with one 0 for each run of digits, and says how many
// that are. There must be room for n+64 bytes. Nothing behind the n bytes is read.
//
//go:noescape
func numberless(dst, text *byte, n int) int
