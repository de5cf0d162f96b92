package timeline

import (
	"encoding/binary"
	"math/bits"
)

// A word of eight digits, and what carries into the upper halves of bytes beyond '9'.
const (
	zeros      = 0x3030303030303030
	beyondNine = 0x0606060606060606
	upperHalf  = 0xf0f0f0f0f0f0f0f0
)

// noDigits has bits set in the bytes of a word that are no digits, right up to the lowest of them.
func noDigits(w uint64) uint64 {
	x := w ^ zeros
	return (x | (x + beyondNine)) & upperHalf
}

// digitsEnd is where the run of digits that begins at i ends.
func digitsEnd(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		if x := noDigits(binary.LittleEndian.Uint64(b[i:])); x != 0 {
			return i + bits.TrailingZeros64(x)>>3
		}
	}
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}

var tens = [...]uint64{1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7}

// canonicalBytes is canonical eight digits at a time.
func canonicalBytes(s []byte) (n uint64, ok bool) {
	if len(s) < 8 {
		return canonical(s)
	}
	if len(s) > 19 || s[0] == '0' {
		return 0, false
	}
	wrong, i := uint64(0), 0
	for ; i+8 <= len(s); i += 8 {
		w := binary.LittleEndian.Uint64(s[i:])
		n, wrong = n*1e8+eightDigits(w), wrong|noDigits(w)
	}
	if left := len(s) - i; left > 0 {
		others := uint64(1)<<(8*(8-left)) - 1 // of the last eight, those that were read
		w := binary.LittleEndian.Uint64(s[len(s)-8:])&^others | zeros&others
		n, wrong = n*tens[left]+eightDigits(w), wrong|noDigits(w)
	}
	return n, wrong == 0
}

// eightDigits is the number that a word of digits spells, the lowest byte first.
func eightDigits(w uint64) uint64 {
	w = (w & 0x0f0f0f0f0f0f0f0f) * (10<<8 + 1) >> 8
	w = (w & 0x00ff00ff00ff00ff) * (100<<16 + 1) >> 16
	return (w & 0x0000ffff0000ffff) * (10000<<32 + 1) >> 32
}
