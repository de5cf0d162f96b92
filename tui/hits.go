package tui

import (
	"cmp"
	"slices"
	"strconv"

	"roomline/timeline"
)

// line is one record that a rule pack took for a signal: what can be listed and read again.
type line struct {
	hit     *timeline.Hit
	proc    int32 // index in scene.procs, -1 for none
	finding int32 // index of the first finding that it proves, -1 for none
	beside  bool  // on a room's page: not about the room
}

// lines are all of them in time order, a record that is several signals once.
type lines struct {
	list []line
	at   []int64 // Lo, beside list
}

func newLines(inc *timeline.Incident, procOf map[timeline.StreamID]int32, proves map[timeline.Ref]int32) lines {
	var all []*timeline.Hit
	for _, set := range [][][]*timeline.Hit{inc.Hits, inc.Misfits} {
		for _, hits := range set {
			all = append(all, hits...)
		}
	}
	slices.SortStableFunc(all, func(a, b *timeline.Hit) int {
		return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Stream, b.Stream), cmp.Compare(a.Pos, b.Pos))
	})
	var l lines
	for i, h := range all {
		if i > 0 && h.Stream == all[i-1].Stream && h.Pos == all[i-1].Pos {
			continue
		}
		x := line{hit: h, proc: -1, finding: -1}
		if p, ok := procOf[h.Stream]; ok {
			x.proc = p
		}
		if f, ok := proves[refKey(h.Ref)]; ok {
			x.finding = f
		}
		l.list = append(l.list, x)
		l.at = append(l.at, int64(h.Lo))
	}
	return l
}

// refKey is a Ref without what two hits of one record may differ in.
func refKey(r timeline.Ref) timeline.Ref { return timeline.Ref{Source: r.Source, Offset: r.Offset} }

// window is the part of the lines whose record begins in [lo, hi).
func (l *lines) window(lo, hi int64) lineRows {
	i, j := search(l.at, lo), search(l.at, hi)
	return lineRows{l: l, from: i, n: j - i}
}

// all is every line.
func (l *lines) all() lineRows { return lineRows{l: l, n: len(l.list)} }

// lineRows are consecutive lines as rows of a list; the id is the number among all lines.
type lineRows struct {
	l       *lines
	from, n int
}

// Len is the number of rows.
func (r lineRows) Len() int { return r.n }

// ID names a line.
func (r lineRows) ID(i int) string { return strconv.Itoa(r.from + i) }

// Find is the row of a line.
func (r lineRows) Find(id string) int {
	if n, err := strconv.Atoi(id); err == nil && n >= r.from && n < r.from+r.n {
		return n - r.from
	}
	return -1
}

func (r lineRows) at(i int) *line { return &r.l.list[r.from+i] }
