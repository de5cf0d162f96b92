package cells

// List is what a user sees of a long list: the selected entry by its id, and the first visible row.
// It is a plain comparable value; the rows stay where they are.
type List struct {
	ID  string // selected
	Row int    // where it was last seen
	Top int    // first visible row
}

// Rows gives a list access to its entries. ID(i) and Find must not take longer for longer lists.
type Rows interface {
	Len() int
	ID(i int) string
	Find(id string) int // -1 if it is not there
}

// Place finds the selection again after rows came, went or moved, and scrolls so that it is
// visible in h rows. An id that is gone leaves the selection at its row.
func (l List) Place(rows Rows, h int) List {
	n := rows.Len()
	if n == 0 {
		return List{ID: l.ID}
	}
	l = l.locate(rows)
	h = max(h, 1)
	l.Top = min(max(l.Top, l.Row-h+1), l.Row)
	l.Top = max(min(l.Top, n-h), 0)
	return l
}

func (l List) locate(rows Rows) List {
	n := rows.Len()
	if l.Row < 0 || l.Row >= n || rows.ID(l.Row) != l.ID {
		if i := rows.Find(l.ID); i >= 0 {
			l.Row = i
		}
	}
	l.Row = min(max(l.Row, 0), n-1)
	l.ID = rows.ID(l.Row)
	return l
}

// Move goes n rows down (up if negative), not beyond the ends.
func (l List) Move(rows Rows, n int) List {
	if rows.Len() == 0 {
		return l
	}
	l = l.locate(rows)
	l.Row = min(max(l.Row+n, 0), rows.Len()-1)
	l.ID = rows.ID(l.Row)
	return l
}

// Column is one column of a table; W < 0 takes what the others leave.
type Column struct {
	Title string
	W     int
	Right bool
}

// Table draws a head and the visible rows; draw is called for these only. The first cell of each
// row is the cursor's: > where the selection is. Columns have one blank between them.
type Table struct {
	Columns []Column
	List    List
	Focus   bool // the selected row is reversed
}

// Draw draws a table; cell draws column col of a row into its box.
func (t Table) Draw(a Area, rows Rows, cell func(box Area, row, col int)) {
	widths := t.widths(a.W)
	x := 1
	for i, c := range t.Columns {
		if c.Right {
			a.Right(x, 0, widths[i], Faint, c.Title)
		} else {
			a.Cell(x, 0, widths[i], Faint, c.Title)
		}
		x += widths[i] + 1
	}
	for y := 1; y < a.H && t.List.Top+y-1 < rows.Len(); y++ {
		t.row(a, y, t.List.Top+y-1, widths, cell)
	}
}

func (t Table) row(a Area, y, row int, widths []int, cell func(box Area, row, col int)) {
	x := 1
	for i := range t.Columns {
		cell(a.Sub(x, y, widths[i], 1), row, i)
		x += widths[i] + 1
	}
	if row == t.List.Row {
		Select(a, y, t.Focus)
	}
}

// Select marks a row as the selected one: > at its begin, reversed if it has the focus.
func Select(a Area, y int, focus bool) {
	a.Put(0, y, '>', Bold)
	if focus {
		a.Mark(0, y, a.W, Reverse)
	}
}

func (t Table) widths(total int) []int {
	w := make([]int, len(t.Columns))
	rest, grow := total-1, -1
	for i, c := range t.Columns {
		w[i] = max(c.W, 0)
		rest -= w[i] + 1
		if c.W < 0 {
			grow = i
		}
	}
	if grow >= 0 {
		w[grow] = max(rest+1, 0)
	}
	return w
}
