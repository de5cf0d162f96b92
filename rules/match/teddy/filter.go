package teddy

import (
	"encoding/binary"
	"slices"

	"roomline/timeline"
)

// filter finds needles by a hash of three bytes at every second position of the text, or at every fourth
// where all needles are long enough.
//
// Of each needle four bytes in a row are chosen for rarity, or six; they hold windows of three bytes, one for
// each distance from such a position, so that exactly one of them begins at one: each occurrence is met
// once, and once only. The hash of a window leads to a bucket of needles, of which those are taken whose
// bytes are all there. Positions do not depend on each other, unlike the states of an automaton, so that
// the processor works on several at a time.
type filter struct {
	table   [1 << tableBits]uint8 // 0, or the number of a bucket
	buckets [buckets][]headed
	needles [][]byte
	stride  int // of the positions looked at: 2 or 4
}

const (
	tableBits = 14 // 16 KiB: half of a first-level cache
	buckets   = 256
	three     = 3
	together  = 4 // positions looked at in one step
)

// headed is a needle with a window in it.
type headed struct {
	head uint32 // its first four bytes
	back int32  // from the window back to the needle's begin
	id   int32
}

func newFilter(needles [][]byte, r *Rates) *filter {
	f := &filter{needles: needles, stride: 4}
	for _, n := range needles {
		if len(n) < three+f.stride-1 {
			f.stride = 2
		}
	}
	next := 0
	for id, n := range f.needles {
		at := rarest(n, r, f.stride)
		for i := at; i < at+f.stride; i++ {
			h := hash(uint64(n[i]) | uint64(n[i+1])<<8 | uint64(n[i+2])<<16)
			if f.table[h] == 0 {
				f.table[h] = uint8(next%(buckets-1)) + 1
				next++
			}
			b := &f.buckets[f.table[h]]
			*b = append(*b, headed{head: binary.LittleEndian.Uint32(n), back: int32(i), id: int32(id)})
		}
	}
	return f
}

// rarest is where so many windows of a needle begin that occur least by themselves.
func rarest(n []byte, r *Rates, stride int) int {
	at, least := 0, 0.0
	for i := 0; i+three+stride-1 <= len(n); i++ {
		often := 0.0
		for j := i; j < i+stride; j++ {
			often += r.Window(n[j : j+three])
		}
		if i == 0 || often < least {
			at, least = i, often
		}
	}
	return at
}

// hash takes the low three bytes of x.
func hash(x uint64) uint64 { return (x << 40) * 0x9e3779b97f4a7c15 >> (64 - tableBits) }

// scan appends the needles of b.
func (f *filter) scan(dst []timeline.Needle, b []byte) []timeline.Needle {
	begin := len(dst)
	i := 0
	switch {
	case len(f.needles) == 0:
		return dst
	case f.stride == 4:
		dst, i = f.byFours(dst, b)
	default:
		dst, i = f.byTwos(dst, b)
	}
	for ; i+three <= len(b); i += f.stride {
		h := hash(uint64(b[i]) | uint64(b[i+1])<<8 | uint64(b[i+2])<<16)
		if k := f.table[h]; k != 0 {
			dst = f.check(dst, b, i, k)
		}
	}
	if !slices.IsSortedFunc(dst[begin:], order) { // windows lie at different depths of their needles
		slices.SortFunc(dst[begin:], order)
	}
	return dst
}

// byTwos looks at every second position, several in one step: seldom one of them is more than noise. It
// says where it stopped.
func (f *filter) byTwos(dst []timeline.Needle, b []byte) ([]timeline.Needle, int) {
	i := 0
	for ; i+12 <= len(b); i += 2 * together {
		x, y := binary.LittleEndian.Uint64(b[i:i+8]), uint64(binary.LittleEndian.Uint32(b[i+6:i+10]))
		h := [together]uint64{hash(x), hash(x >> 16), hash(x >> 32), hash(y)}
		if f.table[h[0]]|f.table[h[1]]|f.table[h[2]]|f.table[h[3]] != 0 {
			dst = f.some(dst, b, i, h)
		}
	}
	return dst, i
}

// byFours is byTwos for every fourth position.
func (f *filter) byFours(dst []timeline.Needle, b []byte) ([]timeline.Needle, int) {
	i := 0
	for ; i+16 <= len(b); i += 4 * together {
		x, y := binary.LittleEndian.Uint64(b[i:i+8]), binary.LittleEndian.Uint64(b[i+8:i+16])
		h := [together]uint64{hash(x), hash(x >> 32), hash(y), hash(y >> 32)}
		if f.table[h[0]]|f.table[h[1]]|f.table[h[2]]|f.table[h[3]] != 0 {
			dst = f.some(dst, b, i, h)
		}
	}
	return dst, i
}

// some takes the needles round the positions from i on that have these hashes.
func (f *filter) some(dst []timeline.Needle, b []byte, i int, hashes [together]uint64) []timeline.Needle {
	for j, h := range hashes {
		if k := f.table[h]; k != 0 {
			dst = f.check(dst, b, i+f.stride*j, k)
		}
	}
	return dst
}

// check takes those needles of bucket k that really stand round position i.
func (f *filter) check(dst []timeline.Needle, b []byte, i int, k uint8) []timeline.Needle {
	for _, e := range f.buckets[k] {
		p := i - int(e.back)
		if p < 0 || p+Window > len(b) || binary.LittleEndian.Uint32(b[p:]) != e.head {
			continue
		}
		if n := f.needles[e.id]; p+len(n) <= len(b) && string(b[p:p+len(n)]) == string(n) {
			dst = append(dst, timeline.Needle{Off: p, ID: e.id})
		}
	}
	return dst
}
