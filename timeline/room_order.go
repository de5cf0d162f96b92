package timeline

import "sort"

// fewRows are sorted as they stand: those of each stream mostly are in order already.
const fewRows = 64

// inOrder sorts the rows of a room by time, those of one time in the order in which they stand, which is
// that of streams and positions. times is scratch.
func (t *roomTable) inOrder(times []Time, rows []uint32) []Time {
	for _, row := range rows {
		s, i := t.at(row)
		times = append(times, s.Log.Lo(i))
	}
	if len(rows) > fewRows {
		sort.Stable(&rowsByTime{rows, times})
		return times
	}
	for i := 1; i < len(rows); i++ {
		row, at, k := rows[i], times[i], i
		for ; k > 0 && times[k-1] > at; k-- {
			rows[k], times[k] = rows[k-1], times[k-1]
		}
		rows[k], times[k] = row, at
	}
	return times
}

// rowsByTime sorts the rows of a room with many.
type rowsByTime struct {
	rows  []uint32
	times []Time
}

func (r *rowsByTime) Len() int           { return len(r.rows) }
func (r *rowsByTime) Less(i, j int) bool { return r.times[i] < r.times[j] }
func (r *rowsByTime) Swap(i, j int) {
	r.rows[i], r.rows[j] = r.rows[j], r.rows[i]
	r.times[i], r.times[j] = r.times[j], r.times[i]
}
