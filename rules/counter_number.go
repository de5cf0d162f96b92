package rules

import (
	"maps"
	"slices"

	"roomline/timeline"
)

// number gives each hit the number of its distinct key, or of its record.
func (n *counter) number() {
	if n.op.Distinct == "" {
		for i := range n.known {
			if i == 0 || !sameLine(n.known[i].hit, n.known[i-1].hit) {
				n.keys++
			}
			n.known[i].key = int32(n.keys - 1)
		}
		return
	}
	capture := n.c.inc.Schema.Signals[n.op.Signal.id].Capture(n.op.Distinct)
	ids := make(map[string]int32, len(n.known))
	for i := range n.known {
		k := &n.known[i]
		v, ok := k.hit.Cap(capture)
		if !ok {
			k.key = -1
			continue
		}
		id, ok := ids[v]
		if !ok {
			id = int32(len(ids))
			ids[v] = id
		}
		k.key = id
	}
	n.keys = len(ids)
}

// numberRooms gives each hit the number of its room.
func (n *counter) numberRooms() {
	capture := n.c.inc.Schema.Signals[n.op.Signal.id].Capture("room")
	if capture < 0 {
		return
	}
	ids := make(map[string]int32, len(n.known)) // mostly each is of its own room
	n.rooms = make([]int32, len(n.known))
	for i, k := range n.known {
		v, ok := k.hit.Cap(capture)
		if n.rooms[i] = -1; !ok {
			continue
		}
		id, met := ids[v]
		if !met {
			id = int32(len(n.named))
			ids[v], n.named = id, append(n.named, v)
		}
		n.rooms[i] = id
	}
}

// numberRanks gives each hit the number of its rank, in the order of their names.
func (n *counter) numberRanks() {
	ids := map[string]int32{}
	last := ""
	for _, k := range n.known {
		if k.hit.Rank != last {
			last = k.hit.Rank
			ids[last] = -1
		}
	}
	if delete(ids, ""); len(ids) == 0 {
		return
	}
	n.ranked = slices.Sorted(maps.Keys(ids))
	for i, r := range n.ranked {
		ids[r] = int32(i)
	}
	ids[""] = -1
	n.ranks = make([]int32, len(n.known))
	for i, k := range n.known {
		n.ranks[i] = ids[k.hit.Rank]
	}
}

// sameLine says whether two hits are one record.
func sameLine(a, b *timeline.Hit) bool {
	return a.Pos == b.Pos && a.Pos >= 0 && a.Stream == b.Stream && a.Stream != 0
}
