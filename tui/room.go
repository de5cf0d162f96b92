package tui

import (
	"fmt"
	"strings"

	"roomline/timeline"
	"roomline/tui/cells"
)

// sideLane is one side of a room: its states along the axis.
type sideLane struct {
	d    *scene
	room *timeline.Room
	side *timeline.Side
}

func (l sideLane) label(int) string { return l.side.Role + "@" + l.side.Instance }

func (l sideLane) events() []int64 {
	var t []int64
	for _, g := range l.side.Segments {
		t = append(t, int64(g.After))
	}
	return ascending(t)
}

func (l sideLane) draw(a cells.Area, x, y int, ax cells.Axis) {
	d := drawer{scene: l.d}
	ax.Bar(a.Sub(x, y, ax.W, 1), 0, d.sideBar(l.side))
}

func (l sideLane) value(lo, hi int64) string {
	for i := len(l.side.Segments) - 1; i >= 0; i-- {
		if g := l.side.Segments[i]; int64(g.After) < hi && (int64(g.Until) > lo || l.d.rooms.life.IsFinal(g.State)) {
			return g.State
		}
	}
	return "not seen"
}

// eventLane has the lines about a room from one side.
type eventLane struct {
	d    *scene
	hits []*timeline.Hit
}

func (l eventLane) label(int) string { return "  its lines" }

func (l eventLane) events() []int64 {
	var t []int64
	for _, h := range l.hits {
		t = append(t, int64(h.Lo))
	}
	return t
}

func (l eventLane) draw(a cells.Area, x, y int, ax cells.Axis) {
	for _, h := range l.hits {
		c := ax.Column(int64(h.Lo))
		if c < 0 || c >= ax.W {
			continue
		}
		if _, ok := l.d.findings.proves[refKey(h.Ref)]; ok {
			a.Put(x+c, y, '●', cells.Red|cells.Bold)
		} else {
			a.Put(x+c, y, '▲', cells.Yellow)
		}
	}
}

