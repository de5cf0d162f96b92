//go:build !purego

package lines

import "golang.org/x/sys/cpu"

// versions lists what runs here, the best first. Package cpu also asks whether the system saves the
// wide registers.
func versions() []version {
	list := []version{{"avx512", scanAVX512}, {"avx2", scanAVX2}, {"portable", nil}}
	switch has := &cpu.X86; {
	case !has.HasAVX2 || !has.HasBMI1 || !has.HasPOPCNT:
		return list[2:]
	case !has.HasAVX512F || !has.HasAVX512BW:
		return list[1:]
	}
	return list
}

//go:noescape
func scanAVX512(base *byte, at, to int, ends, odd []uint32) (next, nEnds, nOdd int, dirty bool)

//go:noescape
func scanAVX2(base *byte, at, to int, ends, odd []uint32) (next, nEnds, nOdd int, dirty bool)
