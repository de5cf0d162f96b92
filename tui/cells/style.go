package cells

import "strconv"

// Style is a hue with attributes: Red | Bold. The zero is plain text.
type Style uint8

// Hues; at most one of them in a style.
const (
	Plain Style = iota
	Red
	Green
	Yellow
	Blue
	Magenta
	Cyan
	hues
)

// Attributes; they are shown without colours too.
const (
	Faint   Style = 0x20
	Bold    Style = 0x40
	Reverse Style = 0x80
)

// hueCode holds the ANSI-16 codes, which follow the user's theme: on dark and on light ground.
var hueCode = [hues][2]int{{}, {31, 31}, {32, 32}, {33, 35}, {34, 34}, {35, 35}, {36, 34}}

// appendSGR writes the code that switches from a reset terminal to a style.
func appendSGR(b []byte, s Style, c Caps) []byte {
	b = append(b, "\x1b["...)
	n := len(b)
	add := func(code int) {
		if len(b) > n {
			b = append(b, ';')
		}
		b = strconv.AppendInt(b, int64(code), 10)
	}
	for _, a := range [...]struct {
		bit  Style
		code int
	}{{Bold, 1}, {Faint, 2}, {Reverse, 7}} {
		if s&a.bit != 0 {
			add(a.code)
		}
	}
	if hue := s & 0x1f; hue != 0 && !c.NoColor {
		add(hueCode[hue][ground(c)])
	}
	return append(b, 'm')
}

func ground(c Caps) int {
	if c.Light {
		return 1
	}
	return 0
}

// visible drops what a terminal of these capabilities does not show, so that runs get longer.
func (s Style) visible(c Caps) Style {
	if c.NoColor {
		return s &^ 0x1f
	}
	return s
}
