package expo

import (
	"fmt"
	"sort"
	"strings"

	"roomline/timeline"
)

// Assemble merges the files of one target, in the order given: ascending scrapes and aligned series
// with the stamped labels role, instance and group. Of scrapes with equal times the later content
// counts; the notes say of how many that is true. Source, RoleFrom and Interval are the caller's.
func Assemble(results []Result, role, instance, group string) (timeline.Target, []string) {
	rows, notes := order(results)
	t := timeline.Target{Role: role, Instance: instance, Group: group, Source: -1}
	for _, row := range rows {
		t.Scrapes = append(t.Scrapes, row.p.Scrape)
	}
	c := columns{rows: len(rows), byKey: map[string]int{}}
	for i, row := range rows {
		c.fill(i, row.res, row.p)
	}
	stampOwn(c.series, role, instance, group)
	created(c.series)
	t.Series = c.series
	sort.Slice(t.Series, func(i, j int) bool { return less(&t.Series[i], &t.Series[j]) })
	return t, notes
}

type row struct {
	res *Result
	p   *Parsed
}

// order sorts all scrapes by time and leaves out the earlier of two with one time, and those
// without any.
func order(results []Result) (rows []row, notes []string) {
	lost, same := 0, 0
	for i := range results {
		for j := range results[i].Scrapes {
			if p := &results[i].Scrapes[j]; p.At == timeline.NoTime {
				lost++
			} else {
				rows = append(rows, row{&results[i], p})
			}
		}
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].p.At < rows[j].p.At })
	out := rows[:0]
	for _, r := range rows {
		if n := len(out); n > 0 && out[n-1].p.At == r.p.At {
			out[n-1] = r
			same++
			continue
		}
		out = append(out, r)
	}
	if same > 0 {
		notes = append(notes, fmt.Sprintf("%d scrapes have the time of a later one of this target: left out, the later content counts", same))
	}
	if lost > 0 {
		notes = append(notes, fmt.Sprintf("%d scrapes have no time at all: left out", lost))
	}
	return out, notes
}

// columns turns scrapes into series.
type columns struct {
	rows   int
	series []timeline.Series
	byKey  map[string]int
	table  *Table // of the latest fill
	cols   []int  // by id of that table: the series + 1
}

func (c *columns) fill(i int, res *Result, p *Parsed) {
	if p.layout == nil {
		return
	}
	if res.table != c.table {
		c.table, c.cols = res.table, nil
	}
	entries, _ := res.table.view()
	for len(c.cols) < len(entries) {
		c.cols = append(c.cols, 0)
	}
	for k, id := range p.layout.ids {
		col := c.cols[id]
		if col == 0 {
			col = c.column(entries[id]) + 1
			c.cols[id] = col
		}
		s := &c.series[col-1]
		if s.Type == "unknown" {
			s.Type = typeOf(s.Name, res.types)
		}
		if timeline.IsAbsent(s.Values[i]) {
			s.Samples++
		}
		s.Values[i] = p.values[k]
	}
}

func (c *columns) column(e *entry) int {
	if i, ok := c.byKey[e.key]; ok {
		return i
	}
	values := make([]float64, c.rows)
	for i := range values {
		values[i] = timeline.Absent
	}
	c.byKey[e.key] = len(c.series)
	c.series = append(c.series, timeline.Series{Name: e.name, Labels: e.labels, Type: "unknown", Values: values, Created: timeline.NoTime})
	return len(c.series) - 1
}

// familySuffixes: which series a family of a type has beside its own name.
var familySuffixes = []struct{ suffix, types string }{
	{"_total", "counter"}, {"_bucket", "histogram gauge"}, {"_sum", "histogram summary"}, {"_count", "histogram summary"},
	{"_gcount", "gauge"}, {"_gsum", "gauge"}, {"_info", "gauge"},
}

// typeOf is the declared type of a series: its own name first, since a gauge may end in _count.
func typeOf(name string, types map[string]string) string {
	if t, ok := types[name]; ok {
		return t
	}
	for _, f := range familySuffixes {
		base, ok := strings.CutSuffix(name, f.suffix)
		if t, known := types[base]; ok && known && strings.Contains(f.types, t) {
			return t
		}
	}
	if base, ok := strings.CutSuffix(name, "_created"); ok {
		if _, known := types[base]; known {
			return "gauge"
		}
	}
	return "unknown"
}

// stampOwn adds the stamped labels; own ones of these names get exported_ before them.
func stampOwn(series []timeline.Series, role, instance, group string) {
	for i := range series {
		s := &series[i]
		labels := make([]timeline.Label, 0, len(s.Labels)+3)
		for _, l := range s.Labels {
			for l.Name == "role" || l.Name == "instance" || l.Name == "group" || strings.HasPrefix(l.Name, "exported_") && taken(labels, l.Name) {
				l.Name = "exported_" + l.Name
			}
			labels = append(labels, l)
		}
		labels = append(labels, timeline.Label{Name: "role", Value: role}, timeline.Label{Name: "instance", Value: instance}, timeline.Label{Name: "group", Value: group})
		s.Labels = sortLabels(labels)
	}
}

func taken(labels []timeline.Label, name string) bool {
	for _, l := range labels {
		if l.Name == name {
			return true
		}
	}
	return false
}

// created gives the start times that X_created series tell to the series of family X.
func created(series []timeline.Series) {
	starts := map[string]timeline.Time{}
	for i := range series {
		s := &series[i]
		base, ok := strings.CutSuffix(s.Name, "_created")
		if !ok {
			continue
		}
		for _, v := range s.Values {
			if t := timeline.Time(v * 1e3); v > 0 && v < 1e11 && plausible(t*1e6) {
				starts[keyOf(base, s.Labels)] = t * 1e6
			}
		}
	}
	if len(starts) == 0 {
		return
	}
	for i := range series {
		s := &series[i]
		for _, suffix := range []string{"", "_total", "_bucket", "_sum", "_count"} {
			base, ok := strings.CutSuffix(s.Name, suffix)
			if t, known := starts[keyOf(base, withoutBound(s.Labels))]; ok && known {
				s.Created = t
				break
			}
		}
	}
}

// withoutBound leaves out the labels that tell the parts of one histogram or summary apart.
func withoutBound(labels []timeline.Label) []timeline.Label {
	out := make([]timeline.Label, 0, len(labels))
	for _, l := range labels {
		if l.Name != "le" && l.Name != "quantile" {
			out = append(out, l)
		}
	}
	return out
}

func less(a, b *timeline.Series) bool {
	if a.Name != b.Name {
		return a.Name < b.Name
	}
	for i := range min(len(a.Labels), len(b.Labels)) {
		x, y := a.Labels[i], b.Labels[i]
		if x.Name != y.Name {
			return x.Name < y.Name
		}
		if x.Value != y.Value {
			return x.Value < y.Value
		}
	}
	return len(a.Labels) < len(b.Labels)
}
