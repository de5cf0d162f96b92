package tui

import (
	"strings"

	"roomline/tui/cells"
)

// help lists every key of the screen below it, made from the key map, and what the signs mean.
func (d *drawer) help(a cells.Area) {
	lines := d.helpLines()
	a.Rule(0, "keys of "+d.screenName(), "j/k scroll  ? or esc closes", cells.Bold)
	top := min(d.st.HelpTop, max(len(lines)-(a.H-2), 0))
	for y := 1; y < a.H-1 && top+y-1 < len(lines); y++ {
		l := lines[top+y-1]
		x := a.Cell(2, y, 22, cells.Bold, l[0])
		a.Cell(x+1, y, a.W-x-2, cells.Plain, l[1])
	}
	a.Put(0, 1, '>', cells.Bold)
	a.Text(1, a.H-1, cells.Faint, "j/k scroll  ? close  ctrl+c quit")
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
func (d *drawer) helpLines() [][2]string {
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
	return append(out, d.legend()...)
}

func (d *drawer) legend() [][2]string {
	out := [][2]string{{"", ""},
		{"·", "not observed: no data, which is not zero"}, {"▁", "observed, and zero"},
		{"~", "frozen: a value that nothing shows to have been written"},
		{"●  ✗  !  ▲", "proves a finding, critical, error, warning"},
		{"?", "open when observation ended; undecided"},
		{"✔  ✖", "confirmed; refuted, or never seen"},
	}
	for _, s := range append(append([]string(nil), d.rooms.names...), d.rooms.life.Final...) {
		g := glyphOf(d.rooms.life, s)
		out = append(out, [2]string{string(g.letter) + string(g.fill), s})
	}
	return out
}
