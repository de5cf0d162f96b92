package rules

import (
	"fmt"
	"slices"

	"roomline/timeline"
)

// Contradiction is what speaks against a step that is refuted: in words, and the records or samples that
// show it. Of an event that is not there it is the silence of the logs that were read.
type Contradiction struct {
	Says     string
	Evidence []Evidence
	Window   timeline.Interval // what was looked at; an end of time where it is not bounded
	last     bool              // of the evidence it is the last that decides
}

// decides is the piece of evidence by which it came to be.
func (x *Contradiction) decides() *Evidence {
	if x.last {
		return &x.Evidence[len(x.Evidence)-1]
	}
	return &x.Evidence[0]
}

// Silent says whether nothing but silence speaks against it.
func (x *Contradiction) Silent() bool {
	return !slices.ContainsFunc(x.Evidence, func(e Evidence) bool { return e.Hit != nil || !e.Claim.Silence })
}

// against says what refutes a step. It is asked when a finding is shown, with the moments of its choice bound,
// so that what is looked at is what the verdict came from.
func (i *instance) against(ch choice) []Contradiction {
	c := i.c
	switch {
	case ch.value != timeline.F:
		return nil
	case ch.step < len(c.rule.Steps):
		return c.contradictions(c.rule.Steps[ch.step].Op, previousOf(c.rule, ch.step))
	case ch.alt == nil:
		return nil
	}
	name := c.inc.Schema.Signals[ch.alt.hits[0].Signal].Name
	return []Contradiction{{Says: name + " must not be there, and it is", Evidence: i.evidence(ch.alt), Window: timeline.Interval{Lo: timeline.MinTime, Hi: timeline.MaxTime}}}
}

// contradictions are those of one operator that is F; of several branches those that are.
func (c *ctx) contradictions(op *Op, previous int) []Contradiction {
	if len(op.Children) > 0 {
		var out []Contradiction
		for _, ch := range op.Children {
			if c.eval(ch, previous).value() == timeline.F {
				out = append(out, c.contradictions(ch, previous)...)
			}
		}
		return out
	}
	if op.From != nil {
		return c.againstBetween(op)
	}
	w, started := c.windowFor(op, previous)
	if w == nil {
		return nil
	}
	out := c.againstIn(op, w, started)
	for i := range out {
		out[i].Window = c.lookedAt(op, w)
	}
	return out
}

// againstIn is what speaks against an operator in its window.
func (c *ctx) againstIn(op *Op, w *window, started bool) []Contradiction {
	switch op.Kind {
	case OpEvent:
		return []Contradiction{c.nothingOf(op, w, "it did not happen")}
	case OpCount:
		return []Contradiction{c.againstCount(op, w)}
	case OpAbsent:
		return c.againstSilence(op, w, started)
	}
	var out []Contradiction
	lines, _ := c.series(op.Signal, op)
	for _, ln := range lines {
		if x, ok := c.againstOn(op, w, ln); ok {
			out = append(out, x)
		}
	}
	return out
}

// lookedAt is a window with what lasts from the last moment in it on.
func (c *ctx) lookedAt(op *Op, w *window) timeline.Interval {
	out := timeline.Interval{Lo: timeline.MinTime, Hi: timeline.MaxTime}
	if w.start != nil {
		out.Lo = w.start.Lo
	}
	if w.end != nil && w.end.Hi.Known() {
		out.Hi = w.end.Hi
		if op.hasFor {
			out.Hi = out.Hi.Add(c.length(op.For))
		}
	}
	return out
}

// againstOn is what speaks against an operator on one line of samples.
func (c *ctx) againstOn(op *Op, w *window, ln *line) (Contradiction, bool) {
	switch op.Kind {
	case OpHolds:
		return c.againstHolds(op, w, ln)
	case OpFlat:
		return c.againstFlat(op, w, ln)
	}
	return c.againstRises(op, w, ln)
}

// nothingOf: nothing was printed, where the log covers it.
func (c *ctx) nothingOf(op *Op, w *window, says string) Contradiction {
	out := Contradiction{Says: says}
	if w.start == nil {
		return out
	}
	for _, cl := range c.silenceClaim(op, w.start, w.end) {
		out.Evidence = append(out.Evidence, Evidence{Claim: c.claim(cl)})
	}
	return out
}

// shown are hits as evidence.
func (c *ctx) shown(hits []*timeline.Hit) []Evidence {
	var out []Evidence
	for _, h := range hits {
		out = append(out, Evidence{Hit: h, Source: c.path(h)})
	}
	return out
}

// sampled are the samples of a line from one to another as evidence.
func (c *ctx) sampled(ln *line, op *Op, from, to int) Evidence {
	return Evidence{Claim: c.claim(&claim{line: ln, points: ln.points[from : to+1], signal: op.Signal})}
}

// behind says where in a window something is that spoils it.
func (w *window) behind(t timeline.Time) string {
	if w.start == nil || !w.start.Hi.Known() || t < w.start.Lo {
		return ""
	}
	return fmt.Sprintf(" %s into its window", seconds(t-w.start.Lo))
}
