package ingest

import (
	endian "encoding/binary"
	"math/bits"
)

// Odd numbers without a pattern. They are part of what a hash is, so they stay.
const (
	hashA = 0x9e3779b97f4a7c15
	hashB = 0xd6e8feb86659fd93
	hashC = 0xa0761d6478bd642f
	hashD = 0xe7037ed1a0b428db
)

// hashOf tells texts apart in 32 bits, the same on every machine; 0 stands for no hash, so it is never
// given.
func hashOf(text []byte) uint64 {
	h := textSum(text)
	return max(uint64(uint32(h^h>>32)), 1)
}

// textSum tells texts apart in 64 bits, the same on every machine. It is never 0.
func textSum(text []byte) uint64 {
	h := uint64(len(text)) ^ hashA
	if len(text) >= 64 {
		h, text = longSum(h, text)
	}
	for ; len(text) > 16; text = text[16:] {
		h = fold16(h, text)
	}
	var last [16]byte
	copy(last[:], text)
	h = fold16(h, last[:])
	return max(mix(h^hashC, h+hashD), 1)
}

// longSum takes 64 bytes at a time, in four lanes that do not wait for each other, and leaves the rest.
func longSum(h uint64, text []byte) (uint64, []byte) {
	b, c, d := h^hashB, h^hashC, h^hashD
	for ; len(text) >= 64; text = text[64:] {
		h = fold16(h, text)
		b = fold16(b, text[16:])
		c = fold16(c, text[32:])
		d = fold16(d, text[48:64])
	}
	return mix(h^hashC, b^hashD) ^ mix(c^hashA, d^hashB), text
}

// fold16 takes the first 16 bytes of a text into a sum.
func fold16(h uint64, text []byte) uint64 {
	return mix(endian.LittleEndian.Uint64(text)^hashB, endian.LittleEndian.Uint64(text[8:])^h)
}

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
