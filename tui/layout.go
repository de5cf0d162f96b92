package tui

import "roomline/tui/cells"

// The least size that is drawn; below it only the number of findings is.
const (
	minW = 60
	minH = 15
)

// wide says whether there is room for columns of evidence beside the main ones.
func wide(w int) bool { return w >= 120 }

// labelWidth and valueWidth are what lies left and right of a chart.
func labelWidth(w int) int {
	switch {
	case w >= 150:
		return 26
	case w >= 100:
		return 22
	}
	return 18
}

func valueWidth(w int) int {
	if wide(w) {
		return 17
	}
	return 10
}

func chartWidth(w int) int { return max(w-labelWidth(w)-valueWidth(w), 8) }

// headRows and footRows are the lines above and below a screen's own.
const (
	headRows = 2
	footRows = 2
)

// overviewRows are the heights of the overview's panes, without their rules.
type overviewRows struct{ findings, lanes, lines int }

func (s *scene) overviewRows(st state) overviewRows {
	least := 4
	if st.H < 20 {
		least = 2
	}
	var r overviewRows
	r.findings = min(max(least, st.H/5), max(len(s.res.Findings), 2))
	free := st.H - headRows - footRows - 1 - r.findings - 3 - 1 // rules, ruler, the row of marks
	r.lanes = max(min(len(s.lanes), free-least), 1)
	r.lines = max(free-r.lanes, 1)
	return r
}

// roomRows are the heights of the room page.
type roomRows struct{ lanes, steps, lines int }

func (s *scene) roomRows(st state) roomRows {
	free := st.H - headRows - footRows - 2 - 1 - 1 // timeline's rule and ruler, the rules of steps and lines
	var r roomRows
	r.steps = min(len(s.rooms.names)+2, max(free/3, 2))
	r.lanes = min(len(s.roomLanes(st)), max(free-r.steps-3, 1))
	r.lines = max(free-r.steps-r.lanes, 1)
	return r
}

// roomListRows is how many rows of the list of rooms are seen, and of the pane below it.
func (s *scene) roomListRows(st state) (list, below int) {
	body := st.H - headRows - footRows
	below = min(len(s.view(st.Query).sum)+3, max(body/3, 3))
	if st.H >= 40 {
		below += 4
	}
	return max(body-2-below-1, 1), below
}

// detailRows is how many rows of a finding's body and of its lines are seen.
func detailRows(st state) (body, lines int) {
	free := st.H - headRows - footRows - 1
	lines = min(max(free/4, 3), 12)
	return free - lines, lines
}

// settle makes a state fit its scene and its size: lists are scrolled so that the selection is
// visible, pages of what no longer exists are closed.
func (s *scene) settle(st state) state {
	for st.Depth > 0 && !s.exists(st.top()) {
		st = st.pop()
	}
	over := s.overviewRows(st)
	if st.Tab == findingsTab {
		body, _ := s.findingsRows(st)
		st.Findings = st.Findings.Place(findingRows{&s.findings, true}, body)
	} else {
		st.Findings = st.Findings.Place(findingRows{&s.findings, false}, over.findings)
	}
	st.Lanes = st.Lanes.Place(laneRows(s.lanes), over.lanes)
	st.Lines = s.linesAt(st, over.lines)
	list, _ := s.roomListRows(st)
	st.Rooms = st.Rooms.Place(s.view(st.Query), list)
	st.Logs = st.Logs.Place(s.list(st), logRows(st))
	st.Series = st.Series.Place(s.seriesRows(st), st.H-headRows-footRows-2)
	st.Sources = st.Sources.Place(sourceRows(s.inc.Sources), sourceListRows(st))
	st.Body = st.Body.Place(s.bodyRows(st), s.bodyHeight(st))
	return st
}

// linesAt has the selected line in the cursor's column, or the first behind it.
func (s *scene) linesAt(st state, h int) cells.List {
	rows := s.allLines()
	l := st.Lines.Move(rows, 0)
	lo, hi := st.column()
	follows := s.recs != nil && st.Focus != paneLines // what is read comes later, then the cursor tells which line
	if rows.Len() > 0 && (outside(rows.time(l.Row), lo, hi) || follows && rows.time(l.Row) != st.Cursor) {
		l = listAt(rows, st.Cursor, h)
		if rows.index(st.Cursor) == rows.Len() || rows.time(l.Row) >= hi {
			l = listAt(rows, lo, h)
		}
	}
	return l.Place(rows, h)
}

func outside(t, lo, hi int64) bool { return t < lo || t >= hi }

// column is the time of the cursor's column.
func (s state) column() (lo, hi int64) {
	ax := s.axis()
	return ax.Span(ax.Column(s.Cursor))
}

func (s *scene) exists(p page) bool {
	switch p.Screen {
	case roomPage:
		_, ok := s.rooms.byID[p.ID]
		return ok
	case findingPage:
		_, ok := s.findings.byID[p.ID]
		return ok
	}
	return true
}

// bodyRows are the rows of the page on top: all of them are lists.
func (s *scene) bodyRows(st state) cells.Rows {
	switch st.screen() {
	case roomPage:
		return s.roomLines(st)
	case findingPage:
		return s.findingBody(st)
	case columnPage:
		return s.columnList(st)
	}
	return lineRows{}
}

func (s *scene) bodyHeight(st state) int {
	switch st.screen() {
	case roomPage:
		return s.roomRows(st).lines
	case findingPage:
		body, _ := detailRows(st)
		return body
	}
	return logRows(st)
}

func logRows(st state) int { return max(st.H-headRows-footRows-1-previewRows(st), 1) }

// previewRows is the height of the pane that shows the whole selected record.
func previewRows(st state) int {
	if st.Expand {
		return max(st.H-headRows-footRows-1-3, 4)
	}
	return min(max(st.H/4, 4), 14)
}

// laneRows are the lanes as rows of a list.
type laneRows []lane

// Len is the number of lanes.
func (l laneRows) Len() int { return len(l) }

// ID is made of what is left of the chart and the process, which together are unique.
func (l laneRows) ID(i int) string {
	switch x := l[i].(type) {
	case gaugeLane:
		return x.g.id()
	case seriesLane:
		return x.g.id()
	default:
		return l[i].label(0)
	}
}

// Find is the row of a lane; there are a few dozen at most.
func (l laneRows) Find(id string) int {
	for i := range l {
		if l.ID(i) == id {
			return i
		}
	}
	return -1
}
