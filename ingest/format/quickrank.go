package format

import "math/bits"

// maxQuickTags is the longest run of rank tags, with the ']' behind them, that a rankTable keeps.
const maxQuickTags = 32

// rankTable finds the rank tags seen before by the words that they make, in open addressing.
type rankTable struct {
	names []string // as Head.Rank; the first is rank 1
	slots []rankSlot
}

// rankSlot holds tags up to the ']' that ends them, zeros behind it. Rank 0 is an empty slot.
type rankSlot struct {
	tags [maxQuickTags / 8]uint64
	rank uint16
}

// read reads the tags that stand at i in a line up to a ']', where it ends. Rank 0 says that none stand
// there, or such as the table has no room for.
func (t *rankTable) read(line []byte, i int) (rank uint16, end int) {
	if len(line)-i < maxQuickTags {
		return t.short(line, i)
	}
	b := line[i:]
	x, y := word64(b), word64(b[8:])
	if m := bytesOf(x, ']'); m != 0 {
		x, y, end = x&upTo(m), 0, i+bits.TrailingZeros64(m)>>3
	} else if m := bytesOf(y, ']'); m != 0 {
		y, end = y&upTo(m), i+8+bits.TrailingZeros64(m)>>3
	} else {
		return t.long(b, i)
	}
	if len(t.slots) > 0 {
		for k := tagHash(x, y); ; k++ {
			s := &t.slots[k&uint64(len(t.slots)-1)]
			if s.tags[0] == x && s.tags[1] == y {
				return s.rank, end
			}
			if s.rank == 0 {
				break
			}
		}
	}
	return t.add(line[i:end+1], [4]uint64{x, y}), end
}

// short is read near the end of a line.
func (t *rankTable) short(line []byte, i int) (rank uint16, end int) {
	var all [maxQuickTags]byte
	copy(all[:], line[i:])
	rank, end = t.read(all[:], 0)
	return rank, i + end
}

// long is read for tags, in b, that take more than 16 bytes with their ']'.
func (t *rankTable) long(b []byte, i int) (rank uint16, end int) {
	key := [4]uint64{word64(b), word64(b[8:]), word64(b[16:])}
	n := 16
	if m := bytesOf(key[2], ']'); m != 0 {
		key[2], n = key[2]&upTo(m), 16+bits.TrailingZeros64(m)>>3
	} else {
		key[3] = word64(b[24:])
		m := bytesOf(key[3], ']')
		if m == 0 {
			return 0, i
		}
		key[3], n = key[3]&upTo(m), 24+bits.TrailingZeros64(m)>>3
	}
	if len(t.slots) > 0 {
		if s := t.slot(key); s.rank != 0 {
			return s.rank, i + n
		}
	}
	return t.add(b[:n+1], key), i + n
}

// slot is the one that holds a key, or the empty one where it belongs.
func (t *rankTable) slot(key [4]uint64) *rankSlot {
	for i := tagHash(key[0]^key[2], key[1]^key[3]); ; i++ {
		if s := &t.slots[i&uint64(len(t.slots)-1)]; s.rank == 0 || s.tags == key {
			return s
		}
	}
}

// add notes new tags, which b holds with the ']'.
func (t *rankTable) add(b []byte, key [4]uint64) uint16 {
	if len(t.names) == 1<<16-1 || rankTags(b) != len(b)-1 {
		return 0
	}
	t.names = append(t.names, intern(b[1:len(b)-1]))
	if 4*len(t.names) > len(t.slots) {
		old := t.slots
		t.slots = make([]rankSlot, max(256, 2*len(old)))
		for i := range old {
			if s := &old[i]; s.rank != 0 {
				*t.slot(s.tags) = *s
			}
		}
	}
	*t.slot(key) = rankSlot{key, uint16(len(t.names))}
	return uint16(len(t.names))
}

// tagHash spreads tags, which differ in a few digits.
func tagHash(x, y uint64) uint64 {
	return (x*0x9e3779b97f4a7c15 ^ y*0xd6e8feb86659fd93) >> 40
}
