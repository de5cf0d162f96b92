package rules

import (
	"slices"
	"sort"

	"roomline/timeline"
)

// sweep counts round every known hit. The hits of one clock are gone through in order, and the sets
// round them slide along: each other hit enters and leaves a set once, so that it costs the number of
// hits times that of the clocks, whatever the width.
func (n *counter) sweep() {
	n.totals = make([]total, len(n.known))
	n.split = n.c.holesThatMatter()
	for _, h := range n.maybe {
		n.maybeLo, n.maybeHi = append(n.maybeLo, h.Lo), append(n.maybeHi, h.Hi)
	}
	slices.Sort(n.maybeLo)
	slices.Sort(n.maybeHi)
	mem := &n.c.scratch
	defer mem.release()
	byHi := mem.take(len(n.known))
	var clocks []timeline.ClockID
	for i, k := range n.known {
		byHi[i] = int32(i)
		if !slices.Contains(clocks, k.hit.Clock) {
			clocks = append(clocks, k.hit.Clock)
		}
	}
	slices.SortStableFunc(byHi, func(a, b int32) int { return int(min(1, max(-1, n.known[a].hit.Hi-n.known[b].hit.Hi))) })
	for _, clock := range clocks {
		n.sweepClock(clock, byHi, len(clocks) > 1)
	}
	n.scratch = nil // its memory is given back
}

// sweepClock counts round the hits of one clock. near holds what is surely in the width by the same
// clock, far how many are by others, both all of them where the skew counts for all.
func (n *counter) sweepClock(clock timeline.ClockID, byHi []int32, several bool) {
	apart := func(g *timeline.Hit) timeline.Time { return n.c.k(g.Clock, clock) }
	byLo := n.c.scratch.take(len(n.known))
	for i := range byLo {
		byLo[i] = int32(i)
	}
	sure := func(k counted) bool { return k.in == timeline.T }
	near := newSlide(n, byHi, byLo, true, func(k counted) bool { return sure(k) && k.hit.Clock == clock })
	possible := []*slide{newSlide(n, byLo, byHi, false, func(k counted) bool { return k.hit.Clock == clock })}
	skews, far := []timeline.Time{0}, []*slide{near}
	both := near
	if several {
		both = newSlide(n, byHi, byLo, true, sure)
		for _, k := range n.known {
			if d := apart(k.hit); k.hit.Clock != clock && !slices.Contains(skews[1:], d) {
				of := func(k counted) bool { return k.hit.Clock != clock && apart(k.hit) == d }
				skews = append(skews, d)
				far = append(far, newSlide(n, byHi, byLo, true, func(k counted) bool { return sure(k) && of(k) }))
				other := newSlide(n, byLo, byHi, false, of)
				other.tally = possible[0].tally // a key counts once, whichever clock it is met by
				possible = append(possible, other)
			}
		}
	}
	for i, k := range n.known {
		asked := n.only == nil || n.only[i]
		if k.hit.Clock != clock || !asked && n.rooms == nil {
			continue
		}
		a, b := k.hit.Lo, k.hit.Hi-1
		set := near
		for x, d := range skews {
			if far[x].to(b, b-n.width+d); asked {
				possible[x].to(b+d, a-n.width-d)
			}
			if x > 0 && far[x].tally.hits > 0 {
				set = both
			}
		}
		if set == both && several {
			both.to(b, b-n.width+timeline.Time(n.c.maxSkew()))
		}
		if !asked {
			n.pass(i, set.tally, set != near)
			continue
		}
		n.totals[i] = n.total(i, set.tally, set != near)
		n.totals[i].poss = possible[0].tally.possibly() + n.nearMaybe(a, b)
	}
}

// pass leaves the rooms of a set in the order in which total would: that in which they came, of those that went and came
// again too.
func (n *counter) pass(i int, set *tally, several bool) {
	if len(n.split) > 0 {
		n.total(i, set, several)
	} else if set.surely() >= n.op.Min {
		set.dropGone()
	}
}

// total is what a set holds; of a process whose log has holes that hide a restart, only as much as
// decides, the latest first.
func (n *counter) total(i int, set *tally, several bool) total {
	if len(n.split) == 0 {
		return set.total(several)
	}
	if n.scratch == nil {
		n.scratch = newTallyIn(n, n.c.scratch.take)
	}
	t := n.scratch
	from, to := n.around(i)
	took := []int{}
	for j := to - 1; j >= from && t.surely() < n.want; j-- {
		if n.counts(i, j, several) {
			t.add(j)
			took = append(took, j)
		}
	}
	got := t.total(several)
	for _, j := range took {
		t.drop(j)
	}
	slices.Reverse(took)
	by := got.by()
	by.took = took
	got.named = &by
	return got
}

// nearMaybe are the hits of which it is open whether they count that may lie in a width.
func (n *counter) nearMaybe(a, b timeline.Time) int {
	k := timeline.Time(n.c.maxSkew())
	begun := sort.Search(len(n.maybeLo), func(i int) bool { return n.maybeLo[i] > b+k })
	gone := sort.Search(len(n.maybeHi), func(i int) bool { return n.maybeHi[i]-1 > a-n.width-k })
	return begun - gone
}

// slide is a set of hits of which one end has passed a bound, and the other has not passed another.
type slide struct {
	n            *counter
	enter, leave []int32 // the members by either end
	entered      int
	left         int
	state        []int32 // of each known hit: 1 entered, 2 left
	byHi         bool    // it enters by its Hi and leaves by its Lo; else the other way round
	tally        *tally
}

func newSlide(n *counter, enter, leave []int32, byHi bool, of func(counted) bool) *slide {
	mem := &n.c.scratch
	pick := func(from []int32) []int32 {
		out := mem.take(len(from))[:0]
		for _, i := range from {
			if of(n.known[i]) {
				out = append(out, i)
			}
		}
		return out
	}
	return &slide{n: n, enter: pick(enter), leave: pick(leave), byHi: byHi, state: mem.take(len(n.known)), tally: newTallyIn(n, mem.take)}
}

func (s *slide) end(i int32, hi bool) timeline.Time {
	if h := s.n.known[i].hit; hi {
		return h.Hi - 1
	} else {
		return h.Lo
	}
}

// to moves both bounds: those up to enter are in, of which those up to leave are out.
func (s *slide) to(enter, leave timeline.Time) {
	for ; s.entered < len(s.enter) && s.end(s.enter[s.entered], s.byHi) <= enter; s.entered++ {
		s.flip(s.enter[s.entered], 1)
	}
	for ; s.left < len(s.leave) && s.end(s.leave[s.left], !s.byHi) <= leave; s.left++ {
		s.flip(s.leave[s.left], 2)
	}
	for ; s.entered > 0 && s.end(s.enter[s.entered-1], s.byHi) > enter; s.entered-- { // lines may stand out of order
		s.flip(s.enter[s.entered-1], 1)
	}
	for ; s.left > 0 && s.end(s.leave[s.left-1], !s.byHi) > leave; s.left-- {
		s.flip(s.leave[s.left-1], 2)
	}
}

func (s *slide) flip(i, bit int32) {
	s.n.c.cost.looks++
	s.n.c.Step(1)
	was := s.state[i]
	now := was ^ bit
	s.state[i] = now
	switch {
	case now == 1:
		s.tally.add(int(i))
	case was == 1:
		s.tally.drop(int(i))
	}
}
