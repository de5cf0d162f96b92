package tui

import (
	"cmp"
	"fmt"
	"slices"

	"roomline/timeline"
)

// hitRows are picked lines as rows of a list: few, so they are searched one by one.
type hitRows []line

// Len is the number of lines.
func (r hitRows) Len() int { return len(r) }

// ID is where the record stands.
func (r hitRows) ID(i int) string {
	return fmt.Sprintf("%d:%d", r[i].hit.Ref.Source, r[i].hit.Ref.Offset)
}

// Find is the row of a record.
func (r hitRows) Find(id string) int {
	for i := range r {
		if r.ID(i) == id {
			return i
		}
	}
	return -1
}

func (r hitRows) sorted() hitRows {
	slices.SortStableFunc(r, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.hit.Lo, b.hit.Lo), cmp.Compare(a.hit.Stream, b.hit.Stream), cmp.Compare(a.hit.Pos, b.hit.Pos))
	})
	return r
}

// lineOf is a hit as a line.
func (s *scene) lineOf(h *timeline.Hit) line {
	l := line{hit: h, proc: -1, finding: -1}
	if p, ok := s.procOf[h.Stream]; ok {
		l.proc = p
	}
	if f, ok := s.findings.proves[refKey(h.Ref)]; ok {
		l.finding = f
	}
	return l
}
