package tui

import (
	"fmt"

	"roomline/rules"
	"roomline/timeline"
	"roomline/tui/cells"
)

// Panes of the overview.
const (
	paneFindings = iota
	paneLanes
	paneLines
	panes
)

// title is the style of a pane's title: reversed where the focus is.
func (d *drawer) title(pane int) cells.Style {
	if d.st.Focus == pane {
		return cells.Bold | cells.Reverse
	}
	return cells.Bold
}

func (d *drawer) overview(a cells.Area) {
	rows := d.overviewRows(d.st)
	top, rest := a.Split(1 + rows.findings)
	mid, low := rest.Split(2 + rows.lanes + 1)
	d.findingsPane(top)
	d.timelinePane(mid)
	d.linesPane(low)
}

func (d *drawer) findingsPane(a cells.Area) {
	n := len(d.res.Findings)
	title := "Findings"
	if n > 0 {
		title = fmt.Sprintf("Findings %d/%d", d.st.Findings.Row+1, n)
	}
	a.Rule(0, title, "", d.title(paneFindings))
	if n == 0 {
		d.noFindings(a.Sub(0, 1, a.W, a.H))
		return
	}
	for y := 1; y < a.H && d.st.Findings.Top+y-1 < n; y++ {
		row := d.st.Findings.Top + y - 1
		d.findingRow(a, y, &d.res.Findings[row])
		if row == d.st.Findings.Row {
			cells.Select(a, y, d.st.Focus == paneFindings)
		}
	}
}

// findingRow is one finding in a line: what, when, how many rooms; evidence and rule where there is room.
func (d *drawer) findingRow(a cells.Area, y int, f *rules.Finding) {
	g, s := severityGlyph(f)
	a.Put(1, y, g, s|cells.Bold)
	a.Text(3, y, s, verdictWord(f.Verdict))
	a.Text(16, y, cells.Bold, f.ID)
	right := a.W - 25
	switch {
	case a.W >= 150:
		right -= 46
	case wide(a.W):
		right -= 14
	}
	a.Cell(20, y, right-21, cells.Plain, rootMark(f)+f.Title)
	a.Text(right, y, cells.Plain, when(f))
	a.Right(right+14, y, 10, cells.Plain, roomsOf(f))
	if wide(a.W) {
		a.Cell(right+27, y, 11, cells.Plain, proven(f))
		a.Cell(right+41, y, a.W-right-41, cells.Faint, f.Rule)
	}
}

// rootMark says which findings began it all; what others explain is set off.
func rootMark(f *rules.Finding) string {
	switch {
	case f.Root == rules.RootYes && len(f.Explains) > 0:
		return "root: "
	case len(f.ExplainedBy) > 0:
		return "of " + f.ExplainedBy[0] + ": "
	}
	return ""
}

func when(f *rules.Finding) string {
	if !f.Anchor.Lo.Known() {
		return "whole span"
	}
	s := clock(int64(f.Anchor.Lo))
	if !f.Span.Hi.Known() {
		s += "→"
	}
	return s
}

func roomsOf(f *rules.Finding) string {
	if len(f.Rooms) == 0 {
		return ""
	}
	return plural(len(f.Rooms), "room")
}

func proven(f *rules.Finding) string {
	n := 0
	for _, s := range f.Steps {
		if s.Verdict == timeline.T {
			n++
		}
	}
	return fmt.Sprintf("%d/%d steps", n, len(f.Steps))
}

// noFindings explains an empty list: what ran, what could not, what came nearest.
func (d *drawer) noFindings(a cells.Area) {
	clear, blind := 0, 0
	var near *rules.NotFired
	for i := range d.res.NotFired {
		n := &d.res.NotFired[i]
		if n.Observed {
			clear++
		} else {
			blind++
		}
		if near == nil && n.NearMiss != nil {
			near = n
		}
	}
	a.Put(0, 0, '>', cells.Bold)
	a.Cell(2, 0, a.W-2, cells.Bold, fmt.Sprintf("No findings. %s clear, %d could not be judged (3 shows why).", plural(clear, "rule"), blind))
	if near != nil {
		a.Cell(2, 1, a.W-2, cells.Plain, "Nearest miss: "+near.Rule+" "+join(", ", "stopped at "+near.NearMiss.BlockedAt, lacks(near.NearMiss), near.NearMiss.Distance))
	} else if len(d.res.Next) > 0 {
		a.Cell(2, 1, a.W-2, cells.Plain, "next: "+d.res.Next[0])
	}
}

// linesPane lists all lines round the cursor; those of its column stand out. Moving in it moves the
// cursor, and the cursor moves it.
func (d *drawer) linesPane(a cells.Area) {
	lo, hi := d.st.column()
	title := "lines " + clock(lo) + "–" + clock(hi) + ", the cursor's column"
	if a.W >= 100 {
		title += " · all processes merged"
	}
	if gone := d.goneOf(-1); gone != "" {
		title = "lines " + clock(lo) + "–" + clock(hi) + gone
	}
	a.Rule(0, title, d.linesNote(lo, hi), d.title(paneLines))
	rows := d.allLines()
	if rows.Len() == 0 {
		a.Put(0, 1, '>', cells.Bold)
		a.Cell(2, 1, a.W-2, cells.Faint, "no line is known to a rule pack")
		return
	}
	d.lacks(rows, d.st.Lines.Top, a.H-1)
	for y := 1; y < a.H && d.st.Lines.Top+y-1 < rows.Len(); y++ {
		row := d.st.Lines.Top + y - 1
		l := rows.line(row)
		d.line(a, y, &l, 0)
		if outside(rows.time(row), lo, hi) {
			a.Mark(0, y, a.W, cells.Faint)
		}
		if row == d.st.Lines.Row {
			cells.Select(a, y, d.st.Focus == paneLines)
		}
	}
}

// linesNote says how many records the column has, and what of them can be listed.
func (d *drawer) linesNote(lo, hi int64) string {
	all := d.recordsIn(lo, hi)
	if d.recs == nil {
		return fmt.Sprintf("%d known of %s records", d.lines.window(lo, hi).n, count(all))
	}
	return plural(int(all), "record")
}
