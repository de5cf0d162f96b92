package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"roomline/rules/mql"
	"roomline/timeline"
)

// Query is an expression with its answer.
type Query struct {
	Expr  string
	Names []string      // metrics that it tries
	At    timeline.Time // the one moment asked for; 0 if a span was
	Grid  *mql.Grid
	Near  map[string][]string // of a metric that does not exist: names that do
	// Server: the answer is what VictoriaMetrics would draw; its coverage was not checked.
	Server bool
}

// Targets are those that an expression can speak of: the logged ones only if it asks for their
// numbers, since the times of log lines would otherwise be among those of the answer.
func Targets(inc *timeline.Incident, e *mql.Expr) []*timeline.Target {
	logged, scraped := false, false
	for _, n := range e.Selectors() {
		if strings.HasPrefix(n, "roomline_log:") {
			logged = true
		} else {
			scraped = true
		}
	}
	var out []*timeline.Target
	for i := range inc.Targets {
		if t := &inc.Targets[i]; t.Logged && logged || !t.Logged && (scraped || !logged) {
			out = append(out, t)
		}
	}
	return out
}

// Hold is for how long a scrape stands where all were taken by hand: those of several targets are
// never of one instant.
func Hold(targets []*timeline.Target) time.Duration {
	for _, t := range targets {
		if mql.MaxGap(t, mql.GapRule{}) > 0 {
			return 0
		}
	}
	return handHeld
}

// GridAt is the answer at one moment: that of the last scrape at or before it, as long as a scrape
// vouches for the moment.
func GridAt(inc *timeline.Incident, e *mql.Expr, at timeline.Time) *mql.Grid {
	targets := Targets(inc, e)
	g := e.Range(targets, mql.GapRule{}, mql.Span{From: timeline.NoTime, To: at, Hold: Hold(targets)})
	n := len(g.Times)
	out := &mql.Grid{Times: []timeline.Time{at}, Why: []mql.Reason{mql.ScrapeGap}}
	if n == 0 {
		return out
	}
	vouched := false
	for _, t := range targets {
		vouched = vouched || lastScrape(t, at).index >= 0
	}
	if !vouched {
		return out
	}
	out.Times[0], out.Why[0] = g.Times[n-1], g.Why[n-1]
	for _, s := range g.Series {
		out.Series = append(out.Series, mql.GridSeries{Name: s.Name, Labels: s.Labels, Values: s.Values[n-1:], Why: s.Why[n-1:]})
	}
	return out
}

// maxSteps is how many stretches of one series are written.
const maxSteps = 40

// QueryText writes an answer series by series: equal values in a row are one line, and what is not
// known is said with its reason.
func QueryText(w io.Writer, d *Document, q *Query, s Style) error {
	p := newPrinter(w, d, s)
	p.para(0, p.s.paint(bold, Escape(q.Expr)), "")
	n := len(q.Grid.Times)
	if n == 0 {
		p.para(0, p.s.paint(yellow, "?"), "nothing was scraped there: "+noSeries(p.inc, q))
		return p.w.Flush()
	}
	p.line(p.asked(q))
	if q.Server {
		p.para(0, p.s.paint(yellow, "!"), ServerSemantics)
	}
	shown := 0
	for i := range q.Grid.Series {
		if hasAny(&q.Grid.Series[i]) {
			p.gridSeries(q, &q.Grid.Series[i])
			shown++
		}
	}
	if shown == 0 {
		p.stretches(q.Grid.Times, func(k int) string { return cellWord(nil, q.Grid, k) })
		if hint := noSeries(p.inc, q); unknown(q.Grid) || strings.HasPrefix(hint, "no series") {
			p.para(0, p.s.paint(yellow, "?"), hint)
		}
	}
	return p.w.Flush()
}

// ServerSemantics is said of every answer that was computed as a server would.
const ServerSemantics = "semantics of VictoriaMetrics v1.151.0: coverage was not checked, values are also drawn where nothing was scraped"

