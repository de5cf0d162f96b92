package tui

import (
	"fmt"
	"time"

	"roomline/tui/cells"
)

// roomSummary counts the listed rooms by state and sets their ages beside those that succeeded.
func (d *drawer) roomSummary(a cells.Area, v *roomView) {
	a.Rule(0, plural(v.Len(), "room")+" by state", "", cells.Bold)
	y := 1
	for _, s := range v.sum {
		d.stateRow(a, y, s, v.Len())
		y++
	}
	a.Cell(1, y, a.W-1, cells.Plain, d.ages(v))
	a.Cell(1, y+1, a.W-1, cells.Plain, fmt.Sprintf("%d failed or are open: a finding explains %d of them, none explains %d (f u)", v.bad, v.told, v.bad-v.told))
	if a.H > y+5 {
		d.roomPreview(a.Sub(0, y+2, a.W, a.H), v)
	}
}

func (d *drawer) stateRow(a cells.Area, y int, s stateSum, all int) {
	g := glyphOf(d.rooms.life, s.state)
	a.Put(1, y, g.letter, g.style|cells.Bold)
	a.Cell(3, y, 17, g.style, s.state)
	n := max(min((a.W-58)*s.n/max(all, 1), a.W-58), 1)
	a.Fill(21, y, n, g.fill, g.style)
	x := a.Text(22+n, y, cells.Bold, count(int64(s.n)))
	note := "  oldest " + spanOf(s.oldest, d.rooms.grain)
	if s.oldest < 0 { // none of them is open
		note = "  first " + clock(s.first)
	}
	if wide(a.W) {
		note = join("  ", note, s.reason)
	}
	a.Cell(x, y, a.W-x, cells.Faint, note)
}

func (d *drawer) ages(v *roomView) string {
	if len(v.ages) == 0 {
		return ""
	}
	q := func(list []time.Duration, p float64) string { return spanOf(quantile(list, p), d.rooms.grain) }
	s := fmt.Sprintf("age p50 %s  p90 %s  max %s", q(v.ages, .5), q(v.ages, .9), q(v.ages, 1))
	if u := d.rooms.usual; len(u) > 0 {
		return s + fmt.Sprintf("    that succeeded: p50 %s  p99 %s  (n = %d)", q(u, .5), q(u, .99), len(u))
	}
	return s + "    no room that succeeded is visible to compare with"
}

// roomPreview shows both sides of the selected room.
func (d *drawer) roomPreview(a cells.Area, v *roomView) {
	if v.Len() == 0 {
		return
	}
	r := &d.rooms.rooms[v.list[d.st.Rooms.Row]]
	a.Rule(0, "room "+r.ID, "enter opens it", cells.Plain)
	ax := d.st.axis()
	for i := range r.Sides {
		a.Cell(1, 1+i, labelWidth(a.W)-2, cells.Cyan, r.Sides[i].Role+"@"+r.Sides[i].Instance)
		ax.Bar(a.Sub(labelWidth(a.W), 1+i, ax.W, 1), 0, d.sideBar(&r.Sides[i]))
	}
	a.Cell(1, 1+len(r.Sides), a.W-1, cells.Faint, r.Reason)
}
