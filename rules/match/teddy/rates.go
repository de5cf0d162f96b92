package teddy

import (
	"encoding/binary"
	"strings"
)

// Rates say how often bytes and windows occur in a kind of text.
type Rates struct {
	bytes  [256]float64 // sum 1
	scale  float64      // of one count below; 0 without a sample
	fours  []uint32     // by hash: how often the sample has four bytes in a row
	threes []uint32     // nil: not counted
}

const (
	gramBits = 16
	// prior is how many bytes of the estimate are added to a sample: a byte that it does not show is
	// rare, but may come.
	prior = 256
)

// Estimated is what is to be expected of log text.
func Estimated() *Rates {
	r, sum := &Rates{}, 0.0
	for c := range r.bytes {
		r.bytes[c] = 1 / float64(uint64(1)<<Surprise(byte(c)))
		sum += r.bytes[c]
	}
	for c := range r.bytes {
		r.bytes[c] /= sum
	}
	return r
}

// LeastSample is how many bytes tell anything.
const LeastSample = 1024

// Counted is what is to be expected of text like the sample; the estimate if it is too short.
func Counted(sample []byte) *Rates {
	r := Estimated()
	if len(sample) < LeastSample {
		return r
	}
	r.scale = 1 / float64(len(sample))
	r.fours = make([]uint32, 1<<gramBits)
	fours := (*[1 << gramBits]uint32)(r.fours)
	var bytes [256]uint32
	for i := 0; i+Window <= len(sample); i++ {
		w := binary.LittleEndian.Uint32(sample[i:])
		bytes[byte(w)]++
		fours[gram(w)]++
	}
	if kernelFor(0, true) == portable {
		r.countThrees(sample)
	}
	for c, n := range bytes {
		r.bytes[c] = (float64(n) + prior*r.bytes[c]) / float64(len(sample)+prior)
	}
	return r
}

// countThrees counts what only the portable search asks for.
func (r *Rates) countThrees(sample []byte) {
	r.threes = make([]uint32, 1<<gramBits)
	for i := 0; i+Window <= len(sample); i++ {
		r.threes[gram(binary.LittleEndian.Uint32(sample[i:])<<8)]++
	}
}

func gram(w uint32) uint32 { return w * 0x9e3779b1 >> (32 - gramBits) }

// Window is how often a window of three or four bytes is to be expected. What bytes of it are rare
// decides between those that were not seen.
func (r *Rates) Window(w []byte) float64 {
	chance := 1.0
	for _, c := range w {
		chance *= r.bytes[c]
	}
	switch {
	case r.scale == 0:
		return chance
	case len(w) == Window:
		return chance*unseen + r.scale*float64(r.fours[gram(binary.LittleEndian.Uint32(w))])
	}
	if r.threes == nil {
		return chance
	}
	three := uint32(w[0])<<8 | uint32(w[1])<<16 | uint32(w[2])<<24
	return chance*unseen + r.scale*float64(r.threes[gram(three)])
}

// unseen is how much the chance of bytes counts beside what was seen of a whole window.
const unseen = 1.0 / 16

// Needle is how often a needle is to be expected at most: as often as its rarest window.
func (r *Rates) Needle(n []byte) float64 {
	least := 1.0
	for i := 0; i+Window <= len(n); i++ {
		least = min(least, r.Window(n[i:i+Window]))
	}
	return least
}

// Surprise is roughly -log2 of how often a byte occurs in log text.
func Surprise(c byte) int {
	switch {
	case c == ' ' || strings.IndexByte("etaoinsr", c) >= 0 || c == '0' || c == '1':
		return 4
	case '2' <= c && c <= '9' || strings.IndexByte("dlcumphq:.,-=_", c) >= 0:
		return 5
	case 'a' <= c && c <= 'z' || strings.IndexByte("#/\"()[]TP", c) >= 0:
		return 6
	case 'A' <= c && c <= 'Z':
		return 7
	}
	return 9
}
