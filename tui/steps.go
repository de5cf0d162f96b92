package tui

import (
	"slices"
	"time"

	"roomline/timeline"
	"roomline/tui/cells"
)

// steps is the table of the states that a room should go through and when each side did. Where it
// does not fit, the last rows are shown: what did not happen matters most.
func (d *drawer) steps(a cells.Area) {
	r, i := d.roomOf(d.st)
	a.Rule(0, "steps", d.stepsNote(), cells.Bold)
	half := (a.W - 19) / 2
	names := append(d.statesOf(r), "")
	from := max(len(names)-(a.H-1), 0)
	for y, s := range names[from:] {
		if s == "" {
			a.Text(1, 1+y, cells.Plain, "end")
		}
		a.Cell(1, 1+y, 17, cells.Plain, s)
		for k, role := range d.rooms.sides {
			d.step(a.Sub(19+k*half, 1+y, half-1, 1), role, sideOf(r, role), s, d.rooms.info[i].grain)
		}
	}
	a.Cell(1, 1+len(names)-from, a.W-1, cells.Faint, "~, small letter: worked out from a duration, not printed · ? still open · ● proves a finding")
}

// stepsNote says what "never seen" is worth.
func (d *drawer) stepsNote() string {
	if d.visible >= 3 {
		return "every step is printed"
	}
	return "steps are not all printed at this log level: never seen is no proof"
}

func sideOf(r *timeline.Room, role string) *timeline.Side {
	for i := range r.Sides {
		if r.Sides[i].Role == role {
			return &r.Sides[i]
		}
	}
	return nil
}

// step is one state of one side; "" is the end. A duration is no finer than the stamps that it is made of.
func (d *drawer) step(a cells.Area, role string, side *timeline.Side, state string, grain int64) {
	x := a.Text(0, 0, cells.Faint, role+" ")
	switch {
	case side == nil:
		a.Cell(x, 0, a.W-x, cells.Faint, "– side not seen")
		return
	case state == "":
		d.stepEnd(a, x, side)
		return
	}
	for _, g := range side.Segments {
		if g.State != state {
			continue
		}
		text := clock(int64(g.After))
		if g.How != "log" {
			text = "~" + text
			if wide(d.st.W) {
				text += " (" + g.How + ")"
			}
		}
		x = a.Text(x, 0, cells.Plain, text+" ")
		if !g.Until.Known() {
			a.Cell(x, 0, a.W-x, cells.Yellow|cells.Bold, "open "+spanOf(time.Duration(d.hi-int64(g.After)), grain)+" ?")
		} else {
			a.Cell(x, 0, a.W-x, cells.Plain, "for "+spanOf(g.Until.Sub(g.After), grain))
		}
		return
	}
	if side.Lifecycle != nil && !side.Lifecycle.Shows(state, role) {
		a.Cell(x, 0, a.W-x, cells.Faint, "– not on this side")
		return
	}
	a.Cell(x, 0, a.W-x, cells.Red, "✖ never seen")
}

// statesOf are the states that do not end a room, of the engines that it is of.
func (d *drawer) statesOf(r *timeline.Room) []string {
	own := func(s string) bool {
		return slices.ContainsFunc(r.Lifecycles, func(lc *timeline.Lifecycle) bool { return slices.Contains(lc.States, s) })
	}
	var out []string
	for _, s := range d.rooms.names {
		if len(r.Lifecycles) == 0 || own(s) {
			out = append(out, s)
		}
	}
	return out
}

func (d *drawer) stepEnd(a cells.Area, x int, side *timeline.Side) {
	for _, g := range side.Segments {
		if d.rooms.life.IsFinal(g.State) {
			a.Cell(x, 0, a.W-x, glyphOf(d.rooms.life, g.State).style, clock(int64(g.After))+" "+g.State)
			return
		}
	}
	a.Cell(x, 0, a.W-x, cells.Red, "✖ none in capture")
}
