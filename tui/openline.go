package tui

import (
	"strings"
	"unicode"

	"roomline/tui/cells"
)

// openColumn lists the lines of the cursor's column.
func (s *scene) openColumn(st state) state {
	at := cells.List{}
	if st.screen() == overview {
		at = st.Lines
	}
	return s.pushColumn(st, at)
}

// pushColumn opens the page of the cursor's column with a line selected.
func (s *scene) pushColumn(st state, at cells.List) state {
	lo, hi := st.column()
	st.Only = 0
	st = st.push(page{Screen: columnPage, Lo: lo, Hi: hi})
	switch {
	case s.recs == nil:
		st.Body.ID = at.ID
	case at.ID == "":
		st.Body = listAt(s.allLines(), lo, logRows(st))
	default:
		st.Body = at
	}
	return st
}

// openLine shows all of a line that has more than is seen, then the room that it is about.
func (s *scene) openLine(st state) state {
	rows, list := s.logRows(st)
	if list.Row >= rows.Len() {
		return st
	}
	l := rows.line(list.Row)
	more := l.rec != nil && strings.Contains(l.rec.Text, "\n")
	if more && !st.Expand {
		st.Expand = true
		return st
	}
	if id := s.roomIn(&l); id != "" {
		return s.openRoom(st, id)
	}
	if st.Expand {
		st.Expand = false
		return st
	}
	st.Note = "this line is about no room"
	return st
}

// roomIn is the room that a line is about: a capture of its signal, else a word of its text.
func (s *scene) roomIn(l *line) string {
	if l.hit != nil {
		for _, c := range l.hit.Caps {
			if _, ok := s.rooms.byID[c]; ok {
				return c
			}
		}
	}
	if l.rec == nil {
		return ""
	}
	for word := range strings.FieldsFuncSeq(l.rec.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' }) {
		if _, ok := s.rooms.byID[word]; ok && len(word) > 4 { // a short number is rather a count
			return word
		}
	}
	return ""
}
