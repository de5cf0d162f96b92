package tui

import (
	"fmt"
	"strconv"

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
	if wide(a.W) {
		right -= 46
	}
	a.Cell(20, y, right-21, cells.Plain, rootMark(f)+f.Title)
	a.Text(right, y, cells.Plain, when(f))
	a.Right(right+14, y, 10, cells.Plain, roomsOf(f))
	if wide(a.W) {
		a.Cell(right+27, y, 13, cells.Plain, proven(f))
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
		a.Cell(2, 1, a.W-2, cells.Plain, "Nearest miss: "+near.Rule+" stopped at "+near.NearMiss.BlockedAt+" ("+near.NearMiss.Distance+")")
	} else if len(d.res.Next) > 0 {
		a.Cell(2, 1, a.W-2, cells.Plain, "next: "+d.res.Next[0])
	}
}

func (d *drawer) timelinePane(a cells.Area) {
	d.timelineRule(a, d.title(paneLanes))
	ax := d.st.axis()
	d.ruler(a, 1, "at cursor")
	end := a.H - 1
	for y := 2; y < end && d.st.Lanes.Top+y-2 < len(d.lanes); y++ {
		row := d.st.Lanes.Top + y - 2
		d.lane(a, y, d.lanes[row], row == d.st.Lanes.Row, d.st.Focus == paneLanes)
	}
	d.marksRow(a, end, ax)
}

func (d *drawer) timelineRule(a cells.Area, s cells.Style) {
	title := "Timeline · " + width(d.st.Col) + "/col"
	if d.st.screen() == overview && d.visible < 2 && len(d.procs) > 0 {
		title += " · rooms: only failures visible"
	}
	note := "+/- zoom  . fit  0 all  u undo"
	if n := len(d.lanes); d.st.screen() == overview && d.st.Lanes.Row >= 0 && n > 0 {
		note = fmt.Sprintf("lane %d/%d", d.st.Lanes.Row+1, n)
	}
	a.Rule(0, title, note, s)
}

func (d *drawer) ruler(a cells.Area, y int, value string) {
	ax, x := d.st.axis(), labelWidth(a.W)
	a.Text(1, y, cells.Faint, "UTC")
	ax.Ruler(a.Sub(x, y, ax.W, 1), 0, d.st.Cursor)
	a.Right(x+ax.W+1, y, valueWidth(a.W)-1, cells.Faint, value)
}

// lane draws one lane with its label, its value at the cursor and the cursor's column reversed.
func (d *drawer) lane(a cells.Area, y int, l lane, selected, focus bool) {
	ax, x := d.st.axis(), labelWidth(a.W)
	s := cells.Plain
	if selected {
		s = cells.Bold
		a.Put(0, y, '>', cells.Bold)
	}
	a.Cell(1, y, x-2, s, l.label())
	if selected && focus {
		a.Mark(0, y, x-1, cells.Reverse)
	}
	l.draw(a.Sub(x, y, ax.W, 1), 0, 0, ax)
	d.cursor(a, y)
	lo, hi := d.st.column()
	a.Right(x+ax.W+1, y, valueWidth(a.W)-1, s, l.value(lo, hi))
}

// cursor reverses the cell in the cursor's column: what is there stays readable.
func (d *drawer) cursor(a cells.Area, y int) {
	ax := d.st.axis()
	a.Mark(labelWidth(a.W)+ax.Column(d.st.Cursor), y, 1, cells.Reverse)
}

// marksRow has the findings' numbers and the incident's marks.
func (d *drawer) marksRow(a cells.Area, y int, ax cells.Axis) {
	x := labelWidth(a.W)
	a.Text(1, y, cells.Plain, "findings/marks")
	box := a.Sub(x, y, ax.W, 1)
	for name, t := range d.inc.Marks {
		if c := ax.Column(int64(t)); c >= 0 && c < ax.W && name != "" {
			r := []rune(name)[0]
			if r < 0x21 || r > 0x7e {
				r = 'm'
			}
			box.Put(c, 0, r, cells.Magenta)
		}
	}
	var here string
	lo, hi := d.st.column()
	for i := len(d.findings.begins) - 1; i >= 0; i-- {
		b := d.findings.begins[i]
		id := d.res.Findings[b.finding].ID
		if c := ax.Column(b.at); c >= 0 && c < ax.W {
			box.Put(c, 0, digit(id), cells.Red|cells.Bold)
		}
		if b.at >= lo && b.at < hi {
			here = join(" ", id, here)
		}
	}
	d.cursor(a, y)
	a.Right(x+ax.W+1, y, valueWidth(a.W)-1, cells.Bold, join(" ", here, d.markAt(lo, hi)))
}

func (d *drawer) markAt(lo, hi int64) string {
	for name, t := range d.inc.Marks {
		if int64(t) >= lo && int64(t) < hi {
			return name
		}
	}
	return ""
}

// digit is the one character of a finding on an axis: its number, + from 10 on.
func digit(id string) rune {
	if n, err := strconv.Atoi(id[1:]); err == nil && n < 10 {
		return rune('0' + n)
	}
	return '+'
}

// linesPane lists all lines round the cursor; those of its column stand out. Moving in it moves the
// cursor, and the cursor moves it.
func (d *drawer) linesPane(a cells.Area) {
	lo, hi := d.st.column()
	in := d.lines.window(lo, hi)
	title := "lines at " + clock(lo) + " · all processes merged"
	a.Rule(0, title, fmt.Sprintf("%d known of %s records", in.n, count(d.recordsIn(lo, hi))), d.title(paneLines))
	rows := d.lines.all()
	if rows.n == 0 {
		a.Put(0, 1, '>', cells.Bold)
		a.Cell(2, 1, a.W-2, cells.Faint, "no line is known to a rule pack")
		return
	}
	for y := 1; y < a.H && d.st.Lines.Top+y-1 < rows.n; y++ {
		row := d.st.Lines.Top + y - 1
		d.line(a, y, rows.at(row), 0)
		if row < in.from || row >= in.from+in.n {
			a.Mark(0, y, a.W, cells.Faint)
		}
		if row == d.st.Lines.Row {
			cells.Select(a, y, d.st.Focus == paneLines)
		}
	}
}
