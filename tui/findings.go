package tui

import (
	"fmt"

	"roomline/rules"
	"roomline/tui/cells"
)

// findingsRows is how many rows of the list and of what to do next are seen.
func (s *scene) findingsRows(st state) (list, next int) {
	body := st.H - headRows - footRows
	next = min(len(s.res.Next), max(body/4, 2)) + 1
	if len(s.res.Next) == 0 {
		next = 0
	}
	return max(body-1-next, 1), next
}

// findingList has every finding, then every rule that did not fire, and what to run next.
func (d *drawer) findingList(a cells.Area) {
	_, next := d.findingsRows(d.st)
	rows := findingRows{&d.findings, true}
	n := len(d.res.Findings)
	a.Rule(0, fmt.Sprintf("%s, %d rules without one", plural(n, "finding"), len(d.res.NotFired)), fmt.Sprintf("%d/%d", d.st.Findings.Row+1, rows.Len()), cells.Bold)
	top, low := a.Sub(0, 1, a.W, a.H).Split(a.H - 1 - next)
	if rows.Len() == 0 {
		d.noFindings(top)
	}
	for y := 0; y < top.H && d.st.Findings.Top+y < rows.Len(); y++ {
		row := d.st.Findings.Top + y
		if row < n {
			d.findingRow(top, y, &d.res.Findings[row])
		} else {
			d.notFiredRow(top, y, &d.res.NotFired[row-n])
		}
		if row == d.st.Findings.Row {
			cells.Select(top, y, true)
		}
	}
	if next > 0 {
		low.Rule(0, "next commands", "what could not be judged, and how to be able to", cells.Bold)
		for i, c := range d.res.Next {
			low.Cell(1, 1+i, low.W-1, cells.Plain, c)
		}
	}
}

// notFiredRow keeps "clear" apart from "not observed": only the first is good news.
func (d *drawer) notFiredRow(a cells.Area, y int, n *rules.NotFired) {
	if n.Observed {
		a.Text(1, y, cells.Green, "✔ clear")
	} else {
		a.Text(1, y, cells.Yellow, "· not observed")
	}
	a.Cell(17, y, 34, cells.Plain, n.Rule)
	note := n.Title
	if n.NearMiss != nil {
		note = join(", ", "near miss: stopped at "+n.NearMiss.BlockedAt, lacks(n.NearMiss), n.NearMiss.Distance)
	}
	a.Cell(52, y, a.W-52-6, cells.Faint, note)
	a.Right(a.W-5, y, 5, cells.Faint, fmt.Sprintf("%.0f%%", n.Coverage*100))
}
