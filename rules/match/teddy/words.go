package teddy

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// words leads from a window to the needles that have it.
type words struct {
	slots   []slot // open addressing; there is always a free one
	shift   uint8
	entries []entry // those of one window in a row
}

type slot struct {
	key      uint32
	from, to uint32 // entries; a free slot has none
}

// entry is a needle, and how deep in it its window lies.
type entry struct{ id, depth int32 }

func newWords(needles [][]byte, places []place) words {
	size := max(bits.Len(uint(len(needles)*8)), 1)
	w := words{slots: make([]slot, 1<<size), shift: uint8(32 - size)}
	ids := make([]int32, len(needles))
	for i := range ids {
		ids[i] = int32(i)
	}
	key := func(id int32) uint32 { return binary.LittleEndian.Uint32(needles[id][places[id].depth:]) }
	slices.SortStableFunc(ids, func(a, b int32) int { return cmp.Compare(key(a), key(b)) })
	for _, id := range ids {
		w.entries = append(w.entries, entry{id, int32(places[id].depth)})
		s := w.slot(key(id))
		if s.to == s.from {
			s.key, s.from = key(id), uint32(len(w.entries)-1)
		}
		s.to = uint32(len(w.entries))
	}
	return w
}

// slot is where a window stands, or would.
func (w *words) slot(key uint32) *slot {
	for i := key * 0x9e3779b1 >> w.shift; ; i++ {
		s := &w.slots[int(i)&(len(w.slots)-1)]
		if s.to == s.from || s.key == key {
			return s
		}
	}
}

func (w *words) at(key uint32) []entry {
	s := w.slot(key)
	return w.entries[s.from:s.to]
}
