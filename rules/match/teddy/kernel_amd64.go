//go:build !purego

package teddy

import "golang.org/x/sys/cpu"

var (
	hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1
	hasVBMI = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasBMI1
)

// kernelFor is the best kernel for that many needles, laid out by a sample or without one.
func kernelFor(needles int, sampled bool) kernel {
	by16 := kernel(0)
	if needles > fewSampled || needles > few && !sampled {
		by16 = 1
	}
	switch {
	case hasVBMI:
		return vbmiBy8 + by16
	case hasAVX2:
		return avx2By8 + by16
	}
	return portable
}

// Up to so many needles the noise of 8 buckets costs less than 16 of them, which take twice as long. Tables
// by six bits let digits pass for some letters, so that many needles cannot all be laid out round them.
const (
	few        = 40
	fewSampled = 100
)

// candidates writes to at where, counted from text, one of the first so many chunks of it has a
// candidate. It stops when there is no room for those of another chunk. The text must go on for
// Window-1 bytes behind the chunks.
func (s *Set) candidates(text *byte, chunks int, at *[room]uint32) (done, n int) {
	switch s.kernel {
	case avx2By8:
		return scanAVX2By8(s.masks, text, chunks, at)
	case avx2By16:
		return scanAVX2By16(s.masks, text, chunks, at)
	case vbmiBy8:
		return scanVBMIBy8(s.masks, text, chunks, at)
	}
	return scanVBMIBy16(s.masks, text, chunks, at)
}

//go:noescape
func scanAVX2By8(m *masks, text *byte, chunks int, at *[room]uint32) (done, n int)

//go:noescape
func scanAVX2By16(m *masks, text *byte, chunks int, at *[room]uint32) (done, n int)

//go:noescape
func scanVBMIBy8(m *masks, text *byte, chunks int, at *[room]uint32) (done, n int)

//go:noescape
func scanVBMIBy16(m *masks, text *byte, chunks int, at *[room]uint32) (done, n int)
