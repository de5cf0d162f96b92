package format

import "encoding/binary"

// Words of eight bytes of text: the first byte is the lowest, whatever the machine.
const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// word64 is the first eight bytes of b, which has them.
func word64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// word32 is the first four bytes of b, which has them.
func word32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// bytesOf sets the highest bit of the bytes of w that are c. The lowest one set is right; above it
// others may be set as well.
func bytesOf(w uint64, c byte) uint64 {
	w ^= uint64(c) * eachByte
	return (w - eachByte) & ^w & highBits
}

// upTo masks the bytes up to the lowest one that is marked in m, which marks one.
func upTo(m uint64) uint64 { return m ^ (m - 1) }

// wordOf is the word of the first eight bytes of a text, zeros where it is shorter.
func wordOf(s string) (w uint64) {
	for i := range min(len(s), 8) {
		w |= uint64(s[i]) << (8 * i)
	}
	return w
}
