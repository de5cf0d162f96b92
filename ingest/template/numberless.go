package template

import "slices"

// Numberless appends a message to dst with one 0 for each run of digits: two messages of which it makes
// the same have the same words, and numbers that are written alike in the same places. It is false for
// what it does not do: a message of more than 256 bytes, and all where there is no kernel.
func Numberless(dst, message []byte) ([]byte, bool) {
	if !hasKernel || len(message) == 0 || len(message) > look {
		return dst, false
	}
	var m wordMasks
	var e edit
	findWords(&message[0], len(message), &m)
	before := uint64(0) // digits of the limb before
	for k := 0; k < limbs && 64*k < len(message); k++ {
		d := m.digit[k]
		first := d &^ (d<<1 | before>>63)
		e.mark[k], e.keep[k], before = first, below(len(message)-64*k)&^(d&^first), d
	}
	base := len(dst)
	dst = slices.Grow(dst, look+64)
	n := squeeze(&dst[:base+1][base], &message[0], len(message), &e, '0')
	return dst[:base+n], true
}
