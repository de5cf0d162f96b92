package tui

import (
	"fmt"

	"roomline/timeline"
	"roomline/tui/cells"
)

// move goes up and down in what has the focus.
func (s *scene) move(st state, do action) state {
	list, rows := s.focused(&st)
	n := map[action]int{up: -1, down: 1, pageUp: -max(st.H/3, 1), pageDown: max(st.H/3, 1), toTop: -1 << 30, toEnd: 1 << 30}[do]
	*list = list.Move(rows, n)
	switch st.screen() {
	case logsTab: // the selected line is the cursor's time
		st = st.onRow(rows.(lineList), st.Logs.Row)
	case overview:
		if st.Focus == paneLines {
			st = st.onRow(rows.(lineList), st.Lines.Row)
		}
	case findingPage:
		s.skipHeads(&st, n)
	}
	return st
}

// onRow moves the cursor to the time of a row, if that is known.
func (s state) onRow(rows lineList, row int) state {
	if row < rows.Len() && timeline.Time(rows.time(row)).Known() {
		return s.at(rows.time(row))
	}
	return s
}

// skipHeads does not stop on titles of sections.
func (s *scene) skipHeads(st *state, n int) {
	rows := s.findingBody(*st)
	step := 1
	if n < 0 {
		step = -1
	}
	for i := st.Body.Row; i >= 0 && i < len(rows); i += step {
		if !rows[i].head {
			st.Body.Row, st.Body.ID = i, rows.ID(i)
			return
		}
	}
	if step < 0 && len(rows) > 1 {
		st.Body = cells.List{ID: rows.ID(1), Row: 1}
	}
}

// focused is the list that j and k move in.
func (s *scene) focused(st *state) (*cells.List, cells.Rows) {
	switch st.screen() {
	case roomsTab:
		return &st.Rooms, s.view(st.Query)
	case findingsTab:
		return &st.Findings, findingRows{&s.findings, true}
	case logsTab:
		return &st.Logs, s.list(*st)
	case metricsTab:
		return &st.Series, s.seriesRows(*st)
	case sourcesTab:
		return &st.Sources, sourceRows(s.inc.Sources)
	case overview:
		switch st.Focus {
		case paneLanes:
			return &st.Lanes, laneRows(s.lanes)
		case paneLines:
			return &st.Lines, s.allLines()
		}
		return &st.Findings, findingRows{&s.findings, false}
	}
	return &st.Body, s.bodyRows(*st)
}

// open shows more of what is selected.
func (s *scene) open(st state) state {
	switch st.screen() {
	case overview:
		if st.Focus == paneFindings {
			return s.openFinding(st)
		}
		return s.openColumn(st)
	case findingsTab:
		return s.openFinding(st)
	case roomsTab:
		if v := s.view(st.Query); st.Rooms.Row < v.Len() {
			return s.openRoom(st, v.ID(st.Rooms.Row))
		}
	case findingPage:
		return s.follow(st)
	case roomPage:
		return s.openColumn(st)
	case logsTab, columnPage:
		return s.openLine(st)
	}
	return st
}

func (s *scene) openFinding(st state) state {
	rows := findingRows{&s.findings, st.screen() == findingsTab}
	if st.Findings.Row >= rows.Len() {
		return st
	}
	return st.showFinding(rows.ID(st.Findings.Row))
}

func (st state) showFinding(id string) state {
	st = st.push(page{Screen: findingPage, ID: id})
	st.Body = cells.List{ID: "1", Row: 1}
	return st
}

// openRoom opens a room's timeline on a window that shows all of it; going back restores the one
// that was.
func (s *scene) openRoom(st state, id string) state {
	st = st.push(page{Screen: roomPage, ID: id})
	i := s.rooms.byID[id]
	r := &s.rooms.rooms[i]
	st = s.fit(st)
	if r.First.Known() {
		st = st.at(int64(r.First))
	}
	if len(r.Hits) > 0 {
		st.Body.ID = hitRows{s.lineOf(r.Hits[0])}.ID(0)
	}
	return st
}

