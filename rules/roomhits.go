package rules

import (
	"cmp"
	"slices"
	"sort"

	"roomline/timeline"
)

// roomHits are all hits of one room, signal after signal. There may be a hundred thousand rooms with
// ten hits each while the rules ask for a few thousand that failed: so the builder's rooms are the
// index, and only those asked for are sorted by signal.
type roomHits struct {
	signals []timeline.SignalID
	lists   []hitList // of each of them, in time order
}

// isRoom says whether the builder's rooms know all hits of a value of an entity.
func (x *indexes) isRoom(entity, value string) bool {
	lc := x.inc.Lifecycle
	return lc != nil && lc.Entity == entity && value != noKey && !slices.Contains(lc.Ignore, value)
}

// hitsOfRoom gives the hits of a room, sorted once.
func (x *indexes) hitsOfRoom(id string) *roomHits {
	return once(&x.mu, x.rooms, id, func() *roomHits { return x.roomHits(id) })
}

// roomHits sorts the hits of a room by signal, those of a signal as the incident has them.
func (x *indexes) roomHits(id string) *roomHits {
	out := &roomHits{}
	copies := x.inc.RoomHits(id)
	all := make([]*timeline.Hit, len(copies))
	for i := range copies {
		all[i] = x.original(&copies[i])
	}
	out.signals, out.lists = make([]timeline.SignalID, 0, len(all)), make([]hitList, 0, len(all))
	slices.SortStableFunc(all, func(a, b *timeline.Hit) int { return cmp.Compare(a.Signal, b.Signal) })
	for i, h := range all {
		if n := len(out.signals); n == 0 || out.signals[n-1] != h.Signal {
			out.signals, out.lists = append(out.signals, h.Signal), append(out.lists, hitList{hits: all[i:i]})
		}
		l := &out.lists[len(out.lists)-1]
		l.hits = l.hits[:len(l.hits)+1]
	}
	return out
}

// original is the hit that the other lists hold, of a signal that was unpacked.
func (x *indexes) original(h *timeline.Hit) *timeline.Hit {
	s := x.inc.Stream(h.Stream)
	for i := sort.Search(len(s.Hits), func(i int) bool { return s.Hits[i].Pos >= h.Pos }); i < len(s.Hits) && s.Hits[i].Pos == h.Pos; i++ {
		if s.Hits[i].Signal == h.Signal {
			return &s.Hits[i]
		}
	}
	return h
}

// of gives the room's hits of a signal, nil if there are none.
func (r *roomHits) of(id timeline.SignalID) *hitList {
	for i, s := range r.signals {
		if s == id {
			return &r.lists[i]
		}
	}
	return nil
}
