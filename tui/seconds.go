package tui

import (
	"cmp"
	"slices"
	"sort"

	"roomline/timeline"
)

// untimed is the second of records that no stamp stands before: before all others.
const untimed = int64(timeline.MinTime)

// seconds counts records per second. That makes them rows of a list although none of them was read:
// row sum[i] is the first one of second at[i].
type seconds struct {
	at  []int64 // begins, ascending
	sum []int64 // records before at[i]; one longer than at
}

// newSeconds counts what an activity counts, and behind no stamp so many records more.
func newSeconds(a *activity, before int64) seconds {
	x := seconds{sum: []int64{0}}
	if before > 0 {
		x.at, x.sum = append(x.at, untimed), append(x.sum, before)
	}
	for i, t := range a.at {
		if n := a.sum[i+1] - a.sum[i]; n > 0 {
			x.at, x.sum = append(x.at, t), append(x.sum, x.sum[len(x.sum)-1]+n)
		}
	}
	return x
}

// mergedSeconds counts those of all processes.
func mergedSeconds(procs []process) seconds {
	type part struct{ at, n int64 }
	var all []part
	for i := range procs {
		x := &procs[i].secs
		for j, t := range x.at {
			all = append(all, part{t, x.sum[j+1] - x.sum[j]})
		}
	}
	slices.SortFunc(all, func(a, b part) int { return cmp.Compare(a.at, b.at) })
	x := seconds{sum: []int64{0}}
	for _, p := range all {
		if k := len(x.at); k > 0 && x.at[k-1] == p.at {
			x.sum[k] += p.n
			continue
		}
		x.at, x.sum = append(x.at, p.at), append(x.sum, x.sum[len(x.sum)-1]+p.n)
	}
	return x
}

// rows is the number of all records.
func (x *seconds) rows() int { return int(x.sum[len(x.sum)-1]) }

// place is the second of a row, as an index, and which of its records the row is.
func (x *seconds) place(row int) (i, k int) {
	i = sort.Search(len(x.at), func(i int) bool { return x.sum[i+1] > int64(row) })
	return i, row - int(x.sum[i])
}

// count is the number of records of a second.
func (x *seconds) count(at int64) int {
	if i := search(x.at, at); i < len(x.at) && x.at[i] == at {
		return int(x.sum[i+1] - x.sum[i])
	}
	return 0
}

func secondOf(t int64) int64 {
	if !timeline.Time(t).Known() {
		return untimed
	}
	return int64(timeline.Time(t).Floor(timeline.Second))
}

// places says where in a stream the records of each second stand: between its beats.
type places struct {
	at     []int64
	lo, hi []timeline.Pos // hi is behind the last one
}

func newPlaces(s *timeline.Stream) places {
	type place struct {
		at  int64
		pos timeline.Pos
	}
	var all []place
	for _, b := range s.Beats {
		all = append(all, place{secondOf(int64(b.Lo)), b.Pos})
		// Of a record without a stamp, Lo is that of the stamp behind it where that is the earlier one;
		// it is counted in the second of the stamp before it.
		if !b.Stamped && b.Lo.Known() && b.Last().Known() {
			all = append(all, place{secondOf(int64(b.Last())), b.Pos})
		}
	}
	slices.SortFunc(all, func(a, b place) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.pos, b.pos)) })
	var p places
	for _, x := range all {
		if k := len(p.at); k == 0 || p.at[k-1] != x.at {
			p.at, p.lo, p.hi = append(p.at, x.at), append(p.lo, x.pos), append(p.hi, 0)
		}
		p.hi[len(p.hi)-1] = x.pos + 1
	}
	return p
}

// hull is what holds all records of the seconds from lo to hi, both included.
func (p *places) hull(lo, hi int64) (from, to timeline.Pos, ok bool) {
	for i := search(p.at, lo); i < len(p.at) && p.at[i] <= hi; i++ {
		if !ok {
			from, to, ok = p.lo[i], p.hi[i], true
		}
		from, to = min(from, p.lo[i]), max(to, p.hi[i])
	}
	return
}
