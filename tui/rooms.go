package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"roomline/timeline"
	"roomline/tui/cells"
)

// Columns of the room list.
const (
	colID = iota
	colState
	colAge
	colInState
	colPrefill
	colDecode
	colFindings
	colBar
)

func (d *drawer) roomColumns(w int) []cells.Column {
	id, state := 10, 17
	if wide(w) {
		id, state = 20, 24
	}
	return []cells.Column{{Title: "ROOM", W: id}, {Title: "STATE", W: state}, {Title: "AGE", W: 6, Right: true}, {Title: "IN STATE", W: 8, Right: true},
		{Title: strings.ToUpper(d.rooms.sides[0]), W: 8}, {Title: strings.ToUpper(d.rooms.sides[1]), W: 8}, {Title: "FND", W: 5}, {W: -1}}
}

func (d *drawer) roomList(a cells.Area) {
	v := d.view(d.st.Query)
	list, below := d.roomListRows(d.st)
	d.roomFilter(a, v)
	box := a.Sub(0, 1, a.W, 1+list)
	t := cells.Table{Columns: d.roomColumns(a.W), List: d.st.Rooms, Focus: true}
	bar := d.barAxis(a.W)
	t.Columns[colBar].Title = cells.Label(bar.T0, int64(time.Second)) + " · " + width(bar.Col) + "/col"
	t.Draw(box, v, func(c cells.Area, row, col int) { d.roomCell(c, int(v.list[row]), col, bar) })
	if v.Len() == 0 {
		d.noRooms(box)
	}
	d.roomSummary(a.Sub(0, a.H-below-1, a.W, below+1), v)
}

// barAxis is the shared window at the scale of the bars in the rows.
func (d *drawer) barAxis(w int) cells.Axis {
	used := 2
	for _, c := range d.roomColumns(w) {
		used += max(c.W, 0) + 1
	}
	return cells.Fit(d.lo, d.hi, max(w-used, 4))
}

func (d *drawer) roomFilter(a cells.Area, v *roomView) {
	q := d.st.Query
	left := "filter: " + filterNames[q.Filter]
	if q.Filter == stuckRooms {
		left += " (open for more than " + span(d.rooms.limit()) + ")"
	}
	if q.Finding != "" {
		left += " · of " + q.Finding
		if len(d.findings.under[q.Finding]) > 0 {
			left += " and what it explains"
		}
	}
	if q.State != "" {
		left += " · state " + q.State
	}
	if q.Search != "" {
		left += " · id has " + q.Search
	}
	if d.st.Mode == filtering {
		left = "filter: a all · o open · s stuck · x failed · 1 one-sided · u unexplained"
	} else if d.visible < 2 {
		left += " · only failures visible"
	}
	arrow := "▼"
	if q.Reverse {
		arrow = "↑"
	}
	right := fmt.Sprintf("%d of %d  sort %s%s", v.Len(), len(d.rooms.rooms), sortNames[q.Sort], arrow)
	a.Cell(1, 0, a.W-cells.Width(right, d.caps)-3, cells.Bold, left)
	a.Text(a.W-cells.Width(right, d.caps)-1, 0, cells.Plain, right)
}

// noRooms explains an empty list.
func (d *drawer) noRooms(a cells.Area) {
	a.Put(0, 1, '>', cells.Bold)
	switch {
	case len(d.rooms.rooms) > 0:
		a.Text(2, 1, cells.Plain, fmt.Sprintf("%d rooms were filtered out: f a shows all, esc clears", len(d.rooms.rooms)))
	case d.visible < 2:
		a.Text(2, 1, cells.Plain, "No room failed. At this log level rooms are printed only when they fail.")
		for i, n := range d.res.Next {
			a.Cell(2, 2+i, a.W-2, cells.Faint, "next: "+n)
		}
	default:
		a.Text(2, 1, cells.Plain, "No line is about a room.")
	}
}

func (d *drawer) roomCell(c cells.Area, i, col int, bar cells.Axis) {
	r := &d.rooms.rooms[i]
	switch col {
	case colID:
		c.Text(0, 0, cells.Plain, cells.Middle(r.ID, c.W))
	case colState:
		g := glyphOf(d.rooms.life, r.State)
		c.Put(0, 0, g.letter, g.style|cells.Bold)
		c.Cell(2, 0, c.W-2, g.style, d.stateWord(i, c.W-2))
	case colAge:
		c.Right(0, 0, c.W, cells.Plain, spanOf(d.rooms.age(i), d.rooms.info[i].grain))
	case colInState:
		c.Right(0, 0, c.W, cells.Plain, d.rooms.inStateText(i))
	case colPrefill, colDecode:
		c.Cell(0, 0, c.W, cells.Plain, instanceOf(r, d.rooms.sides[col-colPrefill]))
	case colFindings:
		c.Cell(0, 0, c.W, cells.Plain, orDash(firstOf(d.findings.rooms[r.ID])))
	case colBar:
		bar.W = c.W
		bar.Bar(c, 0, d.roomBar(r))
	}
}

// stateWord is the state, or that only one side speaks of the room.
func (d *drawer) stateWord(i, w int) string {
	r := &d.rooms.rooms[i]
	if d.rooms.info[i].oneSided && len(r.Sides) == 1 && !d.rooms.failed(r.State) && w < 20 {
		return r.Sides[0].Role + " side only"
	}
	s := r.State
	if d.rooms.info[i].oneSided && w >= 20 {
		s += " (" + r.Sides[0].Role + " only)"
	}
	return s
}

func instanceOf(r *timeline.Room, role string) string {
	for _, s := range r.Sides {
		if s.Role == role {
			return orDash(s.Instance)
		}
	}
	return "–"
}

// firstOf is the first of some ids and how many more there are.
func firstOf(ids []string) string {
	switch len(ids) {
	case 0:
		return ""
	case 1:
		return ids[0]
	}
	return fmt.Sprintf("%s+%d", ids[0], len(ids)-1)
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// roomBar is a room as one bar: the side that ended it, of an open room the one that is furthest
// behind, which is what everybody waits for.
func (d *drawer) roomBar(r *timeline.Room) []cells.Span {
	best, at := -1, len(d.rooms.life.States)+1
	for i := range r.Sides {
		segs := r.Sides[i].Segments
		if len(segs) == 0 {
			continue
		}
		last := segs[len(segs)-1].State
		k := slices.Index(d.rooms.life.States, last)
		if d.rooms.life.IsFinal(last) != r.Open {
			k = -1
		}
		if best < 0 || k < at {
			best, at = i, k
		}
	}
	if best < 0 {
		return nil
	}
	return d.sideBar(&r.Sides[best])
}

// sideBar turns the segments of a side into what is drawn. A final state is one cell; an open one
// reaches to the end of observation and says that it is open.
func (d *drawer) sideBar(s *timeline.Side) []cells.Span {
	var out []cells.Span
	for _, g := range s.Segments {
		y := glyphOf(d.rooms.life, g.State)
		b := cells.Span{Lo: int64(g.After), Hi: int64(g.Until), Letter: y.letter, Fill: y.fill, Style: y.style, Computed: g.How != "log"}
		switch {
		case d.rooms.life.IsFinal(g.State):
			b.Hi = b.Lo + 1
		case !g.Until.Known():
			b.Hi, b.Open = max(d.hi, b.Lo+1), true
		}
		if !g.After.Known() {
			b.Lo = d.lo
		}
		out = append(out, b)
	}
	return out
}
