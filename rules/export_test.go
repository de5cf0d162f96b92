package rules

import "roomline/timeline"

// Shown are the findings as the latest round left them: those that were kept are the same pointers.
func (j *Judging) Shown() map[*Finding]bool {
	out := map[*Finding]bool{}
	for _, i := range j.sorted {
		out[i.shown] = true
	}
	return out
}

// Extends says whether a round from one incident to the next is not a full one.
func Extends(old, inc *timeline.Incident) bool { return extends(old, inc) }
