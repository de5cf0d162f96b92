package match

import "bytes"

// reader is one record while signals are tried on it: what is found out for one of them is not
// looked for again. Readers are used over and over.
type reader struct {
	*Matcher
	record       []byte
	single       bool    // one line only
	try          bitSet  // signals
	seen         bitSet  // needles, by ID
	known, holds bitSet  // literals that were looked for, by ID; those that are there
	values       []value // by pattern
	round        uint32  // of this record, for values
}

// value is what a pattern found.
type value struct {
	from, to int    // the begin of the match, or the bounds of a capture; from is negative without one
	round    uint32 // of the record that it was found in
}

type bitSet []uint64

func (b bitSet) add(i int32)      { b[i>>6] |= 1 << (i & 63) }
func (b bitSet) has(i int32) bool { return b[i>>6]&(1<<(i&63)) != 0 }

// open gives a reader of record, of which nothing is known yet.
func (m *Matcher) open(record []byte) *reader {
	r, _ := m.readers.Get().(*reader)
	if r == nil {
		n := (len(m.literals) + 63) >> 6
		all := make(bitSet, 3*n)
		r = &reader{Matcher: m, try: make(bitSet, len(m.always)), seen: all[:n], known: all[n : 2*n], holds: all[2*n:], values: make([]value, m.patterns)}
	}
	copy(r.try, m.always)
	clear(r.seen)
	clear(r.known)
	clear(r.holds)
	if r.round++; r.round == 0 { // once in four billion records
		clear(r.values)
		r.round = 1
	}
	r.record, r.single = record, bytes.IndexByte(record, '\n') < 0
	return r
}

// close ends the use of a reader. It keeps nothing of the record.
func (r *reader) close() {
	r.record = nil
	r.readers.Put(r)
}

// has says whether the record holds a literal. A needle that was not seen is not there; one that was
// seen is looked for, for the record may have been cut inside it.
func (r *reader) has(id int32) bool {
	if int(id) < len(r.users) && !r.seen.has(id) {
		return false
	}
	if !r.known.has(id) {
		r.known.add(id)
		if bytes.Contains(r.record, r.literals[id]) {
			r.holds.add(id)
		}
	}
	return r.holds.has(id)
}

func (r *reader) hasOne(ids []int32) bool {
	for _, id := range ids {
		if r.has(id) {
			return true
		}
	}
	return false
}

// find gives what a pattern finds in the record.
func (r *reader) find(p *pattern) *value {
	v := &r.values[p.id]
	if v.round == r.round {
		return v
	}
	v.round = r.round
	if p.captures {
		v.from, v.to = p.value(r.record)
	} else {
		v.from = p.start(r.record, r.single)
	}
	return v
}
