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
	h, rest := uint64(len(text))^hashA, text
	if len(text) >= 64 {
		h, rest = longSum(h, text)
	}
	for ; len(rest) > 16; rest = rest[16:] {
		h = fold16(h, (*[16]byte)(rest))
	}
	a, b := lastWords(text, len(rest))
	h = mix(a^hashB, b^h)
	return max(mix(h^hashC, h+hashD), 1)
}

// lastWords are the last n bytes of a text, at most 16, with zeros behind them.
func lastWords(text []byte, n int) (a, b uint64) {
	if len(text) < 16 {
		var last [16]byte
		copy(last[:], text)
		return endian.LittleEndian.Uint64(last[:]), endian.LittleEndian.Uint64(last[8:])
	}
	last := (*[16]byte)(text[len(text)-16:])
	a, b = endian.LittleEndian.Uint64(last[:8]), endian.LittleEndian.Uint64(last[8:])
	if left := 8 * (16 - n); left >= 64 {
		return b >> (left - 64), 0
	} else {
		return a>>left | b<<(64-left), b >> left
	}
}

// longSum takes 64 bytes at a time, in four lanes that do not wait for each other, and leaves the rest.
func longSum(h uint64, text []byte) (uint64, []byte) {
	b, c, d := h^hashB, h^hashC, h^hashD
	for ; len(text) >= 64; text = text[64:] {
		t := (*[64]byte)(text)
		h = fold16(h, (*[16]byte)(t[:]))
		b = fold16(b, (*[16]byte)(t[16:]))
		c = fold16(c, (*[16]byte)(t[32:]))
		d = fold16(d, (*[16]byte)(t[48:]))
	}
	return mix(h^hashC, b^hashD) ^ mix(c^hashA, d^hashB), text
}

// fold16 takes 16 bytes of a text into a sum.
func fold16(h uint64, text *[16]byte) uint64 {
	return mix(endian.LittleEndian.Uint64(text[:8])^hashB, endian.LittleEndian.Uint64(text[8:])^h)
}

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
