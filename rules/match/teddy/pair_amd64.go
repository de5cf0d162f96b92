//go:build !purego

package teddy

import "golang.org/x/sys/cpu"

var hasPair = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasBMI1 && cpu.X86.HasBMI2

// pair is the first of the places from, from + 1, ... to - 1 where a has x and b has y, -1 without one.
// It reads nothing beyond these.
//
//go:noescape
func pair(a, b *byte, from, to int, x, y byte) int
