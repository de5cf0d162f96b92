package cells

import "unicode"

// Span is one state of a bar.
type Span struct {
	Lo, Hi   int64
	Letter   rune // shown in the first cell; ASCII
	Fill     rune
	Style    Style
	Computed bool // its begin was not printed but worked out: the letter is small
	Open     bool // it had not ended when observation did: its last cell is ?
}

// Bar draws states along an axis. Each span takes at least one column, where several meet in one
// the last is seen; what is before the first and behind the last stays as it is.
func (x Axis) Bar(a Area, y int, spans []Span) {
	for _, s := range spans {
		x.span(a, y, s)
	}
}

func (x Axis) span(a Area, y int, s Span) {
	first, last := x.Column(s.Lo), x.Column(max(s.Hi-1, s.Lo))
	from, to := max(first, 0), min(last, x.W-1)
	for c := from; c <= to; c++ {
		a.Put(c, y, s.Fill, s.Style)
	}
	if from > to {
		return
	}
	if first == from && last > first {
		a.Put(first, y, s.letter(), s.Style|Bold)
	}
	if s.Open && last == to {
		a.Put(last, y, '?', Bold)
	}
}

func (s Span) letter() rune {
	if s.Computed {
		return unicode.ToLower(s.Letter)
	}
	return s.Letter
}
