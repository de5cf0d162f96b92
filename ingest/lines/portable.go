package lines

import (
	"encoding/binary"
	"math/bits"
)

const (
	group = 32 // bytes the portable version looks at together
	ones  = 0x0101010101010101
	highs = ones * 0x80
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

// quiet counts the bytes in front of the first group that may hold a control byte or a '['. Most
// bytes are passed here, so it asks what is cheapest to ask, and stops at what is not ASCII too.
func quiet(b []byte) int {
	n := len(b)
	for len(b) >= group {
		if passed(b)&passed(b[8:])&passed(b[16:])&passed(b[24:])&highs != highs {
			break
		}
		b = b[group:]
	}
	return n - len(b)
}

// passed has the high bits of all of eight bytes only if none is below ' ' and none a '['. A byte so
// large that a sum overflows loses its own high bit, so what it carries into the next hides nothing.
func passed(b []byte) uint64 {
	w := binary.LittleEndian.Uint64(b)
	return (w + ones*(0x80-' ')) & ((w ^ ones*'[') + ones*0x7f)
}

// notable has a bit for every byte of a group that is below ' ' or a '['. A byte behind one of these
// may have a bit too: subtraction borrows.
func notable(b []byte) uint32 {
	return marks(b) | marks(b[8:])<<8 | marks(b[16:])<<16 | marks(b[24:])<<24
}

// marks does so for eight bytes. The factor moves the high bit of byte i, shifted to its lowest, to
// bit 56+i.
func marks(b []byte) uint32 {
	w := binary.LittleEndian.Uint64(b)
	high := ((w - ones*' ') | ((w ^ ones*'[') - ones)) &^ w & highs
	return uint32((high >> 7) * 0x0102040810204080 >> 56)
}
