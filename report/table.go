package report

import (
	"strings"
	"time"

	"roomline/timeline"
)

// table is rows of escaped cells. The last column takes the rest of the line; where that is too
// little for what stands in it, it goes under the row instead of being cut.
type table struct {
	head  []string
	right map[int]bool // columns of numbers
	rows  [][]string
	under bool
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write draws the table, columns as wide as they need to be, two blanks apart.
func (t *table) write(p *printer, indent int) {
	width := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for i, c := range row {
			width[i] = max(width[i], columns(c))
		}
	}
	p.line(p.s.paint(bold, t.row(p, t.head, width, indent)))
	for _, row := range t.rows {
		p.line(t.row(p, row, width, indent))
		if last := row[len(row)-1]; last != "" && t.under && !t.fits(p, last, width, indent) {
			p.cut(indent+4, last)
		}
	}
}

// used is what the columns before the last one take up.
func (t *table) used(width []int, indent int) int {
	n := indent
	for _, w := range width[:len(width)-1] {
		n += w + 2
	}
	return n
}

func (t *table) fits(p *printer, last string, width []int, indent int) bool {
	return columns(last) <= p.s.width()-t.used(width, indent)
}

func (t *table) row(p *printer, cells []string, width []int, indent int) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", indent))
	for i, c := range cells {
		switch {
		case i == len(cells)-1 && t.under && !t.fits(p, c, width, indent):
			c = ""
		case i == len(cells)-1:
			c = clip(c, max(p.s.width()-t.used(width, indent), 12))
		case t.right[i]:
			c = padLeft(c, width[i]) + "  "
		default:
			c = pad(c, width[i]) + "  "
		}
		b.WriteString(c)
	}
	return strings.TrimRight(b.String(), " ")
}

func timeDuration(t timeline.Time) time.Duration { return time.Duration(t) }
