package lines

import (
	"encoding/binary"
	"math/bits"
)

const (
	group  = 32 // bytes the portable version looks at together
	ones   = 0x0101010101010101
	highs  = ones * 0x80
	spaces = ones * ' '
	opens  = ones * '['
)

// plain adds what is in block[from:]. Whether a '[' at from is odd is not asked: it is the first byte
// of the block, or a kernel has answered that.
func (x *Index) plain(block []byte, from int) {
	at := from
	for {
		at += quiet(block[at:])
		if len(block)-at < group {
			break
		}
		for m := notable(block[at : at+group]); m != 0; m &= m - 1 {
			x.add(block, from, at+bits.TrailingZeros32(m))
		}
		at += group
	}
	for ; at < len(block); at++ {
		x.add(block, from, at)
	}
}

// add looks at one byte.
func (x *Index) add(block []byte, from, i int) {
	switch block[i] {
	case '\n':
		x.Ends = append(x.Ends, uint32(i))
	case '[':
		if i > from && block[i-1] != '\n' && i+dashAt < len(block) && block[i+dashAt] == '-' {
			x.Odd = append(x.Odd, uint32(i))
		}
	case 0x1b, '\r', 0:
		x.Dirty = true
	}
}

// quiet counts the bytes in front of the first group that holds something notable. It is apart from
// its caller because it is what takes the time: nothing else occupies registers here.
func quiet(b []byte) int {
	n := len(b)
	for len(b) >= group {
		m := marks(b) | marks(b[8:]) | marks(b[16:]) | marks(b[24:])
		if m&highs != 0 {
			break
		}
		b = b[group:]
	}
	return n - len(b)
}

// notable has a bit for every byte of a group that is a control byte or a '['. A byte behind one of
// these may have a bit too: subtraction borrows.
func notable(b []byte) uint32 {
	return packed(b) | packed(b[8:])<<8 | packed(b[16:])<<16 | packed(b[24:])<<24
}

// packed gathers the marks of eight bytes: the factor moves the bit of byte i to bit 56+i.
func packed(b []byte) uint32 {
	return uint32((marks(b) & highs >> 7) * 0x0102040810204080 >> 56)
}

// marks sets the high bit of every byte of eight that is below ' ' or a '['; other bits mean nothing.
func marks(b []byte) uint64 {
	w := binary.LittleEndian.Uint64(b)
	return ((w - spaces) | ((w ^ opens) - ones)) &^ w
}
