package tui

import (
	"fmt"

	"roomline/timeline"
	"roomline/tui/cells"
)

// logs is the merged list of lines: of everything on the tab, from one column on on an opened page.
// The selected line is the cursor's time.
func (d *drawer) logs(a cells.Area) {
	rows, list := d.logRows(d.st)
	body, low := a.Split(1 + logRows(d.st))
	a.Rule(0, d.logTitle(), d.logNote(rows, list), cells.Bold)
	if rows.Len() == 0 {
		a.Put(0, 1, '>', cells.Bold)
		a.Cell(2, 1, a.W-2, cells.Faint, "no line here is known to a rule pack; the counts of all lines are on the overview")
		return
	}
	d.lacks(rows, list.Top, body.H-1)
	for y := 1; y < body.H && list.Top+y-1 < rows.Len(); y++ {
		row := list.Top + y - 1
		l := rows.line(row)
		d.line(body, y, &l, d.st.LogX)
		if p := d.st.top(); p.Screen == columnPage && outside(rows.time(row), p.Lo, p.Hi) && d.recs != nil {
			body.Mark(0, y, body.W, cells.Faint)
		}
		if row == list.Row {
			cells.Select(body, y, true)
		}
	}
	l := rows.line(min(max(list.Row, 0), rows.Len()-1))
	low.Rule(0, join(" · ", d.source(l.ref()), d.kindOf(&l)), "", cells.Plain)
	d.record(low.Sub(0, 1, low.W, low.H), &l)
}

func (d *drawer) logTitle() string {
	switch i := d.st.Only - 1; {
	case d.recs == nil:
		return "lines that a rule pack knows, all processes merged"
	case i >= 0 && int(i) < len(d.procs):
		return "all lines of " + d.procName(i) + d.goneOf(i)
	}
	if gone := d.goneOf(-1); gone != "" {
		return "all lines" + gone
	}
	return "all lines, all processes merged"
}

// goneOf says that lines of a process, or of any (-1), could not be read.
func (d *drawer) goneOf(proc int32) string {
	if d.recs == nil {
		return ""
	}
	for i := range d.procs {
		if _, gone := d.recs.gone[int32(i)]; gone && (proc < 0 || proc == int32(i)) {
			return " · ✖ " + d.procName(int32(i)) + " not all readable"
		}
	}
	return ""
}

// logNote is where the selected line stands among all, or among those of the column.
func (d *drawer) logNote(rows lineList, list cells.List) string {
	at, n := min(list.Row+1, rows.Len()), rows.Len()
	if d.recs != nil && d.st.screen() == columnPage {
		p := d.st.top()
		from, to := rows.span(p.Lo, p.Hi)
		if list.Row < from || list.Row >= to {
			return "beyond the column"
		}
		at, n = list.Row-from+1, to-from
	}
	return fmt.Sprintf("%d/%d", at, n)
}

// kindOf is the signal that a line is, else its level and rank.
func (d *drawer) kindOf(l *line) string {
	switch {
	case l.hit != nil:
		return d.signal(l.hit)
	case l.rec != nil:
		return join(" ", levelNames[l.rec.Level], l.rec.Rank)
	}
	return ""
}

var levelNames = [timeline.Levels]string{"", "debug", "info", "warning", "error", "critical"}

// logRows are the rows and the list of the lines screen that is seen.
func (s *scene) logRows(st state) (lineList, cells.List) {
	if st.screen() == columnPage {
		return s.columnList(st), st.Body
	}
	return s.list(st), st.Logs
}

// only lists the lines of the selected one's process, or those of all again. The line stays selected.
func (s *scene) only(st state) state {
	rows, list := s.logRows(st)
	if s.recs == nil || rows.Len() == 0 {
		st.Note = "only the lines that a rule pack knows are part of what was opened"
		return st
	}
	l := rows.line(list.Row)
	switch {
	case st.Only != 0:
		st.Only = 0
	case l.proc < 0:
		st.Note = "this line was not read yet"
		return st
	default:
		st.Only = l.proc + 1
		st.Note = "only " + s.procName(l.proc) + "; p shows all processes"
	}
	return s.reselect(st, l, rows.time(list.Row))
}

// reselect finds a line in the list that the screen has now.
func (s *scene) reselect(st state, l line, t int64) state {
	rows, _ := s.logRows(st)
	at := listAt(rows, t, logRows(st))
	for i := at.Row; l.rec != nil && i < rows.Len() && rows.time(i) <= t; i++ {
		if r := rows.line(i).rec; r != nil && r.stream == l.rec.stream && r.Pos == l.rec.Pos {
			at.Row, at.ID, at.Top = i, rows.ID(i), at.Top+i-at.Row
			break
		}
	}
	if st.screen() == columnPage {
		st.Body = at
	} else {
		st.Logs = at
	}
	return st
}
