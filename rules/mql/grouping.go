package mql

import (
	"cmp"
	"slices"

	"roomline/timeline"
)

// grouping is which labels tell the groups: the listed ones, or all but those.
type grouping struct {
	without bool
	labels  []string // sorted
}

// apply keeps of a row what tells its group.
func (g grouping) apply(name string, labels []timeline.Label) (string, []timeline.Label) {
	var out []timeline.Label
	for _, l := range labels {
		if _, listed := slices.BinarySearch(g.labels, l.Name); listed != g.without && l.Value != "" {
			out = append(out, l)
		}
	}
	if _, listed := slices.BinarySearch(g.labels, "__name__"); !listed || g.without {
		name = ""
	}
	return name, out
}

// appendKey writes what tells two rows apart.
func appendKey(b []byte, name string, labels []timeline.Label) []byte {
	b = append(append(b, name...), 0xff)
	for _, l := range labels {
		b = append(append(b, l.Name...), 0xfe)
		b = append(append(b, l.Value...), 0xff)
	}
	return b
}

func compareLabels(a, b []timeline.Label) int {
	return slices.CompareFunc(a, b, func(x, y timeline.Label) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Value, y.Value))
	})
}

func compareRows(a, b row) int {
	return cmp.Or(compareLabels(a.labels, b.labels), cmp.Compare(a.name, b.name))
}
