package rules

import (
	"fmt"

	"roomline/timeline"
)

// againstHolds is the first sample that violates a condition: of one that may begin anywhere in a window, the
// first of those that leave no room for it.
func (c *ctx) againstHolds(op *Op, w *window, ln *line) (Contradiction, bool) {
	lo, hi, _ := c.level(op)
	want := number(lo)
	if op.Baseline != nil {
		want = "its baseline " + op.Baseline.Name + " (" + want + ")"
	}
	if op.Cmp == ">" || op.Cmp == ">=" {
		lo, hi = hi, lo
	}
	h := &holding{c: c, op: op, w: w, ln: ln, hard: lo, soft: hi, d: timeline.Time(c.length(op.For))}
	spans, at := h.violations()
	from, to := c.outer(w, ln.t.Clock)
	picked := fewest(spans, from, to)
	if len(picked) == 0 {
		return Contradiction{}, false
	}
	bad := at[picked[0]]
	out := Contradiction{Says: fmt.Sprintf("%s must be %s %s for %s, and was %s at a sample%s", op.Signal.Name, op.Cmp, want, ShortDuration(c.length(op.For)), number(ln.points[bad].Value), w.behind(ln.points[bad].At))}
	if n := len(picked); n > 1 {
		out.Says += fmt.Sprintf("; %d samples leave no %s without one", n, ShortDuration(c.length(op.For)))
	}
	for _, i := range firstAndLast(picked) {
		out.Evidence = append(out.Evidence, c.sampled(ln, op, at[i], at[i]))
	}
	return out, true
}

func firstAndLast(list []int) []int {
	if len(list) < 2 {
		return list
	}
	return []int{list[0], list[len(list)-1]}
}

// againstFlat is the first growth of a counter that may stand still from anywhere in a window on.
func (c *ctx) againstFlat(op *Op, w *window, ln *line) (Contradiction, bool) {
	lo, hi := c.outer(w, ln.t.Clock)
	spans, at := ln.moves(timeline.Time(c.length(op.For)))
	picked := fewest(spans, lo, hi)
	if len(picked) == 0 {
		return Contradiction{}, false
	}
	i := at[picked[0]]
	out := Contradiction{Says: movedFrom(op, ln, i, i+1) + ", seen" + w.behind(ln.points[i+1].At), Evidence: []Evidence{c.sampled(ln, op, i, i+1)}}
	if n := len(picked); n > 1 {
		last := at[picked[n-1]]
		out.Says += fmt.Sprintf("; with %d such moves it stood still for %s nowhere in its window", n, ShortDuration(c.length(op.For)))
		out.Evidence = append(out.Evidence, c.sampled(ln, op, last, last+1))
	}
	return out, true
}

// againstBetween: a counter that moved between two moments where it should not, or did not where it should.
func (c *ctx) againstBetween(op *Op) []Contradiction {
	a, b := c.moment(op.From, false), c.moment(op.To, false)
	if a == nil || b == nil {
		return nil
	}
	var out []Contradiction
	looked := timeline.Interval{Lo: a.Lo, Hi: b.Hi}
	lines, _ := c.series(op.Signal, op)
	for _, ln := range lines {
		ka, kb := c.k(a.Clock, ln.t.Clock), c.k(b.Clock, ln.t.Clock)
		p := scrapePair{ln.firstAt(a.Hi - 1 + ka), ln.lastAt(b.Lo - kb)}
		if op.Kind == OpGrew {
			p = scrapePair{ln.lastAt(a.Lo - ka), ln.firstAt(b.Hi - 1 + kb)}
		}
		if p.a < 0 || p.b < p.a {
			continue
		}
		if op.Kind == OpGrew {
			says := fmt.Sprintf("%s grew by %s, and %s is needed", op.Signal.Name, number(ln.points[p.b].Value-ln.points[p.a].Value), number(op.By))
			out = append(out, Contradiction{Says: says, Evidence: []Evidence{c.sampled(ln, op, p.a, p.b)}, Window: looked})
			continue
		}
		for i := p.a; i < p.b; i++ {
			if ln.points[i+1].Value != ln.points[i].Value {
				out = append(out, Contradiction{Says: movedFrom(op, ln, i, i+1), Evidence: []Evidence{c.sampled(ln, op, i, i+1)}, Window: looked})
				break
			}
		}
	}
	return out
}

func movedFrom(op *Op, ln *line, i, j int) string {
	return fmt.Sprintf("%s must not move, and moved from %s to %s", op.Signal.Name, number(ln.points[i].Value), number(ln.points[j].Value))
}

// climb is how far a gauge went at most among the points that may lie in a window.
type climb struct {
	first, last int // of those points; -1: none lies in it
	from, to    int // the pair that is farthest apart, -1 if it never went that way
	most        float64
}

// climbed looks for it: sign is -1 where falling counts.
func (c *ctx) climbed(w *window, ln *line, sign float64) climb {
	x := climb{first: -1, last: -1, from: -1, to: -1}
	low := -1 // the lowest so far
	for i, p := range ln.points {
		if c.member(timeline.Point(p.At, ln.t.Clock), w) == timeline.F {
			continue
		}
		if x.last = i; x.first < 0 {
			x.first, low = i, i
		}
		if d := sign * (p.Value - ln.points[low].Value); d > x.most {
			x.most, x.from, x.to = d, low, i
		} else if d < 0 {
			low = i
		}
	}
	return x
}

// againstRises: by how much a gauge rose (fell) at most between two samples that may lie in its window.
func (c *ctx) againstRises(op *Op, w *window, ln *line) (Contradiction, bool) {
	if len(ln.points) == 0 {
		return Contradiction{}, false
	}
	sign, verb, past := 1.0, "rise", "rose"
	if op.Kind == OpFalls {
		sign, verb, past = -1, "fall", "fell"
	}
	x := c.climbed(w, ln, sign)
	if x.first < 0 { // it is shorter than a step of the scrapes: those around it
		lo, hi := c.outer(w, ln.t.Clock)
		x.first, x.last = max(ln.lastAt(lo), 0), max(ln.firstAt(hi), 0)
	}
	out := Contradiction{Says: fmt.Sprintf("%s must %s by %s, and %s by %s at most", op.Signal.Name, verb, number(op.By), past, number(x.most))}
	if x.from >= 0 {
		out.Says += fmt.Sprintf(" (from %s to %s)", number(ln.points[x.from].Value), number(ln.points[x.to].Value))
	}
	out.Evidence = []Evidence{c.sampled(ln, op, x.first, max(x.first, x.last))}
	return out, true
}
