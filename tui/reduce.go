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
	find   int    // search lines for the text, or for the level if there is one: 1 forward, -1 back
	level  timeline.Level
}

// reduce says what an action does. It is a pure function: same scene, state and action, same result.
func (s *scene) reduce(st state, do action) (state, effect) {
	if do != none {
		st.Note = ""
	}
	if st.Mode == helping {
		return s.inHelp(st, do)
	}
	if st.Mode == filtering {
		return s.settle(st.filter(do)), effect{quit: do == quitNow}
	}
	next, eff := s.general(st, do)
	return s.settle(next), eff
}

// inHelp scrolls the help, to its signs and its end with G; what else is pressed closes it.
func (s *scene) inHelp(st state, do action) (state, effect) {
	n := 0
	end, signs := s.helpEnd(st)
	switch do {
	case quitNow:
		return st, effect{quit: true}
	case down, up, pageDown, pageUp:
		n = st.rows(do)
	case toTop:
		n = -end
	case toEnd:
		if n = end; st.HelpTop < signs {
			n = signs - st.HelpTop
		}
	case none:
	default:
		st.Mode, st.HelpTop = normal, 0
		return st, effect{}
	}
	st.HelpTop = min(max(st.HelpTop+n, 0), end)
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
		return s.showLogs(st.tab(screen(do - tab1))), effect{}
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
	case nextError, prevError, nextWarning, prevWarning:
		return s.nextLevel(st, do)
	case setMark:
		st.Mode = marking
	case gotoMark:
		st.Mode = jumping
	case up, down, pageUp, pageDown, toTop, toEnd:
		return s.move(st, do), effect{}
	default:
		st = s.special(st, do)
	}
	return st, effect{}
}

// escape closes what is open, then clears what narrows the view, then goes back.
func (st state) escape() state {
	switch {
	case st.screen() == roomsTab && (st.Query.Filter != allRooms || st.Query.Search+st.Query.Finding+st.Query.State != ""):
		st.Query = roomQuery{Sort: st.Query.Sort, Reverse: st.Query.Reverse}
	case st.Expand && 1<<st.screen()&inLogs != 0:
		st.Expand = false
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
	case onlyProcess:
		return s.only(st)
	default:
		return s.timeKeys(st, do)
	}
	return st
}
