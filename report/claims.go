package report

import (
	"fmt"
	"strings"
	"time"

	"roomline/rules"
	"roomline/rules/mql"
	"roomline/timeline"
)

// claimCache keeps what was evaluated for claims: expression to its points on every target.
type claimCache map[string][]mql.SeriesPoints

// sentence says a claim in words: what the series was, at how many scrapes, from when to when.
func (p *printer) sentence(c *rules.Claim) string {
	what := Escape(c.Series)
	if c.Silence {
		return p.silence(c)
	}
	if c.Samples == 0 {
		return what + " has no sample there"
	}
	scrapes := fmt.Sprintf("%d scrapes", c.Samples)
	if strings.Contains(c.Expr, "roomline_log:") {
		scrapes = fmt.Sprintf("%d log lines", c.Samples)
	}
	some := ""
	if c.Of > 0 {
		some = fmt.Sprintf("; over %d of %d series", c.Seen, c.Of)
	}
	if c.Samples == 1 {
		return fmt.Sprintf("%s was %s at %s (one sample)%s", what, c.Value, p.clock.At(c.From), some)
	}
	where := fmt.Sprintf("from %s to %s (largest gap %s)", p.clock.At(c.From), p.clock.At(c.To), Duration(time.Duration(c.LargestGap)*time.Millisecond))
	return fmt.Sprintf("%s %s %s%s", what, p.course(c, scrapes), where, some)
}

// silence says that nothing was printed where it would have been seen.
func (p *printer) silence(c *rules.Claim) string {
	what, covers := Escape(c.Series), "its log covers that"
	if i := strings.LastIndexByte(what, ' '); i >= 0 {
		if strings.Contains(what[:i], ", ") {
			covers = "their logs cover that"
		}
		what = what[i+1:] + " of " + what[:i]
	}
	span := " on"
	if c.To.Known() {
		span = " to " + p.clock.At(c.To)
	}
	if c.From.Known() {
		span = " from " + p.clock.At(c.From) + span
	}
	return "silence: no " + what + span + "; " + covers
}

// course is what the samples of a claim did. A claim tells only the last one, so the others are
// looked up again.
func (p *printer) course(c *rules.Claim, scrapes string) string {
	pts := p.points(c)
	if pts == nil {
		return fmt.Sprintf("was %s at the last of %s", c.Value, scrapes)
	}
	lo, hi := pts[0].Value, pts[0].Value
	for _, q := range pts {
		lo, hi = min(lo, q.Value), max(hi, q.Value)
	}
	first, last := pts[0].Value, pts[len(pts)-1].Value
	switch {
	case lo == hi:
		return fmt.Sprintf("was %s at all %s", Number(lo), scrapes)
	case first == lo && last == hi || first == hi && last == lo:
		return fmt.Sprintf("went from %s to %s over %s", Number(first), Number(last), scrapes)
	}
	return fmt.Sprintf("was between %s and %s, at last %s, at %s", Number(lo), Number(hi), Number(last), scrapes)
}

// points finds the samples that a claim speaks of: of its process and expression, as many as it says
// in its span, with its value at the end.
func (p *printer) points(c *rules.Claim) []mql.Point {
	base, _, _ := strings.Cut(c.Series, " ")
	for _, s := range p.evaluated(base, c.Expr) {
		var in []mql.Point
		for _, q := range s.Points {
			if q.At >= c.From && q.At <= c.To {
				in = append(in, q)
			}
		}
		if len(in) == c.Samples && Number(in[len(in)-1].Value) == c.Value {
			return in
		}
	}
	return nil
}

func (p *printer) evaluated(base, expr string) []mql.SeriesPoints {
	key := base + "\x00" + expr
	if got, ok := p.claim[key]; ok {
		return got
	}
	var out []mql.SeriesPoints
	if e, err := mql.Parse(expr, nil); err == nil {
		for i := range p.inc.Targets {
			if t := &p.inc.Targets[i]; t.Base() == base && wanted(t, expr) {
				out = append(out, e.Points(t, mql.GapRule{})...)
			}
		}
	}
	p.claim[key] = out
	return out
}

// wanted: logged numbers and scraped ones are never in one expression.
func wanted(t *timeline.Target, expr string) bool {
	return t.Logged == strings.Contains(expr, "roomline_log:")
}
