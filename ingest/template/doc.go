// Package template finds what messages of one kind have in common, so that those that repeat can be
// counted together.
//
// It gives: [Append], the template of a message, and [Numberless], the message with each run of digits made one.
//
// There are two versions of a template, and they answer alike: vector instructions where the processor and the system
// have them (AVX-512 with VBMI2), and a portable one, which the build tag purego makes the only one. Without the
// instructions Numberless does nothing, and says so.
//
// It does not tell what a message means, and knows no format and no language.
//
// Units: bytes.
//
// Concurrency: pure functions, any goroutine at any time.
package template

import "slices"

const (
	// Max are the bytes of a template; what differs behind them differs in detail.
	Max = 120
	// look is how much of a message is looked at.
	look     = 256
	variable = '#' // stands for what is different each time
)

// Append appends the template of a message to dst: each word with a digit in it (a number, an id, an
// address, a host) and each long hex word becomes one '#', and so does a list of them.
func Append(dst, message []byte) []byte {
	message = message[:min(len(message), look)]
	if hasKernel && len(message) > 0 {
		base := len(dst)
		dst = slices.Grow(dst, Max+128)
		if n := shorten(&dst[:base+1][base], &message[0], len(message)); n >= 0 {
			return dst[:base+min(n, Max)]
		}
		dst = dst[:base]
	}
	return appendPortable(dst, message)
}

const (
	wordDigit = 1 << iota
	wordHex   // a letter that hex numbers hold
	wordOther
)

// wordClass says what a byte is inside a word; 0 ends it.
var wordClass = func() (t [256]uint8) {
	for c := range t {
		switch {
		case '0' <= c && c <= '9':
			t[c] = wordDigit
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			t[c] = wordHex
		case 'a' <= c|0x20 && c|0x20 <= 'z', c == '_', c == '.', c == '-', c == '+':
			t[c] = wordOther
		}
	}
	return t
}()

// longHex is how long a word of hex letters alone must be to be taken for a number.
const longHex = 8

// varies says whether a word that holds such bytes is different each time.
func varies(class uint8, size int) bool {
	return class&wordDigit != 0 || class == wordHex && size >= longHex
}

// separates says whether a byte may stand between the members of a list.
func separates(c byte) bool { return c <= ':' && separators>>c&1 == 1 }

const separators uint64 = 1<<' ' | 1<<',' | 1<<':' | 1<<'/'