// follow goes where the selected row of a finding leads.
func (s *scene) follow(st state) state {
	rows := s.findingBody(st)
	if st.Body.Row >= len(rows) {
		return st
	}
	switch r := rows[st.Body.Row]; {
	case r.to != "":
		return st.showFinding(r.to)
	case r.rooms:
		return s.itsRooms(st)
	case r.at != 0:
		st = st.at(r.at)
		at := cells.List{}
		if s.recs != nil {
			at = listAt(s.allLines(), r.at, logRows(st))
		}
		return s.pushColumn(st, at)
	}
	st.Note = "this row leads nowhere; evidence, findings and rooms do"
	return st
}

// sibling goes to the next room of the list or the next finding, in place of the one that is open.
func (s *scene) sibling(st state, n int) state {
	p := &st.Stack[st.Depth-1]
	if p.Screen == roomPage {
		v := s.view(st.Query)
		st.Rooms.ID, st.Rooms.Row = p.ID, max(v.Find(p.ID), 0)
		st.Rooms = st.Rooms.Move(v, n)
		if st.Rooms.ID == p.ID || v.Len() == 0 {
			st.Note = "no more rooms in this list"
			return st
		}
		p.ID, st.Body = st.Rooms.ID, cells.List{}
		return s.fit(st)
	}
	rows := findingRows{&s.findings, true}
	st.Findings.ID, st.Findings.Row = p.ID, max(rows.Find(p.ID), 0)
	st.Findings = st.Findings.Move(rows, n)
	if st.Findings.ID == p.ID {
		st.Note = "no more findings"
		return st
	}
	p.ID, st.Body = st.Findings.ID, cells.List{ID: "1", Row: 1}
	return st
}

// itsRooms lists the rooms of the selected finding.
func (s *scene) itsRooms(st state) state {
	id := st.top().ID
	if rows := (findingRows{&s.findings, true}); st.screen() == findingsTab && st.Findings.Row < rows.Len() {
		id = rows.ID(st.Findings.Row)
	}
	i, ok := s.findings.byID[id]
	if !ok || i >= len(s.res.Findings) || len(s.res.Findings[i].Rooms) == 0 && s.roomsUnder(id) == 0 {
		st.Note = "no room is named by it, nor by what it explains"
		return st
	}
	st = st.tab(roomsTab)
	st.Query = roomQuery{Sort: st.Query.Sort, Finding: id}
	st.Note = fmt.Sprintf("rooms of %s; esc shows all", id)
	if n := len(s.findings.under[id]); n > 0 {
		st.Note = fmt.Sprintf("%s names no room; these are of %s that it explains; esc shows all", id, plural(n, "finding"))
	}
	return st
}

// roomsUnder is how many rooms the findings that one explains name, if it names none itself.
func (s *scene) roomsUnder(id string) int {
	n := 0
	if len(s.findings.under[id]) == 0 {
		return 0
	}
	for i := range s.rooms.rooms {
		n += boolInt(s.rooms.causedBy(s.rooms.rooms[i].ID, id))
	}
	return n
}

// onTimeline shows what is selected on the overview.
func (s *scene) onTimeline(st state) state {
	at := st.Cursor
	switch st.screen() {
	case roomsTab:
		if v := s.view(st.Query); st.Rooms.Row < v.Len() {
			at = int64(s.rooms.rooms[v.list[st.Rooms.Row]].First)
		}
	case findingsTab:
		if st.Findings.Row < len(s.res.Findings) {
			at = int64(s.res.Findings[st.Findings.Row].Anchor.Lo)
		}
	case findingPage:
		if rows := s.findingBody(st); st.Body.Row < len(rows) && rows[st.Body.Row].at != 0 {
			at = rows[st.Body.Row].at
		} else if f := s.findingOf(st); f != nil {
			at = int64(f.Anchor.Lo)
		}
	case logsTab, columnPage:
		if rows, list := s.logRows(st); list.Row < rows.Len() {
			at = rows.time(list.Row)
		}
	}
	st = st.tab(overview)
	if at < s.lo || at > s.hi {
		st.Note = "its time is not known"
		return st
	}
	return st.at(at)
}
