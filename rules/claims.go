package rules

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"roomline/rules/mql"
	"roomline/timeline"
)

func gapOf(t *timeline.Target, g mql.GapRule) time.Duration { return mql.MaxGap(t, g) }

// claim turns a run of samples into what is reported: from and to are scrape times, and the largest
// gap between them is said.
func (c *ctx) claim(cl *claim) *Claim {
	if cl.silence != nil {
		return cl.silence
	}
	out := &Claim{Series: c.seriesName(cl), Expr: cl.signal.Expr.String(), Samples: len(cl.points)}
	if len(cl.points) == 0 {
		return out
	}
	first, last := cl.points[0], cl.points[len(cl.points)-1]
	out.From, out.To = first.At, last.At
	out.Value = number(last.Value)
	for i := 0; i+1 < len(cl.points); i++ {
		out.LargestGap = max(out.LargestGap, int64(cl.points[i+1].At-cl.points[i].At)/1e6)
	}
	if cl.signal.Reading().Partial {
		if seen, of := cl.signal.Expr.Seen(cl.line.t, cl.line.rule, cl.points); seen < of {
			out.Seen, out.Of = seen, of
		}
	}
	return out
}

// number writes a sample value as short as it can be read back.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// silenceClaim is the proof of an absence: that nothing was printed is evidence, where the log covers it.
func (c *ctx) silenceClaim(op *Op, start, end *timeline.Moment) []*claim {
	name := op.Signal.Name
	out := &Claim{Silence: true, Series: name, Expr: "absent " + name, From: start.Lo, To: timeline.NoTime}
	if end != nil {
		out.To = end.Hi
	}
	var who []string
	for _, s := range c.streams(op.Signal, op) {
		if base := s.Base(); !slices.Contains(who, base) {
			who = append(who, base)
		}
	}
	if len(who) > 0 {
		out.Series = strings.Join(who, ", ") + " " + name
	}
	return []*claim{{silence: out}}
}

// seriesName names the process and what tells the line from others of it.
func (c *ctx) seriesName(cl *claim) string {
	var labels []string
	for _, l := range cl.line.labels {
		if l.Name != "role" && l.Name != "instance" && l.Name != "group" && l.Value != "" {
			labels = append(labels, l.Name+"="+strconv.Quote(l.Value))
		}
	}
	name := cl.line.t.Base() + " " + cl.signal.Name
	if cl.line.t.Logged && len(cl.line.t.Series) > 0 {
		if r := cl.line.t.Series[0].Label("rank"); r != "" {
			labels = append(labels, "rank="+strconv.Quote(r))
		}
	}
	if len(labels) > 0 {
		name += "{" + strings.Join(labels, ",") + "}"
	}
	return name
}

// ScrapeGaps are the spans between scrapes of a target that no run covers: longer than its max_gap,
// or with a failed scrape between.
func ScrapeGaps(t *timeline.Target) []timeline.Interval {
	var out []timeline.Interval
	runs, last := mql.NewRuns(t, mql.GapRule{}), -1
	for i := range t.Scrapes {
		if !t.Scrapes[i].OK {
			continue
		}
		if last >= 0 && runs.Broken(last, i) {
			out = append(out, timeline.Interval{Lo: t.Scrapes[last].At, Hi: t.Scrapes[i].At})
		}
		last = i
	}
	return out
}
