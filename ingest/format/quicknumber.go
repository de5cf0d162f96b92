package format

import "math/bits"

// quickNumber is [number] for what begins at i in a message of eight bytes or more. Where the value is
// not wanted it tells only how long the number is.
func quickNumber(m []byte, i int, wanted bool) (v float64, n int) {
	var w uint64
	if len(m)-i >= 8 {
		w = word64(m[i:])
	} else {
		w = word64(m[len(m)-8:]) >> (8 * uint(8-(len(m)-i)))
	}
	digits := w ^ '0'*eachByte
	others := ((digits&^highBits + (0x80-10)*eachByte) | digits) & highBits
	bit := uint(bits.TrailingZeros64(others)) &^ 7 // of the first byte that is no digit
	switch c := byte(w >> (bit & 63)); {
	case bit == 0 || bit == 64:
	case c == ',' || c == ' ' || c == 0:
		if wanted {
			v = float64(eightDigits(digits << (-bit & 63)))
		}
		return v, int(bit >> 3)
	case c == '.':
		end := uint(bits.TrailingZeros64(others&(others-1))) &^ 7
		n = int(end >> 3)
		if !endsNumber(m, i+n) {
			break
		}
		if wanted {
			v = float64(eightDigits(withoutDot(digits, bit)<<(-end&63))) / float10[(end-bit)>>3-1]
		}
		return v, n
	}
	return number(m[i:])
}

// withoutDot moves the digits before the dot at a bit behind it.
func withoutDot(digits uint64, bit uint) uint64 {
	digits ^= ('.' ^ '0') << (bit & 63)
	whole := digits & (1<<(bit&63) - 1)
	return digits ^ whole | whole<<8
}

// endsNumber says whether the number before i ends there, whatever stands further on.
func endsNumber(m []byte, i int) bool {
	return i >= len(m) || m[i] == ',' || m[i] == ' '
}

// eightDigits is the number of eight digits, of which the first is the lowest byte.
func eightDigits(x uint64) uint32 {
	x = x*10 + x>>8
	const pairs = 0x000000ff000000ff
	return uint32((x&pairs*(100+1000000<<32) + x>>16&pairs*(1+10000<<32)) >> 32)
}
