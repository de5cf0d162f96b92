package timeline

import (
	"encoding/binary"
	"math/bits"
	"strconv"
)

// TupleID names what a record captured, in a [Tuples]; 0 captures nothing.
type TupleID uint32

// Tuples are the captured values of records, each tuple once: most of a long log's are a room's id
// alone, which is kept as a number of eight bytes; the others lie in one piece of memory, so that a
// million of them cost the collector nothing. Not safe while one is added.
type Tuples struct {
	values []uint64 // by ID - 1: the number, or where its text lies in the arena
	texts  []uint64 // bits by ID - 1: it lies in the arena
	arena  []byte   // has, then for each captured value its length and its bytes
	slots  []uint32 // open addressing by hash: IDs; a power of two, at most half full
	key    []byte   // scratch
	expect int      // so many it will hold; see Expect
	// Loose tables look for a number only among the latest before they add it: a number may have several IDs
	// then, and whoever imports them joins those that are equal.
	Loose  bool
	recent []TupleID // of a loose one: by hash
}

// Len is the greatest ID.
func (t *Tuples) Len() int { return len(t.values) }

// Reset empties the table and keeps its memory.
func (t *Tuples) Reset() {
	t.values, t.texts, t.arena = t.values[:0], t.texts[:0], t.arena[:0]
	clear(t.slots)
	clear(t.recent)
}

// Add gives the ID of what a record captured: bit i of has says that the i-th span was.
func (t *Tuples) Add(record []byte, spans []Span, has uint32) TupleID {
	if has == 0 {
		return 0
	}
	if has == 1 {
		return t.AddText(record[spans[0].From:spans[0].To])
	}
	t.key = binary.AppendUvarint(t.key[:0], uint64(has))
	for i, s := range spans {
		if has>>i&1 == 1 {
			t.key = append(binary.AppendUvarint(t.key, uint64(s.To-s.From)), record[s.From:s.To]...)
		}
	}
	return t.text(t.key)
}

// AddText is Add for a record that captured one value, its first.
func (t *Tuples) AddText(text []byte) TupleID {
	if n, ok := canonicalBytes(text); ok {
		if t.Loose {
			return t.lately(n)
		}
		return t.number(n)
	}
	t.key = binary.AppendUvarint(t.key[:0], 1)
	t.key = append(binary.AppendUvarint(t.key, uint64(len(text))), text...)
	return t.text(t.key)
}

// AddStrings is Add for values that are strings.
func (t *Tuples) AddStrings(caps []string, has uint32) TupleID {
	if has == 0 {
		return 0
	}
	if has == 1 {
		if n, ok := canonical(caps[0]); ok {
			return t.number(n)
		}
	}
	t.key = binary.AppendUvarint(t.key[:0], uint64(has))
	for i, s := range caps {
		if has>>i&1 == 1 {
			t.key = append(binary.AppendUvarint(t.key, uint64(len(s))), s...)
		}
	}
	return t.text(t.key)
}

// Import gives the ID here of a tuple of another table.
func (t *Tuples) Import(o *Tuples, id TupleID) TupleID {
	switch {
	case id == 0:
		return 0
	case o.isText(id):
		return t.text(o.bytesOf(id))
	}
	return t.number(o.values[id-1])
}

// ImportAll appends to ids the IDs here of the tuples of another table, from 0 on; 0 of those that are
// not used. used may be nil: all are.
func (t *Tuples) ImportAll(ids []TupleID, o *Tuples, used []bool) []TupleID {
	ids = append(ids, 0)
	for from := 1; from <= o.Len(); from += importBatch {
		ids = t.importBatch(ids, o, used, from, min(from+importBatch, o.Len()+1))
	}
	return ids
}

// importBatch is how many are looked up together: so few that all fit without the table growing
// between, so many that the processor waits for several of them at once.
const importBatch = 32

