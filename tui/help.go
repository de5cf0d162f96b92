package tui

import (
	"strings"

	"roomline/tui/cells"
)

// help lists every key of the screen below it, made from the key map, and what its signs mean: beside
// the keys where there is room, else behind them.
func (d *drawer) help(a cells.Area) {
	keys, signs := d.helpRows()
	a.Rule(0, "keys of "+d.screenName()+", and its signs", "", cells.Bold)
	body := a.Sub(0, 1, a.W, a.H-2)
	foot := "j/k scroll  ? close  ctrl+c quit"
	if wide(a.W) {
		d.helpList(body.Sub(0, 0, helpKeysWidth, body.H), keys)
		d.helpList(body.Sub(helpKeysWidth, 0, a.W, body.H), signs)
	} else {
		d.helpList(body, append(keys, signs...))
		foot = "j/k scroll  G signs of this screen  ? close  ctrl+c quit"
	}
	a.Put(0, 1, '>', cells.Bold)
	a.Cell(1, a.H-1, a.W-1, cells.Faint, foot)
}

// helpRow is one row of the help: a key or a sign, and what it means from column at on.
type helpRow struct {
	left, text string
	at         int
}

// helpKeysWidth is what the keys take where the signs stand beside them.
const helpKeysWidth = 62

// helpRows are the keys and the signs, wrapped to the room that there is.
func (d *drawer) helpRows() (keys, signs []helpRow) {
	kw, sw := d.st.W, d.st.W
	if wide(d.st.W) {
		kw, sw = helpKeysWidth, d.st.W-helpKeysWidth
	}
	return wrapHelp(d.helpKeys(), min(26, kw/2), kw), wrapHelp(d.legend(), 20, sw)
}

func wrapHelp(lines [][2]string, at, w int) []helpRow {
	var out []helpRow
	for _, l := range lines {
		left := l[0]
		if l[1] == "" {
			out = append(out, helpRow{left: left})
		}
		for _, text := range paragraphs(l[1], w-at-1) {
			out = append(out, helpRow{left, text, at})
			left = ""
		}
	}
	return out
}

// helpList draws rows from the one on that is scrolled to, as far as the list goes.
func (d *drawer) helpList(a cells.Area, rows []helpRow) {
	top := min(d.st.HelpTop, max(len(rows)-a.H, 0))
	for y := 0; y < a.H && top+y < len(rows); y++ {
		r := rows[top+y]
		if r.text == "" { // a title
			a.Cell(2, y, a.W-2, cells.Bold|cells.Reverse, r.left)
			continue
		}
		a.Cell(2, y, r.at-3, cells.Bold, r.left)
		a.Cell(r.at, y, a.W-r.at, cells.Plain, r.text)
	}
}

// helpEnd is how far the help of a state scrolls, and where in it the signs begin.
func (s *scene) helpEnd(st state) (end, signs int) {
	d := drawer{scene: s, st: st}
	k, l := d.helpRows()
	n := len(k) + len(l)
	if wide(st.W) {
		n = max(len(k), len(l))
	}
	end = max(n-(st.H-2), 0)
	return end, min(len(k), end)
}

func (d *drawer) screenName() string {
	switch d.st.screen() {
	case roomPage:
		return "a room"
	case findingPage:
		return "a finding"
	case columnPage:
		return "lines of a column"
	}
	return tabNames[d.st.screen()]
}

// helpLines are key and meaning, in the order of the key map, then the legend.
func (d *drawer) helpLines() [][2]string { return append(d.helpKeys(), d.legend()...) }

func (d *drawer) helpKeys() [][2]string {
	var out [][2]string
	w := where(1) << d.st.screen()
	for _, b := range keyMap {
		if b.where&w != 0 {
			out = append(out, [2]string{strings.Join(b.Keys(), " "), b.Help().Desc})
		}
	}
	if w&inRooms != 0 {
		for _, b := range keyMap {
			if b.where&inFilter != 0 && b.do != quitNow {
				out = append(out, [2]string{"f then " + strings.Join(b.Keys(), " "), b.Help().Desc})
			}
		}
	}
	return out
}