// asked says which moments the answer is about.
func (p *printer) asked(q *Query) string {
	n := len(q.Grid.Times)
	if q.At == 0 {
		return fmt.Sprintf("%s, %s to %s %s", Plural(n, "moment"), p.clock.At(q.Grid.Times[0]), p.clock.At(q.Grid.Times[n-1]), p.clock.ZoneName())
	}
	text := fmt.Sprintf("at %s %s", p.clock.At(q.At), p.clock.ZoneName())
	if q.Grid.Times[0] != q.At {
		text += ", as it was scraped at " + p.clock.At(q.Grid.Times[0])
	}
	return text
}

func hasAny(s *mql.GridSeries) bool {
	for k, v := range s.Values {
		if !timeline.IsAbsent(v) || s.Why[k] != mql.Known {
			return true
		}
	}
	return false
}

func unknown(g *mql.Grid) bool {
	for _, w := range g.Why {
		if w != mql.Known {
			return true
		}
	}
	return false
}

// noSeries says what could be the matter where nothing is known.
func noSeries(inc *timeline.Incident, q *Query) string {
	known := map[string]bool{}
	for i := range inc.Targets {
		for j := range inc.Targets[i].Series {
			known[inc.Targets[i].Series[j].Name] = true
		}
	}
	var absent []string
	for _, n := range q.Names {
		if !known[n] && !strings.HasPrefix(n, "=~") && !strings.HasPrefix(n, "{") {
			absent = append(absent, n)
		}
	}
	switch {
	case len(known) == 0:
		return "no scrape was given and no log line prints a number (--scrape role@instance=PATH)"
	case len(absent) > 0:
		return "no series is named " + q.absent(absent) + " (roomline report -o json lists all under `series`)"
	}
	return "no scrape vouches for this; see the gaps in roomline sources"
}

// absent lists names that do not exist, each with those that may have been meant.
func (q *Query) absent(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		if out[i] = Escape(n); len(q.Near[n]) > 0 {
			out[i] += " (did you mean " + Escape(strings.Join(q.Near[n], ", ")) + "?)"
		}
	}
	return strings.Join(out, ", ")
}

// gridSeries is one series: how much of it is known, then its course.
func (p *printer) gridSeries(q *Query, s *mql.GridSeries) {
	n, sum := 0, ""
	lo, hi, last := 0.0, 0.0, 0.0
	for _, v := range s.Values {
		if timeline.IsAbsent(v) {
			continue
		}
		if n++; n == 1 {
			lo, hi = v, v
		}
		lo, hi, last = min(lo, v), max(hi, v), v
	}
	if n > 1 {
		sum = fmt.Sprintf("min %s, max %s, last %s, ", Number(lo), Number(hi), Number(last))
	}
	p.line("")
	p.para(0, "", Escape(orElse(s.Name+LabelText(s.Labels), "value")))
	p.line(fmt.Sprintf("  %s%d of %s known", sum, n, Plural(len(s.Values), "moment")))
	p.stretches(q.Grid.Times, func(k int) string { return cellWord(s, q.Grid, k) })
}

// cellWord is a value, "none" where nothing satisfies the expression, or "unknown" with the reason.
func cellWord(s *mql.GridSeries, g *mql.Grid, k int) string {
	why := g.Why[k]
	if s != nil {
		if !timeline.IsAbsent(s.Values[k]) {
			return Number(s.Values[k])
		}
		if s.Why[k] != mql.Known {
			why = s.Why[k]
		}
	}
	if why != mql.Known {
		return "unknown: " + why.String()
	}
	return "none"
}

// stretches writes one line for each run of equal cells.
func (p *printer) stretches(times []timeline.Time, word func(int) string) {
	lines := 0
	for k := 0; k < len(times); {
		end := k
		for end+1 < len(times) && word(end+1) == word(k) {
			end++
		}
		if lines++; lines > maxSteps {
			p.more(2, len(times)-k, "-o json lists all; --range narrows it")
			return
		}
		when := p.clock.At(times[k])
		if end > k {
			when = fmt.Sprintf("%s to %s (%d)", when, p.clock.At(times[end]), end-k+1)
		}
		text := word(k)
		if strings.HasPrefix(text, "unknown") {
			text = p.s.paint(yellow, "? "+text)
		}
		p.line("  " + when + "  " + text)
		k = end + 1
	}
}