func (l eventLane) value(lo, hi int64) string {
	n := 0
	for _, h := range l.hits {
		if int64(h.Lo) >= lo && int64(h.Lo) < hi {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return plural(n, "line")
}

// roomOf is the room of the page on top.
func (s *scene) roomOf(st state) (*timeline.Room, int) {
	i, ok := s.rooms.byID[st.top().ID]
	if !ok {
		return nil, -1
	}
	return &s.rooms.rooms[i], i
}

// roomLanes are both sides of a room with its lines, then what its processes did meanwhile.
func (s *scene) roomLanes(st state) []lane {
	r, _ := s.roomOf(st)
	if r == nil {
		return nil
	}
	var out []lane
	for i := range r.Sides {
		side := &r.Sides[i]
		out = append(out, sideLane{s, r, side}, eventLane{s, s.hitsOf(r, side)})
	}
	for i := range s.procs {
		if p := &s.procs[i]; concerns(p, r) {
			out = append(out, activityLane{p})
			for _, g := range mainGauges(p.gauges, 1) {
				out = append(out, gaugeLane{g})
			}
		}
	}
	return append(out, roomsLane{s.rooms, &s.rooms.open, s.visible, s.roomCover()})
}

func concerns(p *process, r *timeline.Room) bool {
	for _, side := range r.Sides {
		if side.Role == p.Role && side.Instance == p.Instance {
			return true
		}
	}
	return false
}

func (s *scene) hitsOf(r *timeline.Room, side *timeline.Side) []*timeline.Hit {
	var out []*timeline.Hit
	for _, h := range r.Hits {
		if p, ok := s.procOf[h.Stream]; ok && s.procs[p].Role == side.Role && s.procs[p].Instance == side.Instance {
			out = append(out, h)
		}
	}
	return out
}

func (d *drawer) roomHead(a cells.Area, id string) {
	r, i := d.roomOf(d.st)
	g := glyphOf(d.rooms.life, r.State)
	x := a.Text(1, 0, cells.Bold, "room "+id+" · ")
	what := r.State
	switch {
	case r.Open:
		what = "open in " + r.State + " " + d.rooms.inStateText(i)
	case d.rooms.life.IsFinal(r.State):
		what += " at " + clock(d.rooms.info[i].since)
	}
	x = a.Text(x, 0, g.style|cells.Bold, what)
	if f := d.findings.rooms[id]; len(f) > 0 {
		x = a.Text(x, 0, cells.Bold, " · "+strings.Join(f, " "))
	}
	if r.Attempts > 1 {
		a.Text(x, 0, cells.Plain, fmt.Sprintf(" · attempt %d", r.Attempts))
	}
	a.Cell(1, 1, a.W-1, cells.Plain, join("  ", d.sided(r, i), d.stamps(i), r.Reason))
}

// sided says which side is not heard of, and whether it could have been.
func (d *drawer) sided(r *timeline.Room, i int) string {
	if !d.rooms.info[i].oneSided {
		return ""
	}
	other := d.rooms.sides[0]
	if r.Sides[0].Role == other {
		other = d.rooms.sides[1]
	}
	for p := range d.procs {
		if d.procs[p].Role == other && d.procs[p].logs {
			return r.Sides[0].Role + " side only: no " + other + " line is about it."
		}
	}
	return r.Sides[0].Role + " side only: there is no " + other + " log."
}

// stamps says how coarse the times are where that is a second or more.
func (d *drawer) stamps(i int) string {
	if g := d.rooms.info[i].grain; g >= second {
		return width(g) + " stamps."
	}
	return ""
}

func (d *drawer) room(a cells.Area) {
	rows := d.roomRows(d.st)
	top, rest := a.Split(2 + rows.lanes)
	mid, low := rest.Split(1 + rows.steps)
	d.timelineRule(top, cells.Bold)
	d.ruler(top, 1, "at cursor")
	for y, l := range d.roomLanes(d.st) {
		d.lane(top, 2+y, l, false, false)
	}
	d.steps(mid)
	d.roomLinesPane(low)
}

// roomLines are the lines of a room and, between them, those of its processes in the cursor's column.
func (s *scene) roomLines(st state) hitRows {
	r, _ := s.roomOf(st)
	if r == nil {
		return hitRows{}
	}
	out := hitRows{}
	seen := map[timeline.Ref]bool{}
	for _, h := range r.Hits {
		if !seen[refKey(h.Ref)] {
			seen[refKey(h.Ref)] = true
			out = append(out, s.lineOf(h))
		}
	}
	lo, hi := st.column()
	w := s.lines.window(lo, hi)
	for i := range min(w.n, 200) { // beside a room's own lines more than these are no help
		l := w.at(i)
		if l.proc >= 0 && concerns(&s.procs[l.proc], r) && !seen[refKey(l.hit.Ref)] {
			beside := *l
			beside.beside = true
			out = append(out, beside)
		}
	}
	return out.sorted()
}

func (d *drawer) roomLinesPane(a cells.Area) {
	rows := d.roomLines(d.st)
	a.Rule(0, "lines of this room, and of its processes at the cursor", fmt.Sprintf("%d/%d", min(d.st.Body.Row+1, len(rows)), len(rows)), cells.Bold)
	d.hitList(a.Sub(0, 1, a.W, a.H), rows)
}

// hitList draws the visible part of the page's list of lines.
func (d *drawer) hitList(a cells.Area, rows hitRows) {
	if len(rows) == 0 {
		a.Put(0, 0, '>', cells.Bold)
		a.Text(2, 0, cells.Faint, "no line")
	}
	for y := 0; y < a.H && d.st.Body.Top+y < len(rows); y++ {
		row := d.st.Body.Top + y
		d.line(a, y, &rows[row], d.st.LogX)
		if rows[row].beside {
			a.Mark(0, y, a.W, cells.Faint)
		}
		if row == d.st.Body.Row {
			cells.Select(a, y, true)
		}
	}
}
