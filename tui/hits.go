package tui

import (
	"cmp"
	"slices"
	"strconv"

	"roomline/timeline"
	"roomline/tui/cells"
)

// line is one record of a list: one that a rule pack took for a signal, one that was read, or both;
// neither if it was counted, but not read yet.
type line struct {
	hit     *timeline.Hit
	rec     *rec
	sec     int64 // the second of what is not read yet
	proc    int32 // index in scene.procs, -1 for none
	finding int32 // index of the first finding that it proves, -1 for none
	beside  bool  // on a room's page: not about the room
}

// lineList is a list of lines in the order of time.
type lineList interface {
	cells.Rows
	line(row int) line
	time(row int) int64               // of a line that was not read yet, its second
	index(t int64) int                // the first row that is not before t
	span(lo, hi int64) (from, to int) // the rows of [lo, hi)
}

// lines are all of them in time order, a record that is several signals once.
type lines struct {
	list []line
	at   []int64 // Lo, beside list
}

func newLines(inc *timeline.Incident, procOf map[timeline.StreamID]int32, proves map[timeline.Ref]int32) lines {
	var all []*timeline.Hit
	for id := range inc.Hits {
		all = append(append(all, inc.HitsOf(timeline.SignalID(id))...), inc.Misfits[id]...)
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

func (r lineRows) line(i int) line { return *r.at(i) }

func (r lineRows) time(i int) int64 { return r.l.at[r.from+i] }

func (r lineRows) index(t int64) int {
	return min(max(search(r.l.at, t)-r.from, 0), r.n)
}

func (r lineRows) span(lo, hi int64) (from, to int) { return r.index(lo), r.index(hi) }

// allLines are all records if they can be read, else those that a rule pack knows.
func (s *scene) allLines() lineList {
	if s.recs == nil {
		return s.lines.all()
	}
	return recordRows{s, s.recs, &s.secs, -1}
}

// list is allLines, or the records of the one process that is asked for.
func (s *scene) list(st state) lineList {
	if i := st.Only - 1; s.recs != nil && i >= 0 && int(i) < len(s.procs) {
		return recordRows{s, s.recs, &s.procs[i].secs, i}
	}
	return s.allLines()
}

// columnList are the lines of an opened column. Those that are read go on beyond its ends.
func (s *scene) columnList(st state) lineList {
	if p := st.top(); s.recs == nil {
		return s.lines.window(p.Lo, p.Hi)
	}
	return s.list(st)
}

// listAt selects the first row at a time, with some before it.
func listAt(rows lineList, t int64, h int) cells.List {
	if rows.Len() == 0 {
		return cells.List{}
	}
	i := min(rows.index(t), rows.Len()-1)
	return cells.List{ID: rows.ID(i), Row: i, Top: i - h/4}
}
