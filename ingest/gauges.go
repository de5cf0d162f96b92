package ingest

import (
	"cmp"
	"slices"

	"roomline/ingest/format"
	"roomline/timeline"
)

// gauges are the numbers that a stream prints, rolled up per second, field and rank.
type gauges struct {
	ranks []rankGauges
	last  int // the rank of the record before, tried first
	// share is how much of the input was read, 0 if unknown: lists grow to what they will need, so that
	// a long log does not copy them again and again.
	share float64
	quick *format.Quick // whose places of fields the columns go by, and whose numbers of ranks:
	known []int32       // place of each in ranks, + 1; 0 where not known
}

// rankGauges are the fields of one rank. A record prints all of them, so they share their times: of a
// second that does not write a field its value is Absent, or its lists end before.
type rankGauges struct {
	rank    string
	at      []timeline.Time // stamp of the last record of each second, ascending
	fields  []gaugeField
	columns []int32 // one more than the index in fields, by a field's place in a Quick; 0 if not known
}

type gaugeField struct {
	name   string
	writes int64
	last   []float64
}

func (g *gauges) of(rank string) *rankGauges {
	if g.last < len(g.ranks) && g.ranks[g.last].rank == rank {
		return &g.ranks[g.last]
	}
	for i := range g.ranks {
		if g.ranks[i].rank == rank {
			g.last = i
			return &g.ranks[i]
		}
	}
	g.last = len(g.ranks)
	g.ranks = append(g.ranks, rankGauges{rank: rank})
	return &g.ranks[g.last]
}

// field finds a field; batch lines print the same ones in the same order, so guess is mostly right.
func (r *rankGauges) field(name string, guess int) *gaugeField {
	if guess < len(r.fields) && r.fields[guess].name == name {
		return &r.fields[guess]
	}
	for i := range r.fields {
		if r.fields[i].name == name {
			return &r.fields[i]
		}
	}
	r.fields = append(r.fields, gaugeField{name: name})
	return &r.fields[len(r.fields)-1]
}

// column finds the field that stands at a place in a Quick.
func (r *rankGauges) column(quick *format.Quick, place int32) *gaugeField {
	if int(place) < len(r.columns) && r.columns[place] > 0 {
		return &r.fields[r.columns[place]-1]
	}
	name := quick.FieldOf(place)
	f := r.field(name, int(place))
	for len(r.columns) <= int(place) {
		r.columns = append(r.columns, 0)
	}
	r.columns[place] = int32(slices.IndexFunc(r.fields, func(f gaugeField) bool { return f.name == name })) + 1
	return f
}

// add notes the numbers of one record, which a Quick read.
func (g *gauges) add(quick *format.Quick, rank string, at timeline.Time, numbers []format.Reading) {
	g.use(quick)
	g.write(g.of(rank), quick, at, numbers, 1)
}

// addRanked is add for a rank that the Quick numbered; the record stands for so many.
func (g *gauges) addRanked(quick *format.Quick, rank uint16, at timeline.Time, numbers []format.Reading, records int64) {
	g.use(quick)
	for int(rank) >= len(g.known) {
		g.known = append(g.known, 0)
	}
	if g.known[rank] == 0 {
		g.of(quick.RankOf(rank))
		g.known[rank] = int32(g.last) + 1
	}
	g.write(&g.ranks[g.known[rank]-1], quick, at, numbers, records)
}

// use makes ready for what a Quick reads.
func (g *gauges) use(quick *format.Quick) {
	if g.quick == quick {
		return
	}
	g.quick = quick
	clear(g.known)
	for i := range g.ranks {
		clear(g.ranks[i].columns)
	}
}

func (g *gauges) write(r *rankGauges, quick *format.Quick, at timeline.Time, numbers []format.Reading, records int64) {
	i := r.second(at, g.share)
	for _, n := range numbers {
		f := r.column(quick, n.Field)
		f.writes += records
		f.write(i, n.Value, g.share)
	}
}

// second is the place of the second that at lies in; its stamp becomes at.
func (r *rankGauges) second(at timeline.Time, share float64) int {
	n, second := len(r.at), at.Floor(timeline.Second)
	if n == 0 || r.at[n-1] < second {
		r.at = append(room(r.at, 1, share), at)
		return n
	}
	i := n - 1
	if r.at[i].Floor(timeline.Second) != second {
		i, _ = slices.BinarySearch(r.at, second)
	}
	if i < n && r.at[i].Floor(timeline.Second) == second {
		r.at[i] = at
		return i
	}
	r.at = slices.Insert(r.at, i, at) // a rank's line that stands late
	for k := range r.fields {
		r.fields[k].insert(i)
	}
	return i
}

// room makes room for some more, where there is none: for as many as the whole input will need.
func room[T any](list []T, more int, share float64) []T {
	n := len(list)
	if n+more <= cap(list) || share < 0.02 {
		return list
	}
	return slices.Grow(list, max(int(float64(n+more)/share*1.03)-n, n/8)+16)
}

func (f *gaugeField) insert(i int) {
	if i < len(f.last) {
		f.last = slices.Insert(f.last, i, timeline.Absent)
	}
}

// write puts a value at place i. A later write of the same second stands for it.
func (f *gaugeField) write(i int, v float64, share float64) {
	for len(f.last) <= i {
		f.last = append(room(f.last, 1, share), timeline.Absent)
	}
	f.last[i] = v
}

// reset empties the rollups; the lists keep their memory.
func (g *gauges) reset() gauges {
	for i := range g.ranks {
		r := &g.ranks[i]
		r.at = r.at[:0]
		for k := range r.fields {
			f := &r.fields[k]
			f.writes, f.last = 0, f.last[:0]
		}
	}
	return gauges{ranks: g.ranks, quick: g.quick, known: g.known}
}

// list gives the rollups sorted by field and rank.
func (g *gauges) list() []timeline.Gauge {
	var out []timeline.Gauge
	for i := range g.ranks {
		r := &g.ranks[i]
		for k := range r.fields {
			if f := &r.fields[k]; f.writes > 0 {
				out = append(out, r.gauge(f))
			}
		}
	}
	slices.SortFunc(out, func(a, b timeline.Gauge) int {
		return cmp.Or(cmp.Compare(a.Field, b.Field), cmp.Compare(a.Rank, b.Rank))
	})
	return out
}

// gauge leaves out the seconds that did not write a field; mostly there are none.
func (r *rankGauges) gauge(f *gaugeField) timeline.Gauge {
	g := timeline.Gauge{Field: f.name, Rank: r.rank, At: r.at, Last: f.last, Writes: f.writes}
	if len(f.last) == len(r.at) && !slices.ContainsFunc(f.last, timeline.IsAbsent) {
		return g
	}
	g.At, g.Last = nil, nil
	for i, v := range f.last {
		if !timeline.IsAbsent(v) {
			g.At, g.Last = append(g.At, r.at[i]), append(g.Last, v)
		}
	}
	return g
}
