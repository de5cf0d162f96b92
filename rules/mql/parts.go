package mql

import "slices"

// Large questions are answered in parts, each a span of the positions, by workers that the caller
// hands in. Nothing that is computed at a position depends on the part that it lies in, so that the
// answer is the same bit by bit; what depends on the range as a whole is not parted (see shape).

const (
	partsOf  = 2       // as many as there are workers
	tooSmall = 1 << 18 // values that are not worth it
)

// piece is one series of an answer, as far as it was evaluated.
type piece struct {
	row
	points []Point
}

// pieces are the series of an answer; take makes of each row what is kept of it (at is its first
// position).
func (e *Expr) pieces(s *scope, workers Workers, take func(r row, part *scope, at int) piece) ([]piece, []Reason) {
	n := len(s.at)
	if workers == nil || !e.apart || s.server && e.joins || n < partsOf || n*e.prepare(s) < tooSmall {
		var out []piece
		why := s.answer(e.root, func(r row) { out = append(out, take(r, s, 0)) })
		return out, why
	}
	var done [partsOf][]piece
	var whys [partsOf][]Reason
	workers(partsOf, func(i int) {
		from, to := n*i/partsOf, n*(i+1)/partsOf
		part := s.part(from, to)
		whys[i] = part.answer(e.root, func(r row) { done[i] = append(done[i], take(r, part, from)) })
	})
	return joinPieces(done[:], n), joinReasons(whys[:], n)
}

// prepare finds what all parts share, and tells how many series there are.
func (e *Expr) prepare(s *scope) int {
	series := 0
	for _, v := range s.views {
		v.times()
		v.interval()
		for _, sel := range e.sels {
			series += len(v.picks(sel))
		}
	}
	return series
}

// part is a scope cut to a span of its positions.
func (s *scope) part(from, to int) *scope {
	out := s.sub(s.at[from:to])
	for _, v := range s.views {
		cut := &view{reader: v.reader, all: v.all}
		if !s.server {
			cut.idx = v.idx[from:to]
		}
		if v.why != nil {
			cut.why = v.why[from:to]
		}
		out.views = append(out.views, cut)
	}
	return out
}

// joinPieces puts the parts of each series behind each other. Series of one name and one set of
// labels are told apart by their order.
func joinPieces(parts [][]piece, n int) []piece {
	var out []piece
	where := map[string]int{}
	for i, part := range parts {
		seen := map[string]int{}
		for _, p := range part {
			key := string(appendKey(nil, p.name, p.labels))
			seen[key]++
			key += string(rune(seen[key]))
			at, ok := where[key]
			if !ok {
				at = len(out)
				where[key] = at
				out = append(out, piece{row: row{name: p.name, labels: p.labels, kept: true}})
			}
			out[at].add(p, n*i/len(parts), n)
		}
	}
	return out
}

// add puts a part of n values at its place.
func (p *piece) add(q piece, from, n int) {
	p.points = append(p.points, q.points...)
	if q.vals != nil {
		if p.vals == nil {
			p.vals = make([]float64, n)
		}
		copy(p.vals[from:], q.vals)
	}
	if q.why != nil {
		if p.why == nil {
			p.why = make([]Reason, n)
		}
		copy(p.why[from:], q.why)
	}
}

func joinReasons(parts [][]Reason, n int) []Reason {
	if !slices.ContainsFunc(parts, func(w []Reason) bool { return w != nil }) {
		return nil
	}
	out := make([]Reason, n)
	for i, w := range parts {
		copy(out[n*i/len(parts):], w)
	}
	return out
}
