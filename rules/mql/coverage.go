package mql

import "roomline/timeline"

// coverage is what holds for a whole result, the series that it lacks included.
type coverage struct {
	why  []Reason // nil: known everywhere
	hole []bool   // a selected series is missing here that is shown elsewhere; nil: nowhere
}

// missing notes the positions at which a series has no value though the target shows it elsewhere.
func (c *coverage) missing(v *view, p pick, vals []float64, why []Reason) {
	for k, x := range vals {
		if !timeline.IsAbsent(x) || why != nil && why[k] != Known || v.notYet(p, int(v.idx[k])) {
			continue
		}
		if c.hole == nil {
			c.hole = make([]bool, len(vals))
		}
		c.hole[k] = true
	}
}

// notYet says whether a series did not exist at scrape i: its _created is later, and nothing of it
// was seen before.
func (v *view) notYet(p pick, i int) bool {
	c := p.series.Created
	return c.Known() && i < p.first && c > v.target.Scrapes[i].At
}

// settle makes unknown what lacks a series: for what needs them all.
func (c coverage) settle() []Reason {
	if c.hole == nil {
		return c.why
	}
	out := make([]Reason, len(c.hole))
	copy(out, c.why)
	for k, h := range c.hole {
		if h && out[k] == Known {
			out[k] = SeriesAbsent
		}
	}
	return out
}

// both intersects what is known. The arguments are not changed.
func both(a, b []Reason) []Reason {
	if a == nil || len(b) > 0 && len(a) > 0 && &a[0] == &b[0] {
		return b
	}
	if b == nil {
		return a
	}
	out := make([]Reason, len(a))
	for k := range out {
		out[k] = a[k]
		if a[k] == Known {
			out[k] = b[k]
		}
	}
	return out
}

func anyHole(a, b []bool) []bool {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := make([]bool, len(a))
	for k := range out {
		out[k] = a[k] || b[k]
	}
	return out
}

// mask makes the values absent where they are unknown.
func mask(vals []float64, why []Reason) {
	for k, w := range why {
		if w != Known {
			vals[k] = timeline.Absent
		}
	}
}

// filled is a slice of one value.
func filled(n int, v float64) []float64 {
	out := make([]float64, n)
	for k := range out {
		out[k] = v
	}
	return out
}
