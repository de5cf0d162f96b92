package timeline

import "slices"

// NameIndex finds names in a list to which names are only appended, also where there are many: a log
// of a large cluster names thousands of ranks. The zero value is ready. Not safe for concurrent use.
type NameIndex struct {
	at map[string]int // of the first n names
	n  int
}

// fewNames are found faster by looking at each.
const fewNames = 128

// Find is the place of a name in the list, the first if there are several; negative if it is not there.
func (x *NameIndex) Find(list []string, name string) int {
	if len(list) <= fewNames {
		return slices.Index(list, name)
	}
	if x.at == nil {
		x.at = make(map[string]int, 2*len(list))
	}
	for ; x.n < len(list); x.n++ {
		if _, known := x.at[list[x.n]]; !known {
			x.at[list[x.n]] = x.n
		}
	}
	if i, ok := x.at[name]; ok {
		return i
	}
	return -1
}
