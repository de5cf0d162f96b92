package timeline

import (
	"slices"
	"strconv"
	"testing"
)

// TestNameIndex: names are found where they stand first, in short lists and in long ones that grow.
func TestNameIndex(t *testing.T) {
	var x NameIndex
	var list []string
	for i := range 3 * fewNames {
		list = append(list, strconv.Itoa(i/2)) // each twice
		for j := range 2 * fewNames {
			name := strconv.Itoa(j)
			if got, want := x.Find(list, name), slices.Index(list, name); got != want {
				t.Fatalf("%d names: %s at %d, want %d", len(list), name, got, want)
			}
		}
	}
}
