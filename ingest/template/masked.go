package template

import (
	"math/bits"
	"slices"
)

const limbs = look / 64

// wordMasks have a bit for each byte of a message.
type wordMasks struct{ word, digit, hex [limbs]uint64 }

// edit says what becomes of the bytes of a message.
type edit struct{ keep, mark [limbs]uint64 }

// appendMasked is Append by the kernels, for at most look bytes and at least one.
func appendMasked(dst, message []byte) []byte {
	var m wordMasks
	var e edit
	findWords(&message[0], len(message), &m)
	e.all(len(message))
	end := 0 // of the last word that varies
	for k := 0; 64*k < len(message); k++ {
		left := m.digit[k] | m.hexRuns(k)
		if end > 64*k { // its last word reaches into this limb
			left &^= below(end - 64*k)
		}
		for left != 0 {
			at := bits.TrailingZeros64(left)
			from, to, varying := m.at(k, at)
			if varying {
				e.vary(message, from, to, end)
				end = to
			}
			left &^= below(to - 64*k)
		}
	}
	base := len(dst)
	dst = slices.Grow(dst, look+64)
	n := squeeze(&dst[:base+1][base], &message[0], len(message), &e, variable)
	return dst[:base+min(n, Max)]
}

// below are the bits below one; all where it lies beyond the word.
func below(bit int) uint64 {
	if bit >= 64 {
		return ^uint64(0)
	}
	return 1<<bit - 1
}

// all keeps n bytes.
func (e *edit) all(n int) {
	for k := 0; 64*k < n; k++ {
		e.keep[k] = below(n - 64*k)
	}
}

// drop leaves out some bytes, at least one.
func (e *edit) drop(from, to int) {
	if k := from >> 6; k == (to-1)>>6 {
		e.keep[k&(limbs-1)] &^= ^uint64(0) >> (64 - (to - from)) << (from & 63)
		return
	}
	for k := from >> 6; k<<6 < to; k++ {
		e.keep[k] &^= below(to-k<<6) &^ below(max(from-k<<6, 0))
	}
}

// vary puts a '#' for a word, or lets the one before stand for it too. end is where the last word ends
// that varied.
func (e *edit) vary(message []byte, from, to, end int) {
	i := from
	for i > 0 && separates(message[i-1]) {
		i--
	}
	if i > 0 && (i == end || message[i-1] == variable) {
		e.drop(i, to)
		return
	}
	e.mark[from>>6] |= 1 << (from & 63)
	if to > from+1 {
		e.drop(from+1, to)
	}
}

// hexRuns has a bit in each run of eight hex letters, and where one may go on from the limb before.
func (m *wordMasks) hexRuns(k int) uint64 {
	x := m.hex[k]
	run := x & (x >> 1)
	run &= run >> 2
	run &= run >> 4
	if k > 0 {
		run |= x & (m.hex[k-1] >> 63)
	}
	return run
}

// at finds the word round a bit of limb k, and says whether it varies.
func (m *wordMasks) at(k, bit int) (from, to int, varying bool) {
	gaps := ^m.word[k]
	before, behind := gaps&(1<<bit-1), gaps>>bit
	if before == 0 && k > 0 || behind == 0 && k < limbs-1 {
		return m.across(k<<6 + bit)
	}
	a, b := 64-bits.LeadingZeros64(before), min(bit+bits.TrailingZeros64(behind), 64)
	all := below(b) &^ below(a)
	return k<<6 + a, k<<6 + b, m.digit[k]&all != 0 || m.hex[k]&all == all && b-a >= longHex
}

// across is at for a word that may lie in several limbs.
func (m *wordMasks) across(bit int) (from, to int, varying bool) {
	for from = bit; from > 0 && has(&m.word, from-1); from-- {
	}
	for to = bit; to < look && has(&m.word, to); to++ {
	}
	class := uint8(wordHex)
	for i := from; i < to; i++ {
		switch {
		case has(&m.digit, i):
			return from, to, true
		case !has(&m.hex, i):
			class = wordOther
		}
	}
	return from, to, varies(class, to-from)
}

// has says whether a bit is set.
func has(m *[limbs]uint64, bit int) bool { return m[bit>>6]>>(bit&63)&1 == 1 }
