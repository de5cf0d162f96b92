package tui

import (
	"charm.land/bubbles/v2/key"
)

// action is what a key does.
type action uint8

const (
	none action = iota
	quitNow
	goBack
	escape
	toggleHelp
	openSearch
	nextHit
	prevHit
	gotoTime
	tab1
	tab2
	tab3
	tab4
	tab5
	tab6
	nextPane
	prevPane
	open
	up
	down
	pageUp
	pageDown
	toTop
	toEnd
	left
	right
	panLeft
	panRight
	zoomIn
	zoomOut
	showAll
	fitSelection
	undo
	redo
	prevEvent
	nextEvent
	prevFinding
	nextFinding
	nextError
	prevError
	nextWarning
	prevWarning
	scrollLeft
	scrollRight
	startFilter
	sortBy
	reverse
	prevSibling
	nextSibling
	nextOfRoom
	prevOfRoom
	itsRooms
	onTimeline
	onlyProcess
	setMark
	gotoMark
	yank
	redraw
	toggleMouse
	filterAll
	filterOpen
	filterStuck
	filterFailed
	filterOneSided
	filterUnexplained
	stopFilter
)

// where is a set of screens, or the mode in which a binding is valid.
type where uint16

const (
	everywhere where = 1<<screens - 1
	timelines        = where(1<<overview | 1<<roomPage | 1<<metricsTab)
	inRooms          = where(1 << roomsTab)
	inLogs           = where(1<<logsTab | 1<<columnPage)
	details          = where(1<<roomPage | 1<<findingPage)
	inFilter   where = 1 << screens
)

// binding is one line of the key map.
type binding struct {
	do    action
	where where
	key.Binding
	main bool // shown in the last line, not only in the help
}

func bind(do action, w where, main bool, help, desc string, keys ...string) binding {
	return binding{do: do, where: w, main: main, Binding: key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, desc))}
}

