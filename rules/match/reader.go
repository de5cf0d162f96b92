package match

import (
	"bytes"

	"roomline/timeline"
)

// reader is one record while signals are tried on it: what is found out for one of them is not
// looked for again. Readers are used over and over.
type reader struct {
	*Matcher
	record []byte
	single bool    // one line only
	try    bitSet  // signals
	places []where // by literal
	values []value // by pattern
	round  uint32  // of this record, for the two above
	header struct {
		round uint32 // of the record in whose only line the text up to at was held against isHeader
		at    int
		ok    bool
	}
	quotes quotes
	ids    [][]int32 // by pattern, of the literals that it searches for; -1: no literal of a signal
}

// where is what is known of a literal in the record.
type where struct {
	seen  uint32 // the round in which it was last seen as a needle
	known uint32 // the round in which at was found
	at    int32  // where it stands first, -1 if nowhere
}

// value is what a pattern found.
type value struct {
	from, to int    // the begin of the match, or the bounds of a capture; from is negative without one
	round    uint32 // of the record that it was found in
}

type bitSet []uint64

func (b bitSet) add(i int32) { b[i>>6] |= 1 << (i & 63) }

// open gives a reader of record, of which nothing is known yet.
func (m *Matcher) open(dst *timeline.Matches, record []byte) *reader {
	r, _ := dst.Scratch.(*reader)
	if r == nil || r.Matcher != m {
		r = &reader{Matcher: m, try: make(bitSet, len(m.always)), places: make([]where, len(m.literals)),
			values: make([]value, m.patterns), ids: make([][]int32, m.patterns)}
		dst.Scratch = r
	}
	copy(r.try, m.always)
	if r.round++; r.round == 0 { // once in four billion records
		clear(r.places)
		clear(r.values)
		r.header.round, r.quotes.round = 0, 0
		r.round = 1
	}
	r.record, r.single = record, bytes.IndexByte(record, '\n') < 0
	return r
}

// close ends the use of a reader. It keeps nothing of the record.
func (r *reader) close() {
	r.record, r.quotes.text = nil, nil
}

// note takes a needle that was found. If all places of a needle are right, the first of them is where
// it stands first; they are not if lines were left out of the record.
func (r *reader) note(n timeline.Needle) {
	w, lit := &r.places[n.ID], r.literals[n.ID].Text
	again := w.seen == r.round
	w.seen = r.round
	switch {
	case n.Off < 0 || n.Off > len(r.record) || !bytes.HasPrefix(r.record[n.Off:], lit):
		w.known = 0
	case !again:
		w.known, w.at = r.round, int32(n.Off)
	default:
		w.at = min(w.at, int32(n.Off))
	}
}

// index is where the record holds a literal first, -1 if nowhere. A needle that was not seen is not
// there; one that was seen is looked for, for the record may have been cut inside it.
func (r *reader) index(id int32) int {
	w := &r.places[id]
	switch {
	case w.known == r.round:
		return int(w.at)
	case int(id) < len(r.users) && w.seen != r.round:
		return -1
	}
	w.known, w.at = r.round, int32(r.literals[id].Index(r.record))
	return int(w.at)
}

func (r *reader) has(id int32) bool { return r.index(id) >= 0 }

func (r *reader) hasOne(ids []int32) bool {
	for _, id := range ids {
		if r.has(id) {
			return true
		}
	}
	return false
}

// indexOf is where the record holds first what a direct pattern searches for.
func (r *reader) indexOf(p *pattern, k int) int {
	if r.ids[p.id] == nil {
		for _, lit := range p.direct.literals {
			id, known := r.byText[string(lit.Text)]
			if !known {
				id = -1
			}
			r.ids[p.id] = append(r.ids[p.id], id)
		}
	}
	if id := r.ids[p.id][k]; id >= 0 {
		return r.index(id)
	}
	return p.direct.literals[k].Index(r.record)
}

// headerTo says whether the text up to a place in the only line is a header; many signals ask.
func (r *reader) headerTo(at int) bool {
	h := &r.header
	if h.round != r.round || h.at != at {
		h.round, h.at, h.ok = r.round, at, isHeader(r.record[:at], at, at)
	}
	return h.ok
}

// find gives what a pattern finds in the record.
func (r *reader) find(p *pattern) *value {
	v := &r.values[p.id]
	if v.round == r.round {
		return v
	}
	v.round = r.round
	if p.captures {
		v.from, v.to = p.valueIn(view{r.record, r, p})
	} else {
		v.from = p.startIn(view{r.record, r, p}, r.single)
	}
	return v
}
