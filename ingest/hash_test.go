package ingest

import (
	"math/bits"
	"strconv"
	"strings"
	"testing"
)

// What a hash is may not depend on the machine: of texts of every kind of length.
func TestHashStaysTheSame(t *testing.T) {
	for n, want := range map[int]uint64{0: 0xdade99aa, 1: 0x2cfe42ea, 15: 0x1f4713c, 16: 0x27bf5ef0, 17: 0xe2df0d5f, 63: 0x98f53d80, 64: 0xdb92f86d, 65: 0xd985b072, 1000: 0xd653a8e5} {
		if got := hashOf([]byte(strings.Repeat("0123456789abcdef-", 60)[:n])); got != want {
			t.Errorf("hash of %d bytes: %#x, want %#x", n, got, want)
		}
	}
}

// referenceSum is textSum in words that are copied one after the other.
func referenceSum(text []byte) uint64 {
	word := func(at int) (w uint64) {
		for k := range 8 {
			if at+k < len(text) {
				w |= uint64(text[at+k]) << (8 * k)
			}
		}
		return w
	}
	fold := func(h uint64, at int) uint64 { return mix(word(at)^hashB, word(at+8)^h) }
	h, at := uint64(len(text))^hashA, 0
	if len(text) >= 64 {
		lanes := [4]uint64{h, h ^ hashB, h ^ hashC, h ^ hashD}
		for ; at+64 <= len(text); at += 64 {
			for k := range lanes {
				lanes[k] = fold(lanes[k], at+16*k)
			}
		}
		h = mix(lanes[0]^hashC, lanes[1]^hashD) ^ mix(lanes[2]^hashA, lanes[3]^hashB)
	}
	for ; at+16 < len(text); at += 16 {
		h = fold(h, at)
	}
	h = fold(h, at)
	return max(mix(h^hashC, h+hashD), 1)
}

func TestSumOfEveryLength(t *testing.T) {
	text := []byte(strings.Repeat("0123456789abcdef-", 20))
	for n := range text {
		if got, want := textSum(text[:n]), referenceSum(text[:n]); got != want {
			t.Errorf("sum of %d bytes: %#x, want %#x", n, got, want)
		}
	}
}

// Each bit of a text turns about half of the bits of its hash.
func TestHashMixes(t *testing.T) {
	for _, n := range []int{1, 7, 16, 17, 63, 64, 65, 200} {
		text := []byte(strings.Repeat("the same text ", 20)[:n])
		h, turned := hashOf(text), 0
		for i := range 8 * n {
			text[i/8] ^= 1 << (i % 8)
			other := hashOf(text)
			text[i/8] ^= 1 << (i % 8)
			if other == h || other >= 1<<32 || other == 0 {
				t.Fatalf("bit %d of %d bytes: %#x and %#x", i, n, h, other)
			}
			turned += bits.OnesCount64(h ^ other)
		}
		if mean := float64(turned) / float64(8*n); mean < 14 || mean > 18 {
			t.Errorf("a bit of %d bytes turns %.1f bits", n, mean)
		}
	}
}

// Texts that differ in numbers or in their length alone have hashes of their own, as far as 32 bits go.
func TestHashTellsApart(t *testing.T) {
	sums, hashes := map[uint64]bool{}, map[uint64]bool{}
	add := func(text string) {
		sums[textSum([]byte(text))] = true
		hashes[hashOf([]byte(text))] = true
	}
	const times = 20_000
	for i := range times {
		add("Prefill transfer failed for request " + strconv.Itoa(i))
	}
	for i := range 2000 {
		add(strings.Repeat("\x00", i))
	}
	if len(sums) != times+2000 || len(hashes) < times+2000-2 {
		t.Errorf("%d and %d of %d are told apart", len(sums), len(hashes), times+2000)
	}
}

func BenchmarkHash(b *testing.B) {
	for _, n := range []int{100, 250, 4096, 1 << 16} {
		text := []byte(strings.Repeat("x", n))
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.SetBytes(int64(n))
			for b.Loop() {
				hashOf(text)
			}
		})
	}
}
