package tui

import (
	"fmt"
	"slices"

	"roomline/tui/cells"
)

// lane is one row of a timeline.
type lane interface {
	label(w int) string // in w cells at most, if that can be
	draw(a cells.Area, x, y int, ax cells.Axis)
	value(lo, hi int64) string // of the cursor column
	events() []int64           // what [ and ] go to, sorted
}

// gaugesPerProcess is how many gauges of a process have lanes on the overview.
const gaugesPerProcess = 3

// makeLanes puts rooms first, then processes with their main gauge, those that prove findings
// before the others, then further gauges. Where rooms can be seen only when they fail, their number
// is a lower bound, and the processes come first.
func (s *scene) makeLanes() []lane {
	var procs, rooms, more []lane
	for _, i := range s.byProof() {
		p := &s.procs[i]
		procs = append(procs, activityLane{p})
		for k, g := range mainGauges(p.gauges, gaugesPerProcess) {
			if k == 0 {
				procs = append(procs, gaugeLane{g})
			} else {
				more = append(more, seriesLane{gaugeLane{g}})
			}
		}
	}
	if len(s.rooms.rooms) > 0 {
		rooms = append(rooms, roomsLane{s.rooms, &s.rooms.open, s.visible, s.roomCover()})
		if s.visible >= 2 && len(s.rooms.names) > 0 {
			rooms = append(rooms, stateLane{s.rooms})
		}
	}
	if s.visible < 2 {
		return slices.Concat(procs, rooms, more)
	}
	return slices.Concat(rooms, procs, more)
}

func (s *scene) byProof() []int {
	order := make([]int, len(s.procs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return boolInt(len(s.procs[a].proof) == 0) - boolInt(len(s.procs[b].proof) == 0)
	})
	return order
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// roomCover is when logs that speak of rooms were observed.
func (s *scene) roomCover() spans {
	var all spans
	for i := range s.procs {
		if r := s.procs[i].Role; r == "prefill" || r == "decode" {
			all = append(all, s.procs[i].cover...)
		}
	}
	return merged(all)
}

// roomsLane is the number of rooms that are open at the end of each column.
type roomsLane struct {
	x       *roomIndex
	f       *flow
	visible int
	cover   spans
}

func (l roomsLane) label(int) string {
	if l.visible < 2 {
		return "rooms seen"
	}
	return "rooms open"
}

func (l roomsLane) events() []int64 { return l.f.enter }

func (l roomsLane) draw(a cells.Area, x, y int, ax cells.Axis) {
	v := make([]cells.Value, ax.W)
	for i := range v {
		lo, hi := ax.Span(i)
		at := min(hi, l.x.end) - 1
		v[i] = cells.Value{V: float64(l.f.at(at)), Known: at >= lo && l.cover.overlaps(lo, hi)}
		if l.visible < 2 && v[i].V == 0 { // none that failed: says nothing of the others
			v[i].Known = false
		}
	}
	a.Spark(x, y, v, float64(l.f.top()), cells.Cyan)
}

func (l roomsLane) value(lo, hi int64) string {
	n := l.f.at(min(hi, l.x.end) - 1)
	if l.visible < 2 {
		return count(int64(n)) + "+" // at least
	}
	return count(int64(n))
}

// stateLane shows the state that most open rooms are in.
type stateLane struct{ x *roomIndex }

func (l stateLane) label(int) string { return " by state" }
func (l stateLane) events() []int64  { return l.x.open.enter }

func (l stateLane) most(t int64) (state string, n, all int) {
	for _, s := range l.x.names {
		k := l.x.state[s].at(t)
		all += k
		if k > n {
			state, n = s, k
		}
	}
	return
}

func (l stateLane) draw(a cells.Area, x, y int, ax cells.Axis) {
	for i := range ax.W {
		lo, hi := ax.Span(i)
		if lo >= l.x.end {
			a.Put(x+i, y, '·', cells.Faint)
			continue
		}
		if s, n, _ := l.most(min(hi, l.x.end) - 1); n > 0 {
			g := glyphOf(l.x.life, s)
			a.Put(x+i, y, g.fill, g.style)
		}
	}
}

func (l stateLane) value(lo, hi int64) string {
	s, n, all := l.most(min(hi, l.x.end) - 1)
	if n == 0 {
		return "none"
	}
	return fmt.Sprintf("%c %d%%", glyphOf(l.x.life, s).letter, n*100/all)
}

// activityLane is how many records a process wrote, with marks for what stands out in them.
type activityLane struct{ p *process }

func (l activityLane) label(int) string { return l.p.name }
func (l activityLane) events() []int64  { return l.p.hits }

func (l activityLane) draw(a cells.Area, x, y int, ax cells.Axis) {
	top := l.p.act.peak[ax.Step()]
	v := make([]cells.Value, ax.W)
	for i := range v {
		lo, hi := ax.Span(i)
		n := l.p.act.count(lo, hi)
		v[i] = cells.Value{V: float64(n), Known: n > 0 || l.p.cover.overlaps(lo, hi)}
	}
	a.Spark(x, y, v, top, cells.Plain)
	for i := range v {
		lo, hi := ax.Span(i)
		l.mark(a, x+i, y, lo, hi)
	}
}

// mark puts the most telling mark of a column over its density.
func (l activityLane) mark(a cells.Area, x, y int, lo, hi int64) {
	switch {
	case within(l.p.proof, lo, hi):
		a.Put(x, y, '●', cells.Red|cells.Bold)
	case within(l.p.act.crit, lo, hi):
		a.Put(x, y, '✗', cells.Red|cells.Bold)
	case within(l.p.act.errs, lo, hi):
		a.Put(x, y, '!', cells.Red)
	case within(l.p.act.warn, lo, hi):
		a.Put(x, y, '▲', cells.Yellow)
	}
}

func (l activityLane) value(lo, hi int64) string {
	n := l.p.act.count(lo, hi)
	if n == 0 && !l.p.cover.overlaps(lo, hi) {
		if !l.p.logs {
			return "no log"
		}
		return "no data"
	}
	return rate(n, max(hi-lo, second))
}

// rate writes n records in ns as a rate, or as what it is where that would be a fraction.
func rate(n, ns int64) string {
	s := float64(n) / float64(ns) * float64(second)
	if n > 0 && s < 1 {
		return fmt.Sprintf("%d in %s", n, width(ns))
	}
	return number(float64(int64(s+0.5))) + "/s"
}

// gaugeLane is a scraped or a printed number.
type gaugeLane struct{ g *gauge }

func (l gaugeLane) label(int) string { return " " + l.g.name() }
func (l gaugeLane) events() []int64  { return l.g.at }

func (l gaugeLane) draw(a cells.Area, x, y int, ax cells.Axis) {
	v := make([]cells.Value, ax.W)
	for i := range v {
		v[i] = l.g.value(ax.Span(i))
	}
	a.Spark(x, y, v, l.g.top, cells.Green)
}

func (l gaugeLane) value(lo, hi int64) string {
	switch v := l.g.value(lo, hi); {
	case !v.Known:
		return "no data"
	case v.Held:
		return number(v.V) + " ~frozen"
	default:
		return number(v.V)
	}
}
