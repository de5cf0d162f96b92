package mql

import (
	"slices"

	"roomline/timeline"
)

// A claim about a span must not run over a gap that lies between two of the times at which its
// expression is looked at. So probes stand beside those times: one right behind each end of a run (at
// which nothing vouches for a value), moved by every offset in the expression.

// around is a scope that looks at an expression at ascending times, with probes. values are the
// positions of the times in it.
func (s *scope) around(times []timeline.Time, n node) (in *scope, values []int) {
	if len(times) == 0 {
		return s.sub(nil).look(s.readers(), notHeld), nil
	}
	all := slices.Clone(times)
	for _, v := range s.speaking(n) {
		for _, end := range v.runEnds() {
			for _, d := range offsets(n, s) {
				if t := end + 1 + d; t > times[0] && t < times[len(times)-1] {
					all = append(all, t)
				}
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	in = s.sub(all)
	in.probe = make([]bool, len(all))
	values = make([]int, 0, len(times))
	for k, t := range all {
		if i := len(values); i < len(times) && times[i] == t {
			values = append(values, k)
		} else {
			in.probe[k] = true
		}
	}
	return in.look(s.readers(), notHeld), values
}

// runEnds are the times of the last scrapes of runs; a failed scrape is an end, too.
func (r *reader) runEnds() []timeline.Time {
	var out []timeline.Time
	for i := range r.target.Scrapes {
		if i+1 == len(r.runs.first) || r.runs.Broken(i, i+1) {
			out = append(out, r.target.Scrapes[i].At)
		}
	}
	return out
}

// speaking are the views that an expression speaks of: those of its selectors, all if it has none.
func (s *scope) speaking(n node) []*view {
	var out []*view
	any := false
	walk(n, func(n node) {
		if sel, ok := n.(*selector); ok {
			any = true
			for _, v := range sel.inScope(s.views) {
				if !slices.Contains(out, v) {
					out = append(out, v)
				}
			}
		}
	})
	if !any {
		return s.views
	}
	return out
}

// mostOffsets bounds how many sums of nested offsets are looked at.
const mostOffsets = 64

// offsets are by how much later than its samples an expression speaks of them, one for each way to
// its selectors; 0 alone if it has none.
func offsets(n node, s *scope) []timeline.Time {
	out := leafOffsets(n, s)
	if len(out) == 0 {
		return []timeline.Time{0}
	}
	return out
}

func leafOffsets(n node, s *scope) []timeline.Time {
	var out []timeline.Time
	switch n := n.(type) {
	case *selector:
		return []timeline.Time{0}
	case *shifted:
		d := n.offset.of(s.stepLength())
		for _, o := range leafOffsets(n.arg, s) {
			out = append(out, o+d)
		}
	default:
		for _, c := range children(n) {
			out = append(out, leafOffsets(c, s)...)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), mostOffsets)]
}

// stretch tells of each position where what is known without a break up to it begins: the first
// position behind the last unknown one, or k+1 if k itself is unknown.
func stretch(why []Reason, n int) []int {
	out := make([]int, n)
	begin := 0
	for k := range out {
		if why != nil && why[k] != Known {
			begin = k + 1
		}
		out[k] = begin
	}
	return out
}
