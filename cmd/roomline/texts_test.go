package main

import (
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

// Texts are fetched in passes of what is kept at a time; a text that is larger than that has one of its own.
func TestTextsThatFit(t *testing.T) {
	of := func(lengths ...int32) (list []*rules.Evidence) {
		for _, n := range lengths {
			list = append(list, &rules.Evidence{Hit: &timeline.Hit{Ref: timeline.Ref{Length: n}}})
		}
		return list
	}
	for _, c := range []struct {
		list []*rules.Evidence
		want int
	}{{of(4, 3, 3, 1), 3}, {of(11, 1), 1}, {of(10, 1), 1}, {of(1, 11), 1}, {of(1), 1}, {nil, 0}} {
		if got := thatFit(c.list, 10); got != c.want {
			t.Errorf("%d of %d fit, want %d", got, len(c.list), c.want)
		}
	}
}
