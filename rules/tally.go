package rules

import (
	"slices"

	"roomline/timeline"
)

// tally is how many a set of hits holds: records, or distinct keys.
type tally struct {
	n       *counter
	met     []int32 // of each key: how many hits
	in      []bool  // of each hit, where those folded into one count; nil if not
	hits    int
	keys    int
	keyless int
	between int // records folded into a hit, with the next one of its stream in the set as well
	rest    int // records folded into any of them
	sum     uint64
	ofRank  []int32  // of each rank: how many hits
	shown   []string // its ranks as they were told last
	told    bool
	inRoom  []int32  // of each room: how many hits
	came    []int32  // rooms in the order in which they came
	rooms   []string // names of the first of them
	gone    bool     // some of those are no longer in the set
	named   *namedBy // what all of them name, once asked for; nil as soon as that may be other
}

func newTally(n *counter) *tally {
	return newTallyIn(n, func(k int) []int32 { return make([]int32, k) })
}

// newTallyIn is newTally in memory that is taken from somewhere.
func newTallyIn(n *counter, take func(n int) []int32) *tally {
	t := &tally{n: n, met: take(n.keys), ofRank: take(len(n.ranked)), inRoom: take(len(n.named))}
	if n.lines() && slices.ContainsFunc(n.known, func(k counted) bool { return k.hit.N > 1 }) {
		t.in = make([]bool, len(n.known))
		if n.next == nil {
			n.next, n.before = neighbours(n.known)
		}
	}
	return t
}

// neighbours are the next and the former hit of the same stream.
func neighbours(known []counted) (next, before []int32) {
	next, before = make([]int32, len(known)), make([]int32, len(known))
	last := map[timeline.StreamID]int32{}
	for i, k := range known {
		next[i], before[i] = -1, -1
		if j, ok := last[k.hit.Stream]; ok {
			next[j], before[i] = int32(i), j
		}
		last[k.hit.Stream] = int32(i)
	}
	return next, before
}

// surely is how many there are at least; what lies between two that count does too.
func (t *tally) surely() int { return t.keys + t.between }

// possibly is how many there may be: a hit without the key may be of any, as may what was folded.
func (t *tally) possibly() int { return t.keys + t.rest + t.keyless }

func (t *tally) add(i int)  { t.change(i, 1) }
func (t *tally) drop(i int) { t.change(i, -1) }

func (t *tally) change(i, by int) {
	k := t.n.known[i]
	t.hits += by
	t.rest += by * (int(max(k.hit.N, 1)) - 1)
	if t.n.c.keeps { // nobody else compares it with another
		t.sum += uint64(by) * printOf(k.hit)
	}
	t.changeKey(k.key, by)
	t.changeRank(i, by)
	t.changeRoom(i, by)
	if t.in == nil {
		return
	}
	t.in[i] = by > 0
	for _, pair := range [2][2]int32{{t.n.before[i], int32(i)}, {int32(i), t.n.next[i]}} {
		a, b := pair[0], pair[1]
		if a >= 0 && b >= 0 && t.in[a+b-int32(i)] {
			t.between += by * (int(max(t.n.known[a].hit.N, 1)) - 1)
		}
	}
}

func (t *tally) changeKey(key int32, by int) {
	if key < 0 {
		t.keyless += by
		return
	}
	was := t.met[key]
	t.met[key] = was + int32(by)
	if was == 0 || t.met[key] == 0 {
		t.keys += by
	}
}

// changeRank notes a rank that comes or goes.
func (t *tally) changeRank(i, by int) {
	if t.n.ranks == nil || t.n.ranks[i] < 0 {
		return
	}
	of := &t.ofRank[t.n.ranks[i]]
	*of += int32(by)
	if *of == 0 || by > 0 && *of == 1 {
		t.told, t.named = false, nil
	}
}

// changeRoom notes a room that comes or goes.
func (t *tally) changeRoom(i, by int) {
	if t.n.rooms == nil || t.n.rooms[i] < 0 {
		return
	}
	room := t.n.rooms[i]
	t.inRoom[room] += int32(by)
	switch {
	case by > 0 && t.inRoom[room] == 1:
		t.came, t.named = append(t.came, room), nil
	case t.inRoom[room] == 0:
		t.gone, t.named = true, nil
	}
}

// roomsNow are the rooms of its hits. As long as none goes, later answers share the list.
func (t *tally) roomsNow() []string {
	t.dropGone()
	for _, room := range t.came[len(t.rooms):] {
		t.rooms = append(t.rooms, t.n.named[room])
	}
	return slices.Clip(t.rooms)
}

// dropGone leaves out the rooms that are no longer in the set.
func (t *tally) dropGone() {
	if !t.gone {
		return
	}
	stay := t.came[:0]
	for _, room := range t.came {
		if t.inRoom[room] > 0 {
			stay = append(stay, room)
			t.inRoom[room] *= -1 // met: it may have come twice
		}
	}
	for _, room := range stay {
		t.inRoom[room] *= -1
	}
	t.came, t.rooms, t.gone = stay, nil, false
}

// total is what it holds. Ranks and rooms are only told where they are enough to decide: a hit that
// completes nothing is no evidence.
func (t *tally) total(several bool) total {
	got := total{sure: t.surely(), hits: t.hits, several: several, sum: t.sum}
	if got.sure >= t.n.op.Min {
		got.named = t.namedNow()
	}
	return got
}

// namedNow is what its hits name, the same as long as that is.
func (t *tally) namedNow() *namedBy {
	if t.named == nil {
		t.named = &namedBy{ranks: t.ranksNow(), rooms: t.roomsNow()}
	}
	return t.named
}

// ranks are those of its hits, in order.
func (t *tally) ranks() []string {
	var out []string
	for r, n := range t.ofRank {
		if n > 0 {
			out = append(out, t.n.ranked[r])
		}
	}
	return out
}

// ranksNow is ranks, the same list as long as they are the same.
func (t *tally) ranksNow() []string {
	if !t.told {
		t.shown, t.told = slices.Clip(t.ranks()), true
	}
	return t.shown
}

// printOf tells a hit from others, and from itself as it was before: as [sameHit] does, but that all hits of a count are
// of one signal, and that the hash of a record stands for what its text says.
func printOf(h *timeline.Hit) uint64 {
	x := uint64(14695981039346656037)
	for _, v := range [...]int64{
		int64(h.Stream)<<32 | int64(h.Process), int64(h.Pos), int64(h.Lo), int64(h.Hi), int64(h.N)<<32 | int64(h.Clock), int64(h.RestUntil), int64(h.Life)<<32 | int64(h.Latest), flagsOf(h),
		int64(h.Ref.Source)<<32 | int64(h.Ref.Length), h.Ref.Offset, h.Ref.Line, int64(h.Ref.Hash),
	} {
		x = (x ^ uint64(v)) * 1099511628211
		x ^= x >> 29
	}
	return x
}

// flagsOf are what is true or not of a hit.
func flagsOf(h *timeline.Hit) int64 {
	flags := int64(h.Has)
	for bit, is := range [...]bool{h.Stamped, h.Cut, h.Sure} {
		if is {
			flags |= 1 << (32 + bit)
		}
	}
	return flags
}
