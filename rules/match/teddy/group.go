package teddy

// planner knows what the tables of a kernel let pass. They are by the whole byte, or by a low and a
// high part of it; then a bucket with the bytes "a" and "R" also has "b" and "Q". Both are seen as a
// grid, the low part being the column, the high part the row: a bucket has those bytes where its rows
// and columns meet. A table by the whole byte is a grid of one column.
type planner struct {
	rates  [rows]float64 // of bytes, as far as the tables tell them apart
	mask   uint8         // the bits that tables look at
	shift  uint8         // how many of them tell the column
	groups []group
	passes []float64 // by group: the product of its rates
}

const (
	rows    = 128
	columns = 16
)

// group is a bucket, by the places of its windows.
type group [Window]grid

// grid is what a bucket has at one place.
type grid struct {
	rate     float64 // how often one of its bytes comes
	row      [rows]uint16
	column   [columns]uint16  // how many windows are there
	inRow    [rows]float64    // how often the bytes of a row come where columns are taken
	inColumn [columns]float64 // likewise
}

func newPlanner(r *Rates, k kernel) *planner {
	p := &planner{groups: make([]group, k.buckets()), passes: make([]float64, k.buckets())}
	p.mask = 0x3f
	if k.nibbles() {
		p.mask, p.shift = 0x7f, 4
	}
	for c, rate := range r.bytes {
		p.rates[uint8(c)&p.mask] += rate
	}
	return p
}

// best is where a needle adds least to the candidates.
func (p *planner) best(needle []byte, options []option) place {
	best, least := place{}, 0.0
	for i, o := range options {
		if i > 0 && o.rate >= least {
			break // options come by their rate
		}
		w := [Window]byte(needle[o.depth:])
		for b := range p.groups {
			if more := o.rate - p.passes[b] + p.passing(&p.groups[b], w); i+b == 0 || more < least {
				best, least = place{o.depth, b}, more
			}
		}
	}
	return best
}

// passing is how often a place passes as a candidate of a group that has w too, if bytes come
// independently.
func (p *planner) passing(g *group, w [Window]byte) float64 {
	rate := 1.0
	for j, c := range w {
		rate *= g[j].rate + p.more(&g[j], c)
	}
	return rate
}

// more is how much more often a byte comes that g has, with c.
func (p *planner) more(g *grid, c byte) float64 {
	row, column := c&p.mask>>p.shift, c&p.mask&(1<<p.shift-1)
	switch newRow, newColumn := g.row[row] == 0, g.column[column] == 0; {
	case newRow && newColumn:
		return g.inRow[row] + g.inColumn[column] + p.rates[c&p.mask]
	case newRow:
		return g.inRow[row]
	case newColumn:
		return g.inColumn[column]
	}
	return 0
}

func (p *planner) put(at place, needle []byte) {
	for j, c := range needle[at.depth : at.depth+Window] {
		g := &p.groups[at.bucket][j]
		g.rate += p.more(g, c)
		row, column := c&p.mask>>p.shift, c&p.mask&(1<<p.shift-1)
		g.row[row]++
		g.column[column]++
		p.changed(g, row, column, +1)
	}
	p.passes[at.bucket] = p.groups[at.bucket].rate()
}

func (p *planner) take(at place, needle []byte) {
	for j, c := range needle[at.depth : at.depth+Window] {
		g := &p.groups[at.bucket][j]
		row, column := c&p.mask>>p.shift, c&p.mask&(1<<p.shift-1)
		p.changed(g, row, column, -1)
		g.row[row]--
		g.column[column]--
		g.rate -= p.more(g, c)
	}
	p.passes[at.bucket] = p.groups[at.bucket].rate()
}

func (g *group) rate() float64 { return g[0].rate * g[1].rate * g[2].rate * g[3].rate }

// changed notes that the only window of a row, or of a column, comes or goes.
func (p *planner) changed(g *grid, row, column byte, by float64) {
	if g.row[row] == 1 {
		for c := range 1 << p.shift {
			g.inColumn[c] += by * p.rates[int(row)<<p.shift|c]
		}
	}
	if g.column[column] == 1 {
		for r := range rows >> p.shift {
			g.inRow[r] += by * p.rates[r<<p.shift|int(column)]
		}
	}
}
