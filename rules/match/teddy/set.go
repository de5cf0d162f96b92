package teddy

import (
	"cmp"
	"encoding/binary"
	"slices"

	"roomline/timeline"
)

// Window is how many bytes in a row are looked for, and so the least length of a needle.
const Window = 4

// Set is a fixed set of needles, laid out for a search.
type Set struct {
	needles [][]byte
	kernel  kernel
	words   words
	masks   *masks
	filter  *filter // what searches without a vector kernel
}

// New lays out a search for needles of at least [Window] bytes, with what the machine can do best.
// The ID of a needle is its index. Rates decide how fast the search is, never what it finds.
func New(needles [][]byte, r *Rates) *Set {
	return newSet(needles, r, kernelFor(len(needles), r.scale > 0))
}

func newSet(needles [][]byte, r *Rates, k kernel) *Set {
	s := &Set{needles: needles, kernel: k}
	if k == portable {
		s.filter = newFilter(needles, r)
		return s
	}
	places := plan(needles, r, k)
	s.masks = newMasks(needles, places)
	s.words = newWords(needles, places)
	return s
}

// room is how many candidates are kept until they are verified, at least chunk.
const room = 256

// chunk is how many places a vector kernel takes as one; it reads beyond the last of them.
const (
	chunk = 64
	reach = chunk + Window - 1
)

// Scan appends to dst every occurrence of every needle in text, ascending by Off, then ID. They may
// overlap.
func (s *Set) Scan(dst []timeline.Needle, text []byte) []timeline.Needle {
	if len(text) < Window || len(s.needles) == 0 {
		return dst
	}
	if s.filter != nil {
		return s.filter.scan(dst, text)
	}
	var at [room]uint32
	v := verifier{Set: s, text: text, found: dst, begin: len(dst)}
	base, chunks := 0, (len(text)-Window+1)/chunk
	for chunks > 0 {
		done, n := s.candidates(&text[base], chunks, &at)
		for _, i := range at[:n] {
			v.verify(base + int(i))
		}
		base, chunks = base+done*chunk, chunks-done
	}
	var tail [reach]byte // so that nothing is read beyond the text
	left := copy(tail[:], text[base:])
	_, n := s.candidates(&tail[0], 1, &at)
	for _, i := range at[:n] {
		if int(i)+Window <= left {
			v.verify(base + int(i))
		}
	}
	return v.inOrder()
}

// verifier collects the needles that really stand where a candidate does.
type verifier struct {
	*Set
	text     []byte
	found    []timeline.Needle
	begin    int // of what this scan found
	unsorted bool
}

// verify takes the needles whose window stands at p.
func (v *verifier) verify(p int) {
	for _, e := range v.words.at(binary.LittleEndian.Uint32(v.text[p:])) {
		off, n := p-int(e.depth), v.needles[e.id]
		if off >= 0 && off+len(n) <= len(v.text) && string(v.text[off:off+len(n)]) == string(n) {
			v.add(timeline.Needle{Off: off, ID: e.id})
		}
	}
}

// far is how many needles one may have to pass on its way to its place, before sorting all is better.
const far = 32

// add puts a needle where it belongs: nearly the end, for windows lie at different depths.
func (v *verifier) add(n timeline.Needle) {
	v.found = append(v.found, n)
	i := len(v.found) - 1
	for least := max(v.begin, i-far); i > least && order(v.found[i-1], n) > 0; i-- {
		v.found[i] = v.found[i-1]
	}
	v.found[i] = n
	v.unsorted = v.unsorted || i > v.begin && order(v.found[i-1], n) > 0
}

func (v *verifier) inOrder() []timeline.Needle {
	if v.unsorted {
		slices.SortFunc(v.found[v.begin:], order)
	}
	return v.found
}

func order(a, b timeline.Needle) int {
	if a.Off != b.Off {
		return cmp.Compare(a.Off, b.Off)
	}
	return cmp.Compare(a.ID, b.ID)
}
