package cells

import "time"

// Ladder holds the widths that a column may have: 1 2 5 10 .. 500 µs and ms, then 1 2 5 10 15 30 s
// and min, 1 2 6 12 h, 1 2 7 d. Nothing else is ever used, so the same window always has the same
// columns.
var Ladder = ladder()

func ladder() []int64 {
	var l []int64
	for _, unit := range []time.Duration{time.Microsecond, time.Millisecond} {
		for _, n := range []int64{1, 2, 5, 10, 20, 50, 100, 200, 500} {
			l = append(l, n*int64(unit))
		}
	}
	for _, unit := range []time.Duration{time.Second, time.Minute} {
		for _, n := range []int64{1, 2, 5, 10, 15, 30} {
			l = append(l, n*int64(unit))
		}
	}
	for _, h := range []int64{1, 2, 6, 12, 24, 48, 168} {
		l = append(l, h*int64(time.Hour))
	}
	return l
}

// Axis maps time to columns: column i is [T0 + i*Col, T0 + (i+1)*Col). T0 is a multiple of Col.
type Axis struct {
	T0, Col int64
	W       int
}

// Fit gives the narrowest columns with which [lo, hi) lies in w columns.
func Fit(lo, hi int64, w int) Axis {
	w = max(w, 1)
	for _, c := range Ladder {
		t0 := floor(lo, c)
		if (hi-t0)/c < int64(w) || hi-t0 == c*int64(w) {
			return Axis{T0: t0, Col: c, W: w}
		}
	}
	c := Ladder[len(Ladder)-1]
	return Axis{T0: floor(lo, c), Col: c, W: w}
}

func floor(t, step int64) int64 {
	q := t / step
	if t%step < 0 {
		q--
	}
	return q * step
}

// Column is the column of a time; it may lie outside of 0..W-1.
func (a Axis) Column(t int64) int { return int(floor(t-a.T0, a.Col) / a.Col) }

// Span is the time of a column.
func (a Axis) Span(col int) (lo, hi int64) {
	lo = a.T0 + int64(col)*a.Col
	return lo, lo + a.Col
}

// End is the time behind the last column.
func (a Axis) End() int64 { return a.T0 + int64(a.W)*a.Col }

// Holds says whether a time is on the axis.
func (a Axis) Holds(t int64) bool { return t >= a.T0 && t < a.End() }

// Step is the index of the column width in the ladder.
func (a Axis) Step() int {
	for i, c := range Ladder {
		if c >= a.Col {
			return i
		}
	}
	return len(Ladder) - 1
}

// Zoom goes n steps of the ladder in (negative: narrower columns) or out; t stays in its column.
func (a Axis) Zoom(n int, t int64) Axis {
	at := min(max(a.Column(t), 0), a.W-1)
	col := Ladder[min(max(a.Step()+n, 0), len(Ladder)-1)]
	return Axis{T0: floor(t, col) - int64(at)*col, Col: col, W: a.W}
}

// Pan moves the window by n columns.
func (a Axis) Pan(n int) Axis {
	a.T0 += int64(n) * a.Col
	return a
}

// Resize gives the axis another width and keeps the time t at its share of it.
func (a Axis) Resize(w int, t int64) Axis {
	w = max(w, 1)
	at := min(max(a.Column(t), 0), max(a.W-1, 0))
	a.T0 = floor(t, a.Col) - int64(at*w/max(a.W, 1))*a.Col
	a.W = w
	return a
}

// Show pans just as far as needed to have t on the axis.
func (a Axis) Show(t int64) Axis {
	switch c := a.Column(t); {
	case c < 0:
		return a.Pan(c)
	case c >= a.W:
		return a.Pan(c - a.W + 1)
	}
	return a
}

// tick is the distance of labels: the least rung of the ladder whose labels have room beside each
// other.
func (a Axis) tick() int64 {
	for _, c := range Ladder {
		if c%a.Col == 0 && c/a.Col >= int64(len(Label(a.T0, c))+2) {
			return c
		}
	}
	return a.Col * 20
}

// Label writes a time of day in UTC as precisely as a step needs.
func Label(t, step int64) string {
	at := time.Unix(0, t).UTC()
	switch {
	case step >= int64(24*time.Hour):
		return at.Format("01-02")
	case step >= int64(time.Minute):
		return at.Format("15:04")
	case step >= int64(time.Second):
		return at.Format("15:04:05")
	case step >= int64(time.Millisecond):
		return at.Format("15:04:05.000")
	}
	return at.Format("15:04:05.000000")
}

// Ruler draws the labels of an axis and, over them, where the cursor is.
func (x Axis) Ruler(a Area, y int, cursor int64) {
	step := x.tick()
	n := len(Label(x.T0, step))
	for t := floor(x.T0+step-1, step); t < x.End(); t += step {
		if c := x.Column(t); c+n <= x.W {
			a.Text(c, y, Faint, Label(t, step))
		}
	}
	if x.Holds(cursor) {
		a.Put(x.Column(cursor), y, '▼', Bold)
	}
}
