package tui

import (
	"roomline/timeline"
	"roomline/tui/cells"
)

// screen is what fills the terminal.
type screen uint8

// The tabs in the order of their keys, then what opens on top of them.
const (
	overview screen = iota
	roomsTab
	findingsTab
	logsTab
	metricsTab
	sourcesTab
	roomPage
	findingPage
	columnPage // the lines of one column, or of one record's neighbourhood
	screens
)

var tabNames = [...]string{"Overview", "Rooms", "Findings", "Logs", "Metrics", "Sources"}

// mode is what keys mean beside the screen's own.
type mode uint8

const (
	normal mode = iota
	helping
	filtering // f was pressed on the room list
	promptGoto
	promptSearch
	marking // m was pressed: a letter follows
	jumping // ' was pressed
)

// state is what a user did to the view: a plain value, compared as a whole to know whether a frame
// must be drawn again. No rows are kept in it, only ids and times.
type state struct {
	W, H  int
	Tab   screen
	Stack [6]page // what is open on top of the tab
	Depth int

	T0, Col, Cursor int64 // the window and the cursor that all screens share
	Undo, Redo      *window

	Focus    int // pane of the overview: findings, lanes, lines
	Findings cells.List
	Lanes    cells.List
	Lines    cells.List // of the cursor column
	Rooms    cells.List
	Logs     cells.List
	Series   cells.List
	Sources  cells.List
	Body     cells.List // of the page on top

	Query    roomQuery
	Search   string // of the screen other than the room list
	LogX     int    // cells that lines are scrolled to the right
	Only     int32  // the one process whose lines are listed, + 1; 0 for all
	Expand   bool   // the selected line fills the screen
	Mode     mode
	Prompt   string
	HelpTop  int
	SmallTop int    // first finding that is listed where the terminal is too small
	Note     string // what the last key did, until the next key
	Marks    marks
	Mouse    bool
}

// page is an opened room, finding or column, with what to go back to.
type page struct {
	Screen          screen
	ID              string // of the room or the finding
	Lo, Hi          int64  // of the column
	T0, Col, Cursor int64
	Body            cells.List
}

// window is a link in the chain of earlier windows; links are never changed, so states may share them.
type window struct {
	t0, col int64
	next    *window
	n       int
}

// maxUndo bounds the chain.
const maxUndo = 50

func (w *window) push(t0, col int64) *window {
	n := 1
	if w != nil {
		n = w.n + 1
	}
	if n > 2*maxUndo {
		w, n = w.cut(maxUndo-1), maxUndo
	}
	return &window{t0: t0, col: col, next: w, n: n}
}

func (w *window) cut(n int) *window {
	if n == 0 || w == nil {
		return nil
	}
	return &window{t0: w.t0, col: w.col, next: w.next.cut(n - 1), n: n}
}

// screen is the one that is seen.
func (s state) screen() screen {
	if s.Depth > 0 {
		return s.Stack[s.Depth-1].Screen
	}
	return s.Tab
}

// top is the opened page; the zero page on a tab.
func (s state) top() page {
	if s.Depth > 0 {
		return s.Stack[s.Depth-1]
	}
	return page{}
}

// axis is the shared one, as wide as the chart of this terminal.
func (s state) axis() cells.Axis {
	return cells.Axis{T0: s.T0, Col: s.Col, W: chartWidth(s.W)}
}

// look takes an axis as the new window and keeps the cursor on it.
func (s state) look(ax cells.Axis) state {
	s.T0, s.Col = ax.T0, ax.Col
	return s.clamp()
}

// zoomTo is look with the old window kept for undo.
func (s state) zoomTo(ax cells.Axis) state {
	if ax.T0 == s.T0 && ax.Col == s.Col {
		return s
	}
	s.Undo, s.Redo = s.Undo.push(s.T0, s.Col), nil
	return s.look(ax)
}

func (s state) clamp() state {
	ax := s.axis()
	if s.Cursor < ax.T0 {
		s.Cursor = ax.T0
	}
	if s.Cursor >= ax.End() {
		s.Cursor = ax.End() - ax.Col
	}
	return s
}

// at moves the cursor to a time and pans as far as needed to have it on the axis.
func (s state) at(t int64) state {
	s.Cursor = t
	ax := s.axis().Show(t)
	s.T0 = ax.T0
	return s
}

// push opens a page.
func (s state) push(p page) state {
	if s.Depth == len(s.Stack) { // the oldest gives way: going back this far is no use
		copy(s.Stack[:], s.Stack[1:])
		s.Depth--
	}
	p.T0, p.Col, p.Cursor, p.Body = s.T0, s.Col, s.Cursor, s.Body
	s.Stack[s.Depth] = p
	s.Depth++
	s.Body = cells.List{}
	return s
}

// pop goes back to where the page was opened, with the window that was seen there.
func (s state) pop() state {
	s.Depth--
	p := s.Stack[s.Depth]
	s.Stack[s.Depth] = page{}
	s.Cursor, s.Body = p.Cursor, p.Body
	return s.look(cells.Axis{T0: p.T0, Col: p.Col, W: chartWidth(s.W)})
}

// resize keeps the cursor's time and the selected ids. A window that showed everything still does.
func (s *scene) resize(st state, w, h int) state {
	old := st.axis()
	st.W, st.H = w, h
	if st.tiny() {
		st, _ = s.inSmall(st, none)
	}
	if st.Col == 0 || old.T0 <= s.lo && old.End() >= s.hi {
		return s.settle(st.look(s.whole(st)))
	}
	return s.settle(st.look(old.Resize(chartWidth(w), st.Cursor)))
}

// whole is the window that shows the whole incident.
func (s *scene) whole(st state) cells.Axis { return cells.Fit(s.lo, s.hi, chartWidth(st.W)) }

// start is the state in which an incident is first seen: the cursor where its first root began.
func (s *scene) start(w, h int) state {
	st := state{W: w, H: h, Cursor: s.lo, Mouse: true}
	for i := range s.res.Findings {
		f := &s.res.Findings[i]
		if f.Verdict == timeline.T && f.Anchor.Lo.Known() {
			st.Cursor = int64(f.Anchor.Lo)
			break
		}
	}
	return s.resize(st, w, h)
}
