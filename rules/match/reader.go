package match

import "bytes"

// reader is one record while signals are tried on it: what is found out for one of them is not
// looked for again. Readers are used over and over.
type reader struct {
	*Matcher
	record       []byte
	single       bool   // one line only
	try          bitSet // signals
	seen         bitSet // needles, by ID
	known, holds bitSet // literals that were looked for, by ID; those that are there
	values       []value
}

// value is what a pattern found.
type value struct {
	of   *pattern
	from int
	text string // of a capture
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
		r = &reader{Matcher: m, try: make(bitSet, len(m.always)), seen: all[:n], known: all[n : 2*n], holds: all[2*n:]}
	}
	copy(r.try, m.always)
	clear(r.seen)
	clear(r.known)
	clear(r.holds)
	r.record, r.single = record, bytes.IndexByte(record, '\n') < 0
	return r
}

// close ends the use of a reader. It keeps nothing of the record.
func (r *reader) close() {
	clear(r.values)
	r.record, r.values = nil, r.values[:0]
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
	for i := range r.values {
		if r.values[i].of == p {
			return &r.values[i]
		}
	}
	v := value{of: p}
	if p.captures {
		var to int
		if v.from, to = p.value(r.record); v.from >= 0 {
			v.text = string(r.record[v.from:to]) // a copy: the record is the caller's
		}
	} else {
		v.from = p.start(r.record, r.single)
	}
	r.values = append(r.values, v)
	return &r.values[len(r.values)-1]
}
