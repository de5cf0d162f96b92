package template

const limbs = look / 64

// wordMasks have a bit for each byte of a message.
type wordMasks struct{ word, digit, hex [limbs]uint64 }

// edit says what becomes of the bytes of a message.
type edit struct{ keep, mark [limbs]uint64 }

// below are the bits below one; all where it lies beyond the word.
func below(bit int) uint64 {
	if bit >= 64 {
		return ^uint64(0)
	}
	return 1<<bit - 1
}
