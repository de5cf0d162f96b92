package rules

import (
	"cmp"
	"slices"

	"roomline/timeline"
)

// fold joins anchors inside one confirmed span, anchors of one verdict whose intervals overlap, and
// the copies of one failure by the other ranks.
func fold(all []*instance) []*instance {
	slices.SortStableFunc(all, compareAnchors)
	kept := map[foldKey][]*instance{}
	var out []*instance
next:
	for _, i := range all {
		i.count, i.ranks = 1, i.alt.ranks()
		k := foldKey{i.text, i.c.group, i.excepted.name()}
		kept[k] = stillOpen(kept[k], i)
		for _, other := range kept[k] {
			if other.takes(i) {
				other.count++
				for _, r := range i.ranks {
					if !slices.Contains(other.ranks, r) {
						other.ranks = append(other.ranks, r)
					}
				}
				slices.Sort(other.ranks)
				continue next
			}
		}
		kept[k] = append(kept[k], i)
		out = append(out, i)
	}
	return out
}

// compareAnchors orders by time, then by place.
func compareAnchors(a, b *instance) int {
	x, y := a.c.anchor, b.c.anchor
	return cmp.Or(cmp.Compare(x.Lo, y.Lo), cmp.Compare(x.Stream, y.Stream), cmp.Compare(posOf(x), posOf(y)))
}

type foldKey struct{ key, group, excepted string }

// stillOpen leaves out those that can take no anchor from this one on. Copies by rank fold whenever
// they come.
func stillOpen(kept []*instance, i *instance) []*instance {
	if i.c.rule.byEntity() {
		return kept
	}
	return slices.DeleteFunc(kept, func(k *instance) bool {
		return i.c.anchor.Lo >= k.c.anchor.Hi && (k.verdict != timeline.T || i.c.anchor.Lo >= k.until())
	})
}

func (k *instance) takes(i *instance) bool {
	switch {
	case k.verdict == timeline.T && i.c.anchor.Lo < k.until():
		return true
	case k.verdict != i.verdict:
		return false
	case i.c.anchor.Lo < k.c.anchor.Hi:
		return true
	}
	return k.c.rule.byEntity() && k.alt.hit != nil && i.alt.hit != nil && k.alt.hit.Signal == i.alt.hit.Signal
}

// byEntity: copies by rank fold only under a key such as room.
func (r *Rule) byEntity() bool {
	return slices.ContainsFunc(r.By, isEntity)
}

// isEntity: a key that lines name, not one that is known of their source.
func isEntity(key string) bool { return key != "process" && key != "instance" && key != "group" }

// until is where a confirmed span ends: its `ends` event; with `ends` declared and none seen it
// stays open; else the latest end among its steps.
func (k *instance) until() timeline.Time {
	if k.c.rule.Ends != nil {
		if k.c.limit != nil {
			return k.c.limit.Lo
		}
		return timeline.MaxTime
	}
	end := k.c.anchor.Hi
	for _, ch := range k.choices {
		if ch.alt != nil && ch.alt.endOr() != nil {
			end = max(end, ch.alt.endOr().Hi)
		}
	}
	return end
}
