package timeline

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// pack writes those tuples down of which to says that they are in use; to then holds their IDs in what
// was written, counted from 1.
func (t *Tuples) pack(p *Packer, to []uint32) {
	var out Tuples
	for i, used := range to[1:] {
		id := TupleID(i + 1)
		switch {
		case used == 0:
			continue
		case t.isText(id):
			at := len(out.arena)
			out.arena = append(out.arena, t.bytesOf(id)...)
			to[id] = uint32(out.put(uint64(at), true))
		default:
			to[id] = uint32(out.put(t.values[id-1], false))
		}
	}
	PackInts(p, out.values)
	PackInts(p, out.texts)
	p.Text(string(out.arena))
}

// put appends a value without looking for it.
func (t *Tuples) put(value uint64, text bool) TupleID {
	n := len(t.values)
	if n&63 == 0 {
		t.texts = append(t.texts, 0)
	}
	if text {
		t.texts[n>>6] |= 1 << (n & 63)
	}
	if n == cap(t.values) && t.expect > n {
		t.values = slices.Grow(t.values, t.ahead(n+1)-n)
	}
	t.values = append(t.values, value)
	return TupleID(n + 1)
}

// unpack reads what pack wrote into an empty table.
func (t *Tuples) unpack(u *Unpacker) {
	t.values, t.texts = UnpackInts[uint64](u), UnpackInts[uint64](u)
	t.arena = append(t.arena, u.take(u.Count(1))...)
	if len(t.texts) != (len(t.values)+63)/64 {
		u.Fail()
		return
	}
	for i, word := range t.texts {
		for ; word != 0; word &= word - 1 {
			at := i<<6 + bits.TrailingZeros64(word)
			if at >= len(t.values) || !t.holdsText(t.values[at]) {
				u.Fail()
				return
			}
		}
	}
}

// holdsText says whether a whole text lies at a place of the arena.
func (t *Tuples) holdsText(from uint64) bool {
	if from >= uint64(len(t.arena)) {
		return false
	}
	b := t.arena[from:]
	has, n := binary.Uvarint(b)
	if n <= 0 || has > 1<<32-1 {
		return false
	}
	for range bits.OnesCount64(has) {
		size, k := binary.Uvarint(b[n:])
		if k <= 0 || size > uint64(len(b)-n-k) {
			return false
		}
		n += k + int(size)
	}
	return true
}

// join adds all tuples of another table, and gives their IDs here; nil if they keep theirs. An empty
// table takes the other's memory.
func (t *Tuples) join(o *Tuples) (to []TupleID) {
	if t.Len() == 0 {
		t.values, t.texts, t.arena, t.slots = o.values, o.texts, o.arena, nil
		return nil
	}
	to = make([]TupleID, o.Len()+1)
	for id := 1; id < len(to); id++ {
		to[id] = t.Import(o, TupleID(id))
	}
	return to
}