// keyMap is every key of the program in the order of the help. The help, the last line and what
// Update does all come from here.
var keyMap = []binding{
	bind(open, everywhere&^where(1<<sourcesTab|1<<metricsTab), true, "enter", "open", "enter"),
	bind(down, everywhere, true, "j", "down", "j", "down"),
	bind(up, everywhere, false, "k", "up", "k", "up"),
	bind(nextPane, where(1<<overview), true, "tab", "pane", "tab"),
	bind(prevPane, where(1<<overview), false, "shift+tab", "pane before", "shift+tab"),

	bind(startFilter, inRooms, true, "f", "filter", "f"),
	bind(sortBy, inRooms, true, "s", "sort", "s"),
	bind(reverse, inRooms, true, "r", "reverse", "r"),
	bind(itsRooms, where(1<<findingPage|1<<findingsTab), true, "r", "its rooms", "r"),
	bind(nextSibling, details, true, "J/K", "next, previous", "J"),
	bind(prevSibling, details, false, "K", "previous room or finding", "K"),
	bind(onTimeline, where(1<<roomsTab|1<<findingsTab|1<<findingPage|1<<logsTab|1<<columnPage), true, "T", "on timeline", "T"),

	bind(left, timelines, true, "h/l", "cursor", "h", "left"),
	bind(right, timelines, false, "l", "cursor right", "l", "right"),
	bind(zoomIn, timelines, true, "+/-", "zoom", "+", "="),
	bind(zoomOut, timelines, false, "-", "zoom out", "-", "_"),
	bind(panLeft, timelines, true, "H/L", "pan", "H"),
	bind(panRight, timelines, false, "L", "pan right", "L"),
	bind(nextFinding, timelines, true, "{ }", "finding", "}"),
	bind(prevFinding, timelines, false, "{", "finding before", "{"),
	bind(nextEvent, timelines, true, "[ ]", "event", "]"),
	bind(prevEvent, timelines, false, "[", "event of this lane before", "["),
	bind(nextOfRoom, where(1<<roomPage), true, "o", "its next line", "o"),
	bind(prevOfRoom, where(1<<roomPage), false, "O", "its line before", "O"),
	bind(nextError, timelines, true, "e/E", "error", "e"),
	bind(prevError, timelines, false, "E", "error before", "E"),
	bind(nextWarning, timelines|inLogs, false, "w", "next warning", "w"),
	bind(prevWarning, timelines|inLogs, false, "W", "warning before", "W"),
	bind(showAll, timelines, false, "0", "whole span", "0"),
	bind(fitSelection, timelines, true, ".", "fit", "."),
	bind(undo, timelines, false, "u", "undo zoom or pan", "u"),
	bind(redo, timelines, false, "ctrl+r", "redo", "ctrl+r"),

	bind(scrollRight, inLogs, true, "h/l", "scroll", "l", "right"),
	bind(scrollLeft, inLogs, false, "h", "scroll left", "h", "left"),
	bind(nextError, inLogs, true, "e/E", "error", "e"),
	bind(prevError, inLogs, false, "E", "error before", "E"),
	bind(onlyProcess, inLogs, true, "p", "one process or all", "p"),

	bind(gotoTime, everywhere, true, "t", "goto time, F2, +30s", "t"),
	bind(setMark, everywhere, false, "m", "mark the cursor's time: m a … m z", "m"),
	bind(gotoMark, everywhere, false, "'", "go to a mark: ' a … ' z", "'"),
	bind(openSearch, everywhere, true, "/", "search", "/"),
	bind(nextHit, everywhere, false, "n", "next match", "n"),
	bind(prevHit, everywhere, false, "N", "match before", "N"),
	bind(pageDown, everywhere, false, "ctrl+d", "half a page down", "ctrl+d", "pgdown"),
	bind(pageUp, everywhere, false, "ctrl+u", "half a page up", "ctrl+u", "pgup"),
	bind(toTop, everywhere, false, "g", "first row", "g", "home"),
	bind(toEnd, everywhere, false, "G", "last row", "G", "end"),
	bind(yank, everywhere, true, "y", "copy", "y"),
	bind(tab1, everywhere, false, "1", "Overview", "1"),
	bind(tab2, everywhere, false, "2", "Rooms", "2"),
	bind(tab3, everywhere, false, "3", "Findings", "3"),
	bind(tab4, everywhere, false, "4", "Logs", "4"),
	bind(tab5, everywhere, false, "5", "Metrics", "5"),
	bind(tab6, everywhere, false, "6", "Sources", "6"),
	bind(toggleMouse, everywhere, false, "F2", "mouse on or off", "f2"),
	bind(redraw, everywhere, false, "ctrl+l", "draw again", "ctrl+l"),
	bind(toggleHelp, everywhere, true, "?", "help", "?"),
	bind(escape, everywhere, false, "esc", "close, clear, back", "esc", "backspace"),
	bind(goBack, everywhere, true, "q", "back, quit", "q"),
	bind(quitNow, everywhere|inFilter, false, "ctrl+c", "quit at once", "ctrl+c"),

	bind(filterAll, inFilter, true, "a", "all", "a"),
	bind(filterOpen, inFilter, true, "o", "open", "o"),
	bind(filterStuck, inFilter, true, "s", "stuck", "s"),
	bind(filterFailed, inFilter, true, "x", "failed", "x"),
	bind(filterOneSided, inFilter, true, "1", "one-sided", "1"),
	bind(filterUnexplained, inFilter, true, "u", "unexplained", "u"),
	bind(stopFilter, inFilter, true, "esc", "as it was", "esc", "backspace", "q"),
}

// keyTable finds the action of a key in a context.
type keyTable map[where]map[string]action

func newKeyTable() keyTable {
	t := keyTable{}
	for w := where(1); w <= inFilter; w <<= 1 {
		t[w] = map[string]action{}
		for _, b := range keyMap {
			if b.where&w == 0 {
				continue
			}
			for _, k := range b.Keys() {
				t[w][k] = b.do
			}
		}
	}
	return t
}

// context is the set of bindings that are valid in a state.
func (s state) context() where {
	if s.Mode == filtering {
		return inFilter
	}
	return 1 << s.screen()
}