func (t *Tuples) importBatch(ids []TupleID, o *Tuples, used []bool, from, to int) []TupleID {
	t.grow(importBatch)
	var found lookups
	t.lookUp(&found, o.values[from-1:to-1])
	for i := from; i < to; i++ {
		v, g := o.values[i-1], found.id[i-from]
		switch id := TupleID(i); {
		case used != nil && !used[i]:
			ids = append(ids, 0)
		case o.isText(id):
			ids = append(ids, t.Import(o, id))
		case g != 0 && found.value[i-from] == v && !t.isText(g):
			ids = append(ids, g)
		case t.slots[found.slot[i-from]] == 0:
			ids = append(ids, t.add(found.slot[i-from], v, false))
		default:
			ids = append(ids, t.number(v))
		}
	}
	return ids
}

// lookups are what stands in the first slots that some numbers may be found in.
type lookups struct {
	slot  [importBatch]uint64
	id    [importBatch]TupleID
	value [importBatch]uint64 // of the tuple, or where its text lies
}

// lookUp asks for all of them without looking at one, so that the processor need not wait for each.
func (t *Tuples) lookUp(l *lookups, values []uint64) {
	mask := uint64(len(t.slots) - 1)
	for k, v := range values {
		at := mix(v) & mask
		l.slot[k&(importBatch-1)], l.id[k&(importBatch-1)] = at, TupleID(t.slots[at])
	}
	if len(t.values) == 0 {
		return
	}
	for k, id := range l.id {
		l.value[k] = t.values[max(id, 1)-1] // any other where there is none: it is not looked at
	}
}

// canonical reads a number that its decimal digits alone spell.
func canonical[T string | []byte](s T) (uint64, bool) {
	if len(s) == 0 || len(s) > 19 || s[0] == '0' && len(s) > 1 {
		return 0, false
	}
	n := uint64(0)
	for i := range len(s) {
		d := s[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + uint64(d)
	}
	return n, true
}

func (t *Tuples) isText(id TupleID) bool { return t.texts[(id-1)>>6]>>((id-1)&63)&1 == 1 }

// bytesOf is the text of a tuple in the arena.
func (t *Tuples) bytesOf(id TupleID) []byte {
	from := t.values[id-1]
	b := t.arena[from:]
	has, n := binary.Uvarint(b)
	for range bits.OnesCount32(uint32(has)) {
		size, k := binary.Uvarint(b[n:])
		n += k + int(size)
	}
	return b[:n]
}

// Values gives the captured values of a tuple, "" where has lacks a bit.
func (t *Tuples) Values(id TupleID) (caps []string, has uint32) {
	switch {
	case id == 0:
		return nil, 0
	case !t.isText(id):
		return []string{strconv.FormatUint(t.values[id-1], 10)}, 1
	}
	b := t.bytesOf(id)
	h, n := binary.Uvarint(b)
	has = uint32(h)
	caps = make([]string, bits.Len32(has))
	for i := range caps {
		if has>>i&1 == 1 {
			size, k := binary.Uvarint(b[n:])
			caps[i] = string(b[n+k : n+k+int(size)])
			n += k + int(size)
		}
	}
	return caps, has
}

// value gives one captured value: a number that its digits alone spell, or its bytes.
func (t *Tuples) value(id TupleID, capture int) (n uint64, text []byte, ok bool) {
	switch {
	case id == 0 || capture < 0:
		return 0, nil, false
	case !t.isText(id):
		return t.values[id-1], nil, capture == 0
	}
	b := t.arena[t.values[id-1]:]
	has, at := binary.Uvarint(b)
	if has>>capture&1 == 0 {
		return 0, nil, false
	}
	for i := range capture + 1 {
		if has>>i&1 == 0 {
			continue
		}
		size, k := binary.Uvarint(b[at:])
		text = b[at+k : at+k+int(size)]
		at += k + int(size)
	}
	n, number := canonical(text)
	if number {
		text = nil
	}
	return n, text, true
}
