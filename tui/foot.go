package tui

import (
	"strings"
	"time"

	"roomline/tui/cells"
)

// foot is the status line and the short help.
func (d *drawer) foot(a cells.Area) {
	switch {
	case d.st.Mode == promptGoto:
		a.Text(1, 0, cells.Bold, "goto (14:07, 14:07:00.4, +30s, -2m, F2, 'mark): "+d.st.Prompt+"_")
	case d.st.Mode == promptSearch:
		a.Text(1, 0, cells.Bold, "/"+d.st.Prompt+"_")
	case d.st.Mode == marking:
		a.Text(1, 0, cells.Bold, "mark this time: a letter; esc leaves")
	case d.st.Mode == jumping:
		a.Cell(1, 0, a.W-1, cells.Bold, "go to a mark: "+d.markNames()+"; esc leaves")
	case d.load.Failed != "":
		a.Cell(1, 0, a.W-1, cells.Red, d.load.Failed)
	case d.st.Note != "":
		a.Cell(1, 0, a.W-1, cells.Bold, d.st.Note)
	default:
		d.status(a)
	}
	d.shortHelp(a)
}

// status is what holds for every screen: the cursor, the window, what is being read.
func (d *drawer) status(a cells.Area) {
	ax := d.st.axis()
	left := "cursor " + clock(d.st.Cursor) + "  window " + clock(ax.T0) + "–" + clock(ax.End())
	if ax.End()-ax.T0 > int64(24*time.Hour) {
		left = "cursor " + stampZ(d.st.Cursor) + "  window " + stampZ(ax.T0) + "–" + stampZ(ax.End())
	}
	if d.st.screen() == overview && len(d.inc.Processes) == 0 {
		left = "no process is known yet"
	}
	left = join("  ", left, d.st.sinceMark())
	right := d.load.Note
	if s := d.st.Search; s != "" && d.st.screen() != roomsTab {
		right = join("  ", "search: "+s, right)
	}
	a.Cell(1, 0, a.W-1, cells.Faint, left)
	if n := cells.Width(right, d.caps); n > 0 && n+cells.Width(left, d.caps)+4 < a.W {
		a.Text(a.W-n-1, 0, cells.Faint, right)
	}
}

// shortHelp shows the main keys of this context as far as they fit; ? and q always do.
func (d *drawer) shortHelp(a cells.Area) {
	last := "? help  q back"
	if d.st.Depth == 0 {
		last = "? help  q quit"
	}
	room := a.W - len(last) - 3
	var parts []string
	for _, b := range keyMap {
		if !b.main || b.where&d.st.context() == 0 || b.do == toggleHelp || b.do == goBack {
			continue
		}
		part := b.Help().Key + " " + b.Help().Desc
		if room -= cells.Width(part, d.caps) + 2; room < 0 {
			break
		}
		parts = append(parts, part)
	}
	if d.st.Mode != filtering {
		parts = append(parts, last)
	}
	a.Text(1, a.H-1, cells.Faint, strings.Join(parts, "  "))
}
