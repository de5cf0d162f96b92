package ingest

import (
	"cmp"
	"slices"

	"roomline/timeline"
)

const (
	maxRepeats    = 3   // named per source
	leastRecords  = 50  // what comes less often is no repetition
	leastShare    = 5   // one in so many lines is what is named
	leastPartner  = 100 // one in so many lines is what is named beside another
	maxCompanions = 4
)

// named are the repeats worth naming, most lines first. Messages that come as often in the same
// stretch (a failed call and what the caller says of it) are one.
func (r *repeats) named() []timeline.Repeat {
	var list []*repeated
	for i := range r.list {
		if e := &r.list[i]; e.records >= leastRecords && e.lines*leastPartner >= r.of {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b *repeated) int {
		return cmp.Or(cmp.Compare(b.lines, a.lines), cmp.Compare(a.line, b.line), cmp.Compare(a.key, b.key))
	})
	var out []timeline.Repeat
	for len(list) > 0 {
		var one timeline.Repeat
		if one, list = r.group(list); one.Lines*leastShare >= r.of {
			out = append(out, one)
		}
	}
	slices.SortStableFunc(out, func(a, b timeline.Repeat) int { return cmp.Compare(b.Lines, a.Lines) })
	return out[:min(len(out), maxRepeats)]
}

// group takes the first of a list and its companions, and gives the others.
func (r *repeats) group(list []*repeated) (timeline.Repeat, []*repeated) {
	e := list[0]
	one := timeline.Repeat{Text: e.text, Records: e.records, Lines: e.lines, Of: r.of, Line: e.line, LastLine: e.lastLine, First: e.first, Last: e.last}
	rest := list[:0:0]
	sum := *e
	for _, o := range list[1:] {
		if len(one.With) == maxCompanions || !together(e, o) {
			rest = append(rest, o)
			continue
		}
		one.With, one.Lines = append(one.With, o.text), one.Lines+o.lines
		one.Line, one.LastLine = min(one.Line, o.line), max(one.LastLine, o.lastLine)
		sum.add(o)
	}
	one.First, one.Last = sum.first, sum.last
	return one, rest
}

// together says whether two messages come as often in the same stretch of the file, give or take a
// tenth.
func together(a, b *repeated) bool {
	most, least := max(a.records, b.records), min(a.records, b.records)
	both := min(a.lastLine, b.lastLine) - max(a.line, b.line)
	long := max(a.lastLine-a.line, b.lastLine-b.line)
	return least*10 >= most*9 && both*10 >= long*9
}

// capped says whether messages that were not told apart may hide one that had to be named.
func (r *repeats) capped() bool { return r.other*leastShare >= r.of && r.other > 0 }
