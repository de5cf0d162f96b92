package tui

import (
	"fmt"

	"roomline/tui/cells"
)

// tiny says whether the terminal is too small for the screens.
func (s state) tiny() bool { return s.W < minW || s.H < minH }

// smallHead is how many rows stand above the list of findings in a terminal that is too small.
const smallHead = 2

// tooSmall says what is needed, and the most important things all the same. The last row is kept for
// the keys: nothing else is drawn there.
func (d *drawer) tooSmall(a cells.Area) {
	body, foot := a.Split(a.H - 1)
	body.Cell(0, 0, body.W, cells.Bold, fmt.Sprintf("needs %dx%d, is %dx%d", minW, minH, d.st.W, d.st.H))
	n := len(d.res.Findings)
	title := plural(n, "finding")
	if seen := body.H - smallHead; n > seen && seen > 0 {
		title = fmt.Sprintf("findings %d–%d of %d", d.st.SmallTop+1, min(d.st.SmallTop+seen, n), n)
	}
	body.Cell(0, 1, body.W, cells.Plain, title)
	for y := smallHead; y < body.H && d.st.SmallTop+y-smallHead < n; y++ {
		f := &d.res.Findings[d.st.SmallTop+y-smallHead]
		body.Cell(0, y, body.W, cells.Plain, f.ID+" "+verdictWord(f.Verdict)+" "+f.Title)
	}
	foot.Put(0, 0, '>', cells.Bold)
	foot.Cell(2, 0, foot.W-2, cells.Faint, "j/k scroll  q quit  (other keys do nothing)")
}

// rows is by how many rows a key scrolls a page: one, or half of what fits.
func (st state) rows(do action) int {
	switch do {
	case down:
		return 1
	case up:
		return -1
	case pageDown:
		return max(st.H/2, 1)
	}
	return -max(st.H/2, 1)
}

// inSmall is what keys do in a terminal that is too small: they scroll or quit, and change nothing
// that is not seen.
func (s *scene) inSmall(st state, do action) (state, effect) {
	n := 0
	switch do {
	case quitNow, goBack:
		return st, effect{quit: true}
	case down, up, pageDown, pageUp:
		n = st.rows(do)
	case toTop:
		n = -len(s.res.Findings)
	case toEnd:
		n = len(s.res.Findings)
	}
	last := max(len(s.res.Findings)-max(st.H-1-smallHead, 1), 0)
	st.SmallTop = min(max(st.SmallTop+n, 0), last)
	return st, effect{}
}
