package cells

// Grid is a rectangle of cells.
type Grid struct {
	W, H  int
	caps  Caps
	cells []cell
	ext   []string // clusters of more than one rune
}

// cell is one column of one row, 8 bytes. r is a rune, or -1-i for Grid.ext[i]; a wide character is
// followed by a cell of width 0.
type cell struct {
	r rune
	s Style
	w uint8
}

var blank = cell{r: ' ', w: 1}

// NewGrid gives an empty grid.
func NewGrid(w, h int, c Caps) *Grid {
	g := &Grid{W: max(w, 0), H: max(h, 0), caps: c}
	g.cells = make([]cell, g.W*g.H)
	for i := range g.cells {
		g.cells[i] = blank
	}
	return g
}

// Area is the whole grid.
func (g *Grid) Area() Area { return Area{g: g, W: g.W, H: g.H} }

// set writes a cell of width w and heals the wide characters that it cuts in half.
func (g *Grid) set(x, y int, r rune, w int, s Style) {
	row := g.cells[y*g.W : (y+1)*g.W]
	if row[x].w == 0 && x > 0 {
		row[x-1] = cell{r: ' ', s: row[x-1].s, w: 1}
	}
	if end := x + w; end < g.W && row[end].w == 0 {
		row[end] = cell{r: ' ', s: row[end].s, w: 1}
	}
	row[x] = cell{r: r, s: s, w: uint8(w)}
	if w == 2 {
		row[x+1] = cell{r: ' ', s: s}
	}
}

// String prints the grid: H lines, each reset at its end, blanks at line ends left out.
func (g *Grid) String() string {
	b := make([]byte, 0, g.W*g.H*2+g.H*8)
	for y := range g.H {
		if y > 0 {
			b = append(b, '\n')
		}
		b = g.appendRow(b, g.cells[y*g.W:(y+1)*g.W])
	}
	return string(b)
}

func (g *Grid) appendRow(b []byte, row []cell) []byte {
	n := len(row)
	for n > 0 && row[n-1].r == ' ' && row[n-1].w == 1 && row[n-1].s&Reverse == 0 {
		n--
	}
	var now Style
	for _, c := range row[:n] {
		if c.w == 0 {
			continue
		}
		if s := c.s.visible(g.caps); s != now && !(c.r == ' ' && (s|now)&Reverse == 0) {
			b, now = g.change(b, now, s), s
		}
		b = g.appendCell(b, c)
	}
	if now != Plain {
		b = append(b, "\x1b[m"...)
	}
	return b
}

// change switches styles by way of a reset: attributes have no reliable codes to end them one by one.
func (g *Grid) change(b []byte, from, to Style) []byte {
	if from != Plain {
		b = append(b, "\x1b[m"...)
	}
	if to != Plain {
		b = appendSGR(b, to, g.caps)
	}
	return b
}

func (g *Grid) appendCell(b []byte, c cell) []byte {
	if c.r < 0 {
		return append(b, g.ext[-1-c.r]...)
	}
	if c.r < 0x80 {
		return append(b, byte(c.r))
	}
	return append(b, string(c.r)...)
}
