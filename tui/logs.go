package tui

import (
	"fmt"

	"roomline/tui/cells"
)

// logs is the merged list of lines: of everything on the tab, of one column on an opened page. The
// selected line is the cursor's time.
func (d *drawer) logs(a cells.Area) {
	rows, list := d.logRows(d.st)
	body, low := a.Split(1 + logRows(d.st))
	a.Rule(0, "lines that a rule pack knows, all processes merged", fmt.Sprintf("%d/%d", min(list.Row+1, rows.n), rows.n), cells.Bold)
	if rows.n == 0 {
		a.Put(0, 1, '>', cells.Bold)
		a.Cell(2, 1, a.W-2, cells.Faint, "no line here is known to a rule pack; the counts of all lines are on the overview")
		return
	}
	for y := 1; y < body.H && list.Top+y-1 < rows.n; y++ {
		row := list.Top + y - 1
		d.line(body, y, rows.at(row), d.st.LogX)
		if row == list.Row {
			cells.Select(body, y, true)
		}
	}
	l := rows.at(min(max(list.Row, 0), rows.n-1))
	low.Rule(0, d.source(l.hit.Ref)+" · "+d.signal(l.hit), "", cells.Plain)
	d.record(low.Sub(0, 1, low.W, low.H), l.hit)
}

// logRows are the rows and the list of the lines screen that is seen.
func (s *scene) logRows(st state) (lineRows, cells.List) {
	if st.screen() == columnPage {
		p := st.top()
		return s.lines.window(p.Lo, p.Hi), st.Body
	}
	return s.lines.all(), st.Logs
}
