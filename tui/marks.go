package tui

import (
	"slices"
	"strings"
	"time"

	"roomline/timeline"
)

// marks are the times that a user gave a letter.
type marks struct {
	at   [26]int64
	set  uint32 // bit i: letter i is set
	last int    // the one set last, + 1
}

func (m *marks) has(i int) bool { return m.set&(1<<i) != 0 }

// mark takes the letter behind m or '.
func (s *scene) mark(st state, key string) state {
	mode := st.Mode
	st.Mode, st.Note = normal, ""
	if len(key) != 1 || key[0] < 'a' || key[0] > 'z' {
		return st
	}
	i := int(key[0] - 'a')
	if mode == marking {
		st.Marks.at[i], st.Marks.set, st.Marks.last = st.Cursor, st.Marks.set|1<<i, i+1
		st.Note = "mark " + key + " is " + clock(st.Cursor)
		return st
	}
	t, ok := s.markNamed(st, key)
	if !ok {
		st.Note = "no mark " + key
		return st
	}
	return s.settle(s.showTime(st.at(t)))
}

// markNamed is a letter that the user set, else the mark of the incident that begins so.
func (s *scene) markNamed(st state, name string) (int64, bool) {
	if len(name) == 1 && name[0] >= 'a' && name[0] <= 'z' && st.Marks.has(int(name[0]-'a')) {
		return st.Marks.at[name[0]-'a'], true
	}
	for _, m := range s.markOrder() {
		if name != "" && strings.HasPrefix(strings.ToLower(m), name) {
			return int64(s.inc.Marks[m]), true
		}
	}
	return 0, false
}

func (s *scene) markOrder() []string {
	var names []string
	for m := range s.inc.Marks {
		names = append(names, m)
	}
	slices.Sort(names)
	return names
}

// markNames lists what ' can go to.
func (d *drawer) markNames() string {
	var names []string
	for i := range d.st.Marks.at {
		if d.st.Marks.has(i) {
			names = append(names, string(rune('a'+i)))
		}
	}
	names = append(names, d.markOrder()...)
	if len(names) == 0 {
		return "none is set (m sets one)"
	}
	return strings.Join(names, " ")
}

// sinceMark is how far the cursor is from the mark that was set last.
func (s state) sinceMark() string {
	i := s.Marks.last - 1
	if i < 0 {
		return ""
	}
	return "Δ" + string(rune('a'+i)) + " " + span(time.Duration(s.Cursor-s.Marks.at[i]))
}

// showLogs opens the list of all lines at the cursor, unless the line that was left is of that time.
func (s *scene) showLogs(st state) state {
	rows := s.list(st)
	if st.screen() != logsTab || st.Logs.Row < rows.Len() && rows.time(st.Logs.Row) == st.Cursor {
		return st
	}
	return s.showTime(st)
}

// showTime selects the line at the cursor on screens that list lines.
func (s *scene) showTime(st state) state {
	if s.recs == nil || !timeline.Time(st.Cursor).Known() {
		return st
	}
	switch st.screen() {
	case logsTab:
		st.Logs = listAt(s.list(st), st.Cursor, logRows(st))
	case columnPage:
		st.Body = listAt(s.list(st), st.Cursor, logRows(st))
	}
	return st
}
