package tui

import (
	tea "charm.land/bubbletea/v2"

	"roomline/tui/cells"
)

// click selects what is under the pointer: a tab, a column of a chart, a row.
func (p *program) click(x, y int) state {
	st := p.st
	st.Note = ""
	if st.Mode != normal || st.tiny() {
		return st
	}
	if y == 1 && st.Depth == 0 {
		d := drawer{scene: p.scene, st: st, caps: p.caps}
		if t, ok := d.tabAt(x); ok {
			return p.scene.settle(st.tab(t))
		}
		return st
	}
	ax := st.axis()
	if c := x - labelWidth(st.W); c >= 0 && c < ax.W && p.scene.onChart(st, y) {
		st.Cursor, _ = ax.Span(c)
	}
	return p.scene.settle(p.scene.selectRow(st, y))
}

// wheel scrolls the pane under the pointer.
func (p *program) wheel(m tea.MouseWheelMsg) state {
	st := p.st
	if st.screen() == overview && !st.tiny() {
		st.Focus = p.scene.paneAt(st, m.Y)
	}
	do := down
	if m.Button == tea.MouseWheelUp {
		do = up
	}
	for range 3 {
		if st.tiny() {
			st, _ = p.scene.inSmall(st, do)
			continue
		}
		st, _ = p.scene.reduce(st, do)
	}
	return st
}

// paneAt is the pane of the overview in a row of the screen.
func (s *scene) paneAt(st state, y int) int {
	r := s.overviewRows(st)
	switch y -= headRows; {
	case y < 1+r.findings:
		return paneFindings
	case y < 1+r.findings+3+r.lanes:
		return paneLanes
	}
	return paneLines
}

// onChart says whether a row of the screen has columns of the shared axis.
func (s *scene) onChart(st state, y int) bool {
	switch st.screen() {
	case overview:
		return s.paneAt(st, y) == paneLanes
	case roomPage:
		return y-headRows < 2+s.roomRows(st).lanes
	case metricsTab:
		return y < st.H-footRows
	}
	return false
}

// selectRow selects the row of the list that is under a row of the screen.
func (s *scene) selectRow(st state, y int) state {
	first := headRows + 1 // the rule
	switch st.screen() {
	case overview:
		r := s.overviewRows(st)
		st.Focus = s.paneAt(st, y)
		first += [panes]int{0, r.findings + 2, r.findings + 4 + r.lanes}[st.Focus]
	case roomsTab, sourcesTab, metricsTab:
		first++
	case findingPage:
		first--
	case roomPage:
		r := s.roomRows(st)
		first += 2 + r.lanes + 1 + r.steps
	}
	list, rows := s.focused(&st)
	if row := list.Top + y - first; y >= first && row < rows.Len() && y < st.H-footRows {
		*list = cells.List{ID: rows.ID(row), Row: row, Top: list.Top}
		if list == &st.Lines || list == &st.Logs {
			st = st.onRow(rows.(lineList), row)
		}
	}
	return st
}
