package ingest

import (
	"bytes"
	"slices"
)

// marked says whether a marker may stand in [from, to).
func (s *scanner) marked(from, to int) bool {
	k := s.marker
	for k < len(s.marks) && s.marks[k] < from {
		k++
	}
	s.marker = k
	return k < len(s.marks) && s.marks[k] < to
}

// findMarkers looks for what may be a suppression marker.
func (s *scanner) findMarkers(raw []byte) {
	s.marks = s.marks[:0]
	if s.scan.marks > 0 {
		s.takeMarks()
		return
	}
	for _, m := range markerTexts {
		for at := 0; ; {
			k := bytes.Index(raw[at:], []byte(m))
			if k < 0 {
				break
			}
			s.marks = append(s.marks, at+k)
			at += k + len(m)
		}
	}
	slices.Sort(s.marks)
}

// takeMarks moves what was found with the needles.
func (s *scanner) takeMarks() {
	kept := s.needles[:0]
	for _, n := range s.needles {
		if n.ID < s.scan.marks {
			kept = append(kept, n)
		} else {
			s.marks = append(s.marks, n.Off)
		}
	}
	s.needles = kept
}
