package expo

import (
	"slices"

	"roomline/timeline"
)

// builder collects the samples of one scrape.
type builder struct {
	table   *Table
	entries []*entry
	prev    *layout // of the scrape before: what is likely to come
	next    int     // in it

	ids      []int32
	vals     []float64
	at       []timeline.Time // of the samples, if one has a stamp
	seen     []slot          // by series
	gen      int32           // of the scrape; marks what in seen is of it
	distinct int
	dump     bool // one series with several stamps: no scrape, but a series after another
	families int
	bad      int
	begin    int
	line     int64
	repeats  int // over all scrapes
}

type slot struct{ gen, index int32 }

func (s *builder) init(t *Table) {
	s.table = t
	s.entries, s.prev = t.view()
}

func (s *builder) start(begin int, line int64) {
	s.ids, s.vals, s.at = s.ids[:0], s.vals[:0], s.at[:0]
	s.gen++
	s.next, s.distinct, s.dump, s.families, s.bad = 0, 0, false, 0, 0
	s.begin, s.line = begin, line
}

// id is the number of a series. A server writes its series in one order, so that the scrape before
// tells which comes next, and a comparison spares the look-up.
func (s *builder) id(raw []byte) (int32, bool) {
	if s.prev != nil {
		for k := s.next; k < len(s.prev.ids) && k < s.next+3; k++ {
			if id := s.prev.ids[k]; s.entries[id].raw == string(raw) {
				s.next = k + 1
				return id, true
			}
		}
	}
	id, ok := s.table.id(raw)
	if ok && int(id) >= len(s.entries) {
		s.entries, _ = s.table.view()
	}
	return id, ok
}

// again says whether a series begins the next scrape of a file without marks: it is the first one
// once more, and others stood in between. A series with several stamps is another thing (a dump).
func (s *builder) again(id int32) bool {
	return len(s.ids) > 0 && id == s.ids[0] && s.distinct > 1 && !s.dump
}

func (s *builder) add(id int32, at timeline.Time, v float64) {
	if int(id) >= len(s.seen) {
		s.seen = append(s.seen, make([]slot, max(int(id)+1, len(s.entries), 2*len(s.seen))-len(s.seen))...)
	}
	if sl := s.seen[id]; sl.gen == s.gen {
		if at == timeline.NoTime || at == s.stampOf(int(sl.index)) {
			s.vals[sl.index] = v
			s.repeats++
			return
		}
		s.dump = s.dump || s.stampOf(int(sl.index)) != timeline.NoTime
	} else {
		s.distinct++
	}
	s.seen[id] = slot{s.gen, int32(len(s.ids))}
	if at != timeline.NoTime || len(s.at) > 0 {
		for len(s.at) < len(s.ids) {
			s.at = append(s.at, timeline.NoTime)
		}
		s.at = append(s.at, at)
	}
	s.ids = append(s.ids, id)
	s.vals = append(s.vals, v)
}

func (s *builder) stampOf(i int) timeline.Time {
	if i < len(s.at) {
		return s.at[i]
	}
	return timeline.NoTime
}

// newest is the latest stamp: the scrape was not before it.
func (s *builder) newest() timeline.Time {
	t := timeline.NoTime
	for _, a := range s.at {
		t = max(t, a)
	}
	return t
}

// parsed makes the scrape: its values in memory of their own, its layout shared.
func (s *builder) parsed() Parsed {
	if len(s.ids) == 0 {
		return Parsed{}
	}
	s.prev = s.table.share(s.ids, s.prev)
	return Parsed{layout: s.prev, values: slices.Clone(s.vals)}
}
