package cells

// Area is a rectangle of a grid. Everything drawn into it is clipped to it.
type Area struct {
	g    *Grid
	x, y int
	W, H int
}

// Caps are those of the grid.
func (a Area) Caps() Caps { return a.g.caps }

// Sub is a part of an area, clipped to it.
func (a Area) Sub(x, y, w, h int) Area {
	x, y = min(max(x, 0), a.W), min(max(y, 0), a.H)
	return Area{g: a.g, x: a.x + x, y: a.y + y, W: max(min(w, a.W-x), 0), H: max(min(h, a.H-y), 0)}
}

// Split cuts an area after n rows.
func (a Area) Split(n int) (top, rest Area) {
	return a.Sub(0, 0, a.W, n), a.Sub(0, n, a.W, a.H)
}

// Put draws one character of width one.
func (a Area) Put(x, y int, r rune, s Style) {
	if x < 0 || y < 0 || x >= a.W || y >= a.H {
		return
	}
	if a.g.caps.ASCII {
		f, ok := fold(r)
		if !ok {
			f = '?'
		}
		r = f
	}
	a.g.set(a.x+x, a.y+y, r, 1, s)
}

// Text draws a text from x on and gives the column behind it.
func (a Area) Text(x, y int, s Style, text string) int {
	if y < 0 || y >= a.H {
		return x
	}
	for len(text) > 0 && x < a.W {
		g := next(text, a.g.caps)
		text = text[g.size:]
		x = a.glyph(x, y, s, g)
	}
	return x
}

func (a Area) glyph(x, y int, s Style, g glyph) int {
	if g.width > 2 || g.text == "  " { // an escape: ASCII, may be cut anywhere
		for i := 0; i < len(g.text) && x < a.W; i++ {
			a.Put(x, y, rune(g.text[i]), s|Faint)
			x++
		}
		return x
	}
	if x < 0 || x+g.width > a.W { // half of a wide character is none
		return x + g.width
	}
	r := g.r
	if r < 0 {
		a.g.ext = append(a.g.ext, g.text)
		r = rune(-len(a.g.ext))
	}
	a.g.set(a.x+x, a.y+y, r, g.width, s)
	return x + g.width
}

// Cell draws a text into w columns, with an ellipsis if it is longer. It gives x+w.
func (a Area) Cell(x, y, w int, s Style, text string) int {
	box := a.Sub(x, y, w, 1)
	if end := box.Text(0, 0, s, text); end < box.W || Width(text, a.g.caps) <= box.W {
		return x + w
	}
	if box.W > 0 {
		box.Put(box.W-1, 0, '…', s)
	}
	return x + w
}

// Right draws a text flush right into w columns, cut at its end if it is longer. It gives x+w.
func (a Area) Right(x, y, w int, s Style, text string) int {
	n := Width(text, a.g.caps)
	if n >= w {
		return a.Cell(x, y, w, s, text)
	}
	a.Text(x+w-n, y, s, text)
	return x + w
}

// Fill draws one character n times.
func (a Area) Fill(x, y, n int, r rune, s Style) {
	for i := range n {
		a.Put(x+i, y, r, s)
	}
}

// Mark adds attributes to n cells that are drawn already.
func (a Area) Mark(x, y, n int, s Style) {
	for i := max(x, 0); i < min(x+n, a.W); i++ {
		if y >= 0 && y < a.H {
			a.g.cells[(a.y+y)*a.g.W+a.x+i].s |= s & (Bold | Faint | Reverse)
		}
	}
}

// Rule draws a horizontal line with a title at its left and a note at its right end; the note
// gives way where both do not fit.
func (a Area) Rule(y int, title, note string, s Style) {
	a.Fill(0, y, a.W, '─', Faint)
	x := 0
	if title != "" {
		w := min(Width(title, a.g.caps), max(a.W-4, 0))
		a.Put(1, y, ' ', Plain)
		a.Cell(2, y, w, s, title)
		a.Put(2+w, y, ' ', Plain)
		x = 3 + w
	}
	n := Width(note, a.g.caps)
	if note == "" || x+n+4 > a.W {
		return
	}
	at := a.W - n - 3
	a.Text(at, y, Plain, " "+note+" ")
}
