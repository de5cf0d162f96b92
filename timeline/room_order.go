package timeline

import (
	"cmp"
	"slices"
)

// roomLine is what is needed of a row to sum up its room.
type roomLine struct {
	at      Time
	row     uint32 // as in roomTable.rows
	signal  SignalID
	process ProcessID
}

// fewLines are sorted as they stand: those of each stream mostly are in order already.
const fewLines = 64

// lines appends what is needed of the rows of a room, and puts these rows into order: that of time,
// those of one time in the order in which they stand, which is that of streams and positions.
func (t *roomTable) lines(dst []roomLine, room int) []roomLine {
	rows, from, sorted := t.of(room), len(dst), true
	for k, row := range rows {
		s, i := t.at(row)
		r := s.Log.row(int32(i))
		dst = append(dst, roomLine{at: s.Log.lo(r, i), row: row, signal: r.signal(), process: s.Process})
		sorted = sorted && (k == 0 || dst[from+k-1].at <= dst[from+k].at)
	}
	if !sorted {
		lines := dst[from:]
		sortLines(lines)
		for k := range rows {
			rows[k] = lines[k].row
		}
	}
	return dst
}

// sortLines sorts by time; lines of one time keep their order.
func sortLines(lines []roomLine) {
	if len(lines) > fewLines {
		slices.SortStableFunc(lines, func(a, b roomLine) int { return cmp.Compare(a.at, b.at) })
		return
	}
	for i := 1; i < len(lines); i++ {
		x, k := lines[i], i
		for ; k > 0 && lines[k-1].at > x.at; k-- {
			lines[k] = lines[k-1]
		}
		lines[k] = x
	}
}
