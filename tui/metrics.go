package tui

import (
	"fmt"
	"strings"

	"roomline/tui/cells"
)

// seriesList are the series whose name, labels or process hold what was searched.
type seriesList []*gauge

// Len is the number of series.
func (l seriesList) Len() int { return len(l) }

// ID is the process, the name and the labels.
func (l seriesList) ID(i int) string {
	return l[i].id()
}

// Find is the row of a series.
func (l seriesList) Find(id string) int {
	if id == "" {
		return -1
	}
	for i := range l {
		if l.ID(i) == id {
			return i
		}
	}
	return -1
}

// seriesRows are the series that the Metrics screen lists.
func (s *scene) seriesRows(st state) seriesList {
	if st.Search == "" || st.screen() != metricsTab {
		return s.series
	}
	var out seriesList
	for i := range s.series {
		if strings.Contains(seriesList(s.series).ID(i), st.Search) {
			out = append(out, s.series[i])
		}
	}
	return out
}

// metrics has one series a row on the shared axis.
func (d *drawer) metrics(a cells.Area) {
	rows := d.seriesRows(d.st)
	a.Rule(0, "Metrics · "+width(d.st.Col)+"/col", fmt.Sprintf("%d/%d series", min(d.st.Series.Row+1, len(rows)), len(rows)), cells.Bold)
	d.ruler(a, 1, metricHead(a.W))
	if len(rows) == 0 {
		a.Put(0, 2, '>', cells.Bold)
		a.Text(2, 2, cells.Plain, fmt.Sprintf("no series (%d in all); esc clears the search", len(d.series)))
		return
	}
	for y := 2; y < a.H && d.st.Series.Top+y-2 < len(rows); y++ {
		row := d.st.Series.Top + y - 2
		d.lane(a, y, metricLane{seriesLane{gaugeLane{rows[row]}}, wide(a.W)}, row == d.st.Series.Row, true)
	}
	g := rows[min(max(d.st.Series.Row, 0), len(rows)-1)]
	d.st.Note = join("  ", d.st.Note, g.target.Base(), g.series.Name, g.labels(), d.twinOf(g), fmt.Sprintf("top of scale %s", number(g.top)))
}

// twinOf says where a series is from whose process, name and labels another one has too.
func (d *drawer) twinOf(g *gauge) string {
	if id := int(g.target.Source); g.twin > 0 && id >= 0 && id < len(d.inc.Sources) {
		return fmt.Sprintf("(%d) of %s", g.twin+1, d.inc.Sources[id].Path)
	}
	return ""
}
