package tui

import (
	"fmt"
	"strconv"

	"roomline/tui/cells"
)

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
	a.Cell(1, y, x-2, s, l.label(x-2))
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
	for i, m := range d.st.Marks.at {
		if c := ax.Column(m); d.st.Marks.has(i) && c >= 0 && c < ax.W {
			box.Put(c, 0, rune('a'+i), cells.Magenta|cells.Bold)
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
