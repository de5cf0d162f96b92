package timeline

import (
	"encoding/binary"
	"math/bits"
)

// number gives the ID of a tuple that is nothing but a number, adding it where there is none.
func (t *Tuples) number(n uint64) TupleID {
	t.grow(1)
	at := mix(n) & uint64(len(t.slots)-1)
	for ; t.slots[at] != 0; at = (at + 1) & uint64(len(t.slots)-1) {
		if id := TupleID(t.slots[at]); t.values[id-1] == n && !t.isText(id) {
			return id
		}
	}
	return t.add(at, n, false)
}

// numberID is number without adding: 0 if there is none.
func (t *Tuples) numberID(n uint64) TupleID {
	t.grow(1)
	for at := mix(n) & uint64(len(t.slots)-1); t.slots[at] != 0; at = (at + 1) & uint64(len(t.slots)-1) {
		if id := TupleID(t.slots[at]); t.values[id-1] == n && !t.isText(id) {
			return id
		}
	}
	return 0
}

// text gives the ID of a tuple with these bytes in the arena, adding it where there is none.
func (t *Tuples) text(key []byte) TupleID {
	t.grow(1)
	at := hashBytes(key) & uint64(len(t.slots)-1)
	for ; t.slots[at] != 0; at = (at + 1) & uint64(len(t.slots)-1) {
		if id := TupleID(t.slots[at]); t.isText(id) && string(t.bytesOf(id)) == string(key) {
			return id
		}
	}
	from := uint64(len(t.arena))
	t.arena = append(t.arena, key...)
	return t.add(at, from, true)
}

// add appends a value and notes the slot that it is found in.
func (t *Tuples) add(slot, value uint64, text bool) TupleID {
	id := t.put(value, text)
	t.slots[slot] = uint32(id)
	return id
}

// recentTuples are looked among by a loose table: those of a part of a log mostly fit.
const recentTuples = 1 << 10

// lately is number for a loose table.
func (t *Tuples) lately(n uint64) TupleID {
	if t.recent == nil {
		t.recent = make([]TupleID, recentTuples)
	}
	at := &t.recent[mix(n)%recentTuples]
	if id := *at; id == 0 || t.values[id-1] != n {
		*at = t.put(n, false)
	}
	return *at
}

// Expect says how many tuples there will be in the end, as far as one can tell: lists then grow by fewer steps.
func (t *Tuples) Expect(n int) { t.expect = n }

// ahead is for how many of so many tuples room is made: one may be wrong, so at most for some times as many.
func (t *Tuples) ahead(n int) int { return max(n, min(t.expect, 4*n)) }

// grow keeps half of the slots free when so many more are added.
func (t *Tuples) grow(more int) {
	if 2*(len(t.values)+more) <= len(t.slots) {
		return
	}
	size := max(64, 2*len(t.slots))
	for size < 2*t.ahead(len(t.values)+more) {
		size *= 2
	}
	t.slots = make([]uint32, size)
	for i, v := range t.values {
		id, h := TupleID(i+1), mix(v)
		switch {
		case t.isText(id):
			h = hashBytes(t.bytesOf(id))
		case t.Loose:
			continue
		}
		at := h & uint64(len(t.slots)-1)
		for t.slots[at] != 0 {
			at = (at + 1) & uint64(len(t.slots)-1)
		}
		t.slots[at] = uint32(id)
	}
}

// Clip gives back the memory that finding tuples takes; it is taken again when one is added.
func (t *Tuples) Clip() { t.slots = nil }

// mix spreads the bits of a number over all of a word. Slots alone depend on it, no fact does.
func mix(n uint64) uint64 {
	hi, lo := bits.Mul64(n^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return hi ^ lo
}

// hashBytes is mix for bytes.
func hashBytes(b []byte) uint64 {
	h := uint64(len(b))
	for ; len(b) >= 8; b = b[8:] {
		h = mix(h ^ binary.LittleEndian.Uint64(b))
	}
	var last [8]byte
	copy(last[:], b)
	return mix(h ^ binary.LittleEndian.Uint64(last[:]))
}
