package template

import "slices"

// Numberless appends a message to dst with one 0 for each run of digits: two messages of which it makes
// the same have the same words, and numbers that are written alike in the same places. It is false for
// what it does not do: a message of more than 256 bytes, and all where there is no kernel.
func Numberless(dst, message []byte) ([]byte, bool) {
	if !hasKernel || len(message) == 0 || len(message) > look {
		return dst, false
	}
	base := len(dst)
	dst = slices.Grow(dst, look+64)
	return dst[:base+numberless(&dst[:base+1][base], &message[0], len(message))], true
}
