package tui

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"roomline/timeline"
	"roomline/tui/cells"
)

const second = int64(time.Second)

// activity counts the records of a process per second: exact for every span of whole seconds.
type activity struct {
	at   []int64 // begins of seconds, ascending, each once
	sum  []int64 // sum[i]: records before at[i]; one longer than at
	warn []int64 // seconds with a warning, an error, a critical record
	errs []int64
	crit []int64
	peak []float64 // most records in a column, for each rung of the ladder: the scale does not change with panning
}

func newActivity(streams []*timeline.Stream) activity {
	var all []timeline.Activity
	for _, s := range streams {
		all = append(all, s.Activity...)
	}
	slices.SortStableFunc(all, func(a, b timeline.Activity) int { return cmp.Compare(a.At, b.At) })
	a := activity{sum: []int64{0}}
	for _, x := range all {
		a.add(x)
	}
	a.peak = peaks(a.at, a.sum)
	return a
}

func (a *activity) add(x timeline.Activity) {
	t := int64(x.At)
	var n int64
	for _, c := range x.Count {
		n += int64(c)
	}
	if k := len(a.at); k > 0 && a.at[k-1] == t {
		a.sum[k] += n
	} else {
		a.at = append(a.at, t)
		a.sum = append(a.sum, a.sum[len(a.sum)-1]+n)
	}
	note := func(list *[]int64, c uint32) {
		if k := len(*list); c > 0 && (k == 0 || (*list)[k-1] != t) {
			*list = append(*list, t)
		}
	}
	note(&a.warn, x.Count[timeline.LevelWarning])
	note(&a.errs, x.Count[timeline.LevelError])
	note(&a.crit, x.Count[timeline.LevelCritical])
}

// peaks finds the fullest column of every width at once.
func peaks(at, sum []int64) []float64 {
	p := make([]float64, len(cells.Ladder))
	for k, col := range cells.Ladder {
		if col < second {
			col = second
		}
		for i := 0; i < len(at); {
			end := cells.Axis{T0: 0, Col: col, W: 1}.Column(at[i])
			j := i + 1
			for j < len(at) && at[j] < (int64(end)+1)*col {
				j++
			}
			p[k] = max(p[k], float64(sum[j]-sum[i]))
			i = j
		}
	}
	return p
}

// count is the number of records in [lo, hi). Below a second it is the number of the second that lo
// lies in: stamps are not finer than their second in what was kept.
func (a *activity) count(lo, hi int64) int64 {
	if hi-lo < second {
		lo = int64(timeline.Time(lo).Floor(timeline.Second))
		hi = lo + second
	}
	return a.sum[search(a.at, hi)] - a.sum[search(a.at, lo)]
}

// search is the index of the first element that is not before t.
func search(list []int64, t int64) int {
	return sort.Search(len(list), func(i int) bool { return list[i] >= t })
}

// within says whether a sorted list has an element in [lo, hi).
func within(list []int64, lo, hi int64) bool {
	i := search(list, lo)
	return i < len(list) && list[i] < hi
}

// around gives the neighbours of t in a sorted list: the last before and the first behind it.
func around(list []int64, t int64) (before, behind int64, hasBefore, hasBehind bool) {
	if i := search(list, t); i > 0 {
		before, hasBefore = list[i-1], true
	}
	if i := search(list, t+1); i < len(list) {
		behind, hasBehind = list[i], true
	}
	return
}

// spans are disjoint and ascending.
type spans []timeline.Interval

// overlaps says whether [lo, hi) shares an instant with one of them.
func (s spans) overlaps(lo, hi int64) bool {
	i := sort.Search(len(s), func(i int) bool { return int64(s[i].Hi) > lo })
	return i < len(s) && int64(s[i].Lo) < hi
}

// merged sorts spans and joins those that touch.
func merged(list []timeline.Interval) spans {
	slices.SortFunc(list, func(a, b timeline.Interval) int { return cmp.Compare(a.Lo, b.Lo) })
	var out spans
	for _, s := range list {
		if n := len(out); n > 0 && s.Lo <= out[n-1].Hi {
			out[n-1].Hi = max(out[n-1].Hi, s.Hi)
		} else if s.Hi > s.Lo {
			out = append(out, s)
		}
	}
	return out
}

// coverage is when streams were observed: from the first stamp to the last one or the capture,
// without their holes.
func coverage(streams []*timeline.Stream) spans {
	var list []timeline.Interval
	for _, s := range streams {
		if s.Missing || !s.Stamped {
			continue
		}
		end := s.Last.Hi
		if s.Captured.Known() {
			end = max(end, s.Captured)
		}
		list = append(list, without(timeline.Interval{Lo: s.First.Lo, Hi: end}, s.Holes)...)
	}
	return merged(list)
}

func without(whole timeline.Interval, holes []timeline.Hole) []timeline.Interval {
	gaps := make([]timeline.Interval, 0, len(holes))
	for _, h := range holes {
		gaps = append(gaps, h.Interval)
	}
	var out []timeline.Interval
	for _, g := range merged(gaps) {
		if g.Lo > whole.Lo {
			out = append(out, timeline.Interval{Lo: whole.Lo, Hi: min(g.Lo, whole.Hi)})
		}
		whole.Lo = max(whole.Lo, g.Hi)
	}
	if whole.Hi > whole.Lo {
		out = append(out, whole)
	}
	return out
}
