package timeline

import "strings"

// FileOf is the file that a log lies in, and whether that file holds others as well (units of a journal, tasks of srun):
// a flag for the file then is one for all of them.
func (inc *Incident) FileOf(path string) (file string, shared bool) {
	for i := range inc.Sources {
		other := inc.Sources[i].Path
		if other == path {
			continue
		}
		for at := 0; at < len(path); at++ {
			if path[at] == '#' && (other == path[:at] || strings.HasPrefix(other, path[:at+1])) {
				return path[:at], true
			}
		}
		if strings.HasPrefix(other, path+"#") {
			return path, true
		}
	}
	return path, false
}
