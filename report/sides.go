package report

import (
	"slices"

	"roomline/timeline"
)

// sidesOf are the sides that rooms have: those that the packs of their engines name, and those that they
// were seen on. Prefill and decode come first, what no pack names last. Of rooms of which nothing tells
// the engine it is those two.
func sidesOf(rooms ...*timeline.Room) []string {
	var out []string
	add := func(side string) {
		if side != "" && !slices.Contains(out, side) {
			out = append(out, side)
		}
	}
	var lives []*timeline.Lifecycle
	for _, r := range rooms {
		for _, lc := range r.Lifecycles {
			if !slices.Contains(lives, lc) {
				lives = append(lives, lc)
			}
		}
	}
	for _, lc := range lives {
		for _, s := range lc.Sides() {
			add(s)
		}
	}
	if len(out) == 0 {
		out = []string{"prefill", "decode"}
	}
	for _, r := range rooms {
		for i := range r.Sides {
			if len(r.Sides[i].Segments) > 0 {
				add(r.Sides[i].Role)
			}
		}
	}
	slices.SortStableFunc(out, timeline.CompareSides)
	return out
}
