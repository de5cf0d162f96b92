package tui

import (
	"roomline/timeline"
	"roomline/tui/cells"
)

// timeKeys move the cursor and the window.
func (s *scene) timeKeys(st state, do action) state {
	ax := st.axis()
	switch do {
	case left:
		return st.at(st.Cursor - st.Col)
	case right:
		return st.at(st.Cursor + st.Col)
	case panLeft:
		return st.zoomTo(ax.Pan(-ax.W / 2))
	case panRight:
		return st.zoomTo(ax.Pan(ax.W / 2))
	case zoomIn:
		return st.zoomTo(ax.Zoom(-1, st.Cursor))
	case zoomOut:
		return st.zoomTo(ax.Zoom(1, st.Cursor))
	case showAll:
		return st.zoomTo(s.whole(st))
	case fitSelection:
		return s.fit(st)
	case undo:
		return st.undo()
	case redo:
		return st.redo()
	}
	return s.jumps(st, do)
}

func (st state) undo() state {
	w := st.Undo
	if w == nil {
		st.Note = "no earlier window"
		return st
	}
	st.Undo, st.Redo = w.next, st.Redo.push(st.T0, st.Col)
	return st.look(cells.Axis{T0: w.t0, Col: w.col, W: chartWidth(st.W)})
}

func (st state) redo() state {
	w := st.Redo
	if w == nil {
		st.Note = "no window to go back to"
		return st
	}
	st.Redo, st.Undo = w.next, st.Undo.push(st.T0, st.Col)
	return st.look(cells.Axis{T0: w.t0, Col: w.col, W: chartWidth(st.W)})
}

// jumps go to the next of a kind of event.
func (s *scene) jumps(st state, do action) state {
	switch do {
	case nextEvent, prevEvent:
		return jump(st, s.laneEvents(st), do == nextEvent, "event of this lane")
	case nextFinding, prevFinding:
		st = jump(st, s.findings.at, do == nextFinding, "finding")
		for i, t := range s.findings.at {
			if t == st.Cursor {
				st.Findings.ID = s.res.Findings[s.findings.begins[i].finding].ID
				st.Findings.Row = s.findings.begins[i].finding
				break
			}
		}
		return st
	case nextOfRoom, prevOfRoom:
		if r, _ := s.roomOf(st); r != nil {
			return jump(st, eventLane{s, r.Hits}.events(), do == nextOfRoom, "line of this room")
		}
	}
	return st
}

// laneEvents are the events of the lane that has the focus; of a room, its lines and moves.
func (s *scene) laneEvents(st state) []int64 {
	switch st.screen() {
	case roomPage:
		r, _ := s.roomOf(st)
		all := eventLane{s, r.Hits}.events()
		for i := range r.Sides {
			all = append(all, sideLane{s, r, &r.Sides[i]}.events()...)
		}
		return ascending(all)
	case metricsTab:
		if rows := s.seriesRows(st); st.Series.Row < len(rows) {
			return rows[st.Series.Row].at
		}
		return nil
	}
	if st.Lanes.Row < len(s.lanes) {
		return s.lanes[st.Lanes.Row].events()
	}
	return nil
}

// jump goes to the neighbour of the cursor in a sorted list of times.
func jump(st state, list []int64, forward bool, what string) state {
	before, behind, hasBefore, hasBehind := around(list, st.Cursor)
	switch {
	case forward && hasBehind:
		return st.at(behind)
	case !forward && hasBefore:
		return st.at(before)
	case forward:
		st.Note = "no later " + what
	default:
		st.Note = "no earlier " + what
	}
	return st
}

// fit shows the selected finding or room with a margin.
func (s *scene) fit(st state) state {
	lo, hi := s.lo, s.hi
	if r, i := s.roomOf(st); r != nil {
		lo, hi = int64(r.First), max(s.rooms.info[i].until, int64(r.Last))
	} else if st.Findings.Row < len(s.res.Findings) && st.screen() != metricsTab {
		f := &s.res.Findings[st.Findings.Row]
		lo, hi = clip(f.Span.Lo, s.lo, s.hi), clip(f.Span.Hi, s.lo, s.hi)
	}
	margin := max((hi-lo)/20, second)
	return st.zoomTo(cells.Fit(lo-margin, hi+margin, chartWidth(st.W)))
}

func clip(t timeline.Time, lo, hi int64) int64 { return min(max(int64(t), lo), hi) }
