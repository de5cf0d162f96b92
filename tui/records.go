package tui

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"roomline/timeline"
)

// rec is a record that was read, or stands for one that could not be.
type rec struct {
	timeline.LogLine
	stream timeline.StreamID
	proc   int32
	gone   string // why it could not be read
}

// recKey is where a record stands.
type recKey struct {
	stream timeline.StreamID
	pos    timeline.Pos
}

// cellKey is one second of one process.
type cellKey struct {
	proc int32
	sec  int64
}

// records are those that were read, by second and process. Of each cell there are as many as were
// counted. It belongs to the goroutine that made it.
type records struct {
	cells  map[cellKey][]rec
	merged map[int64][]rec  // of all processes in one second
	gone   map[int32]string // processes of which something could not be read
	bytes  int
}

// maxHeldBytes bounds the text that is kept of records that were read.
const maxHeldBytes = 48 << 20

func newRecords() *records {
	return &records{cells: map[cellKey][]rec{}, merged: map[int64][]rec{}, gone: map[int32]string{}}
}

// put keeps what was read; where it becomes too much, all that was read before goes.
func (c *records) put(cells map[cellKey][]rec) {
	n := 0
	for _, list := range cells {
		for i := range list {
			n += len(list[i].Text) + 128
		}
	}
	if c.bytes+n > maxHeldBytes {
		clear(c.cells)
		clear(c.merged)
		c.bytes = 0
	}
	c.bytes += n
	for k, list := range cells {
		c.cells[k] = list
		delete(c.merged, k.sec)
		for i := range list {
			if list[i].gone != "" {
				c.gone[k.proc] = list[i].gone
			}
		}
	}
}

// second is a second of one process, or of all (-1), if all of it was read.
func (c *records) second(s *scene, only int32, sec int64) ([]rec, bool) {
	if only >= 0 {
		list, ok := c.cells[cellKey{only, sec}]
		return list, ok
	}
	if list, ok := c.merged[sec]; ok {
		return list, true
	}
	var all []rec
	for i := range s.procs {
		if s.procs[i].secs.count(sec) == 0 {
			continue
		}
		list, ok := c.cells[cellKey{int32(i), sec}]
		if !ok {
			return nil, false
		}
		all = append(all, list...)
	}
	sortRecs(all)
	c.merged[sec] = all
	return all, true
}

// sortRecs puts records in the order of time; those without a stamp stay behind the one before them.
func sortRecs(list []rec) {
	slices.SortStableFunc(list, func(a, b rec) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.stream, b.stream), cmp.Compare(a.Pos, b.Pos))
	})
}

// recordRows are all records of one process, or of all (-1), as rows of a list.
type recordRows struct {
	s    *scene
	recs *records
	x    *seconds
	only int32
}

// Len is the number of records that were counted.
func (r recordRows) Len() int { return r.x.rows() }

// ID names a row by its second and which one it is in it.
func (r recordRows) ID(row int) string {
	i, k := r.x.place(row)
	return strconv.FormatInt(r.x.at[i], 10) + "." + strconv.Itoa(k)
}

// Find is the row of a name; of a process less rows may have its second.
func (r recordRows) Find(id string) int {
	a, b, _ := strings.Cut(id, ".")
	sec, err1 := strconv.ParseInt(a, 10, 64)
	k, err2 := strconv.Atoi(b)
	n := r.x.count(sec)
	if err1 != nil || err2 != nil || k < 0 || n == 0 {
		return -1
	}
	return int(r.x.sum[search(r.x.at, sec)]) + min(k, n-1)
}

func (r recordRows) line(row int) line {
	i, k := r.x.place(row)
	list, ok := r.recs.second(r.s, r.only, r.x.at[i])
	if !ok || k >= len(list) {
		return line{sec: r.x.at[i], proc: r.only, finding: -1}
	}
	l := line{rec: &list[k], sec: r.x.at[i], proc: list[k].proc, finding: -1}
	if n, ok := r.s.known[recKey{list[k].stream, list[k].Pos}]; ok && list[k].gone == "" {
		l.hit, l.finding = r.s.lines.list[n].hit, r.s.lines.list[n].finding
	}
	return l
}

func (r recordRows) time(row int) int64 {
	i, k := r.x.place(row)
	if list, ok := r.recs.second(r.s, r.only, r.x.at[i]); ok && k < len(list) {
		return int64(list[k].Order)
	}
	return r.x.at[i]
}

// index is the first row at or behind t; in a second that was not read, its first row.
func (r recordRows) index(t int64) int {
	i := search(r.x.at, secondOf(t))
	if i == len(r.x.at) || r.x.at[i] >= t {
		return int(r.x.sum[i])
	}
	list, ok := r.recs.second(r.s, r.only, r.x.at[i])
	if !ok {
		return int(r.x.sum[i])
	}
	k := sort.Search(len(list), func(k int) bool { return int64(list[k].Order) >= t })
	return int(r.x.sum[i]) + min(k, int(r.x.sum[i+1]-r.x.sum[i]))
}

// span are the rows of [lo, hi); a second of which it is not known counts as a whole.
func (r recordRows) span(lo, hi int64) (from, to int) {
	from = r.index(lo)
	if secondOf(hi) == hi {
		return from, max(from, int(r.x.sum[search(r.x.at, hi)]))
	}
	i := search(r.x.at, secondOf(hi)+second)
	if _, ok := r.recs.second(r.s, r.only, secondOf(hi)); ok {
		return from, max(from, r.index(hi))
	}
	return from, max(from, int(r.x.sum[i]))
}
