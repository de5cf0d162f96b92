package tui

import (
	"roomline/timeline"
	"roomline/tui/cells"
)

// effect is what a key asks of the world beside a new state.
type effect struct {
	quit   bool
	clear  bool   // draw the whole screen again
	copy   string // to the clipboard
	prompt bool   // a prompt was opened
	find   int    // search lines for the text: 1 forward, -1 back
}

// reduce says what an action does. It is a pure function: same scene, state and action, same result.
func (s *scene) reduce(st state, do action) (state, effect) {
	if do != none {
		st.Note = ""
	}
	if st.Mode == helping {
		return st.inHelp(do)
	}
	if st.Mode == filtering {
		return s.settle(st.filter(do)), effect{quit: do == quitNow}
	}
	next, eff := s.general(st, do)
	return s.settle(next), eff
}

// inHelp scrolls the help; what else is pressed closes it.
func (st state) inHelp(do action) (state, effect) {
	switch do {
	case quitNow:
		return st, effect{quit: true}
	case down:
		st.HelpTop = min(st.HelpTop+1, len(keyMap)+20)
	case up:
		st.HelpTop = max(st.HelpTop-1, 0)
	case pageDown:
		st.HelpTop = min(st.HelpTop+st.H/2, len(keyMap)+20)
	case pageUp:
		st.HelpTop = max(st.HelpTop-st.H/2, 0)
	case none:
	default:
		st.Mode, st.HelpTop = normal, 0
	}
	return st, effect{}
}

func (st state) filter(do action) state {
	st.Mode = normal
	switch do {
	case none:
		st.Mode = filtering // a key that means nothing here
	case filterAll:
		st.Query = roomQuery{Filter: allRooms, Sort: st.Query.Sort, Reverse: st.Query.Reverse}
	case filterOpen, filterStuck, filterFailed, filterOneSided, filterUnexplained:
		st.Query.Filter = openRooms + int(do-filterOpen)
	}
	return st
}

// general is what the keys do that all screens share; the rest goes to the screen's own.
func (s *scene) general(st state, do action) (state, effect) {
	switch do {
	case quitNow:
		return st, effect{quit: true}
	case goBack:
		if st.Depth == 0 {
			return st, effect{quit: true}
		}
		return st.pop(), effect{}
	case escape:
		return st.escape(), effect{}
	case toggleHelp:
		st.Mode = helping
		return st, effect{}
	case openSearch:
		st.Mode, st.Prompt = promptSearch, ""
		return st, effect{prompt: true}
	case gotoTime:
		st.Mode, st.Prompt = promptGoto, ""
		return st, effect{prompt: true}
	case nextHit:
		return s.findNext(st, 1)
	case prevHit:
		return s.findNext(st, -1)
	case tab1, tab2, tab3, tab4, tab5, tab6:
		return st.tab(screen(do - tab1)), effect{}
	case toggleMouse:
		st.Mouse = !st.Mouse
		st.Note = "mouse off: the terminal selects text"
		if st.Mouse {
			st.Note = "mouse on: shift and drag selects text"
		}
		return st, effect{}
	case redraw:
		return st, effect{clear: true}
	case yank:
		return s.yank(st)
	case open:
		return s.open(st), effect{}
	case up, down, pageUp, pageDown, toTop, toEnd:
		return s.move(st, do), effect{}
	}
	return s.special(st, do), effect{}
}

// escape closes what is open, then clears what narrows the view, then goes back.
func (st state) escape() state {
	switch {
	case st.screen() == roomsTab && (st.Query.Filter != allRooms || st.Query.Search+st.Query.Finding+st.Query.State != ""):
		st.Query = roomQuery{Sort: st.Query.Sort, Reverse: st.Query.Reverse}
	case st.Search != "" && st.screen() != roomsTab:
		st.Search = ""
	case st.Depth > 0:
		return st.pop()
	}
	return st
}

// tab changes to a tab; pages that are open are closed, the window stays as it is.
func (st state) tab(t screen) state {
	if st.Depth > 0 {
		st.Stack, st.Depth, st.Body = [len(st.Stack)]page{}, 0, cells.List{}
	}
	st.Tab, st.LogX = t, 0
	return st
}

// special is what keys do on some screens only.
func (s *scene) special(st state, do action) state {
	switch do {
	case nextPane:
		st.Focus = (st.Focus + 1) % panes
	case prevPane:
		st.Focus = (st.Focus + panes - 1) % panes
	case scrollRight:
		st.LogX = min(st.LogX+20, 4000)
	case scrollLeft:
		st.LogX = max(st.LogX-20, 0)
	case startFilter:
		st.Mode = filtering
	case sortBy:
		st.Query.Sort = (st.Query.Sort + 1) % sortKeys
		st.Note = "sorted by " + sortNames[st.Query.Sort]
	case reverse:
		st.Query.Reverse = !st.Query.Reverse
	case nextSibling:
		return s.sibling(st, 1)
	case prevSibling:
		return s.sibling(st, -1)
	case itsRooms:
		return s.itsRooms(st)
	case onTimeline:
		return s.onTimeline(st)
	default:
		return s.timeKeys(st, do)
	}
	return st
}

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
	case nextError, prevError:
		return jump(st, s.errs, do == nextError, "error")
	case nextWarning, prevWarning:
		return jump(st, s.warn, do == nextWarning, "warning")
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
