package timeline

import (
	"cmp"
	"slices"
)

// roomLines are the hits of each room: a long log has a million of them in a hundred thousand
// rooms, so they stand in one list.
type roomLines struct {
	ids  []string // in the order of their first signal
	hits []*Hit
	ends []int // where the hits of each room end
}

// of gives the hits of a room in time order.
func (l *roomLines) of(i int) []*Hit {
	from := 0
	if i > 0 {
		from = l.ends[i-1]
	}
	return l.hits[from:l.ends[i]:l.ends[i]]
}

// roomLines groups the hits that capture a room which is not ignored.
func (inc *Incident) roomLines() *roomLines {
	l := &roomLines{}
	var room []int32 // of each hit in the order of eachRoomHit
	index := map[string]int32{}
	inc.eachRoomHit(func(id string, _ *Hit) {
		i, ok := index[id]
		if !ok {
			i = int32(len(l.ids))
			index[id], l.ids, l.ends = i, append(l.ids, id), append(l.ends, 0)
		}
		l.ends[i]++
		room = append(room, i)
	})
	for i := 1; i < len(l.ends); i++ {
		l.ends[i] += l.ends[i-1]
	}
	l.fill(inc, room)
	for i := range l.ids {
		slices.SortStableFunc(l.of(i), func(a, b *Hit) int {
			return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Stream, b.Stream), cmp.Compare(a.Pos, b.Pos))
		})
	}
	return l
}

// fill puts each hit into the span of its room, in the order in which they come.
func (l *roomLines) fill(inc *Incident, room []int32) {
	l.hits = make([]*Hit, len(room))
	next := make([]int, len(l.ends))
	copy(next[min(1, len(next)):], l.ends)
	n := 0
	inc.eachRoomHit(func(_ string, h *Hit) {
		at := &next[room[n]]
		l.hits[*at] = h
		*at, n = *at+1, n+1
	})
}

// eachRoomHit gives the hits that capture a room, signal after signal.
func (inc *Incident) eachRoomHit(f func(id string, h *Hit)) {
	for sig := range inc.Hits {
		c := inc.Schema.Signals[sig].Capture(inc.Lifecycle.Entity)
		if c < 0 {
			continue
		}
		for _, h := range inc.Hits[sig] {
			if id, ok := h.Cap(c); ok && !slices.Contains(inc.Lifecycle.Ignore, id) {
				f(id, h)
			}
		}
	}
}
