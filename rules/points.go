package rules

import (
	"slices"
	"strings"
	"time"

	"roomline/rules/mql"
	"roomline/timeline"
)

type pointsKey struct {
	signal timeline.SignalID
	target *timeline.Target
	gap    mql.GapRule
}

type freshKey struct {
	points pointsKey
	label  int
}

// labelled is one series that a metric signal yields on one target: its known samples.
type labelled struct {
	labels []timeline.Label
	points []mql.Point
}

// line is a labelled series cut to one key: the samples that belong to this process life.
type line struct {
	t      *timeline.Target
	labels []timeline.Label
	points []mql.Point
	fresh  []freshness // of each point
	gap    time.Duration
	rule   mql.GapRule
}

// claim is evidence from a series, or a silence of logs.
type claim struct {
	line    *line
	points  []mql.Point
	signal  *Signal
	silence *Claim
}

// loggedPrefix begins the names of series that are made from the numbers in log lines.
const loggedPrefix = "roomline_log:"

// kinds says whether a metric signal speaks of scraped series, of logged ones, or of both.
func (s *Signal) kinds() (scraped, logged bool) {
	for _, n := range s.Expr.Selectors() {
		if strings.HasPrefix(n, loggedPrefix) {
			logged = true
		} else {
			scraped = true
		}
	}
	return scraped || !logged, logged
}

// gapRule is the max_gap that counts for a signal under this rule: its own, the rule's, the pack's.
func (c *ctx) gapRule(s *Signal) mql.GapRule {
	switch {
	case s.MaxGap > 0:
		return mql.Limit(s.MaxGap)
	case c.rule.MaxGap > 0:
		return mql.Limit(c.rule.MaxGap)
	case c.pack.MaxGap > 0:
		return mql.Limit(c.pack.MaxGap)
	}
	return mql.GapRule{}
}

// samples are the known samples of a metric signal on a target.
func (x *indexes) samples(s *Signal, t *timeline.Target, g mql.GapRule) []labelled {
	return once(&x.mu, x.points, pointsKey{s.id, t, g}, func() (got []labelled) {
		for _, sp := range s.Expr.PointsAs(t, g, s.Reading()) {
			got = append(got, labelled{sp.Labels, sp.Points})
		}
		return got
	})
}

// series gives the lines of a metric signal for this key, cut to this process life; and why there
// is none.
func (c *ctx) series(s *Signal, op *Op) (lines []*line, missing []Missing) {
	targets := c.targets(s, op)
	if len(targets) == 0 {
		return nil, []Missing{c.noScrapes(s)}
	}
	g := c.gapRule(s)
	for _, t := range targets {
		found := c.samples(s, t, g)
		if len(found) == 0 {
			if !t.Logged || len(targets) == 1 {
				missing = append(missing, c.noSeries(s, t))
			}
			continue
		}
		for i, l := range found {
			ln := &line{t: t, labels: l.labels, rule: g, gap: mql.MaxGap(t, g)}
			fresh := c.freshness(s, t, g, i, l.points)
			if c.cutToLife(ln, l.points, fresh) {
				missing = append(missing, why(LogGap, c.targetPath(t)))
			}
			lines = append(lines, ln)
		}
	}
	return lines, missing
}

// noSeries says why a target has nothing of a signal: a listed one of which nothing is there is no
// source at all.
func (c *ctx) noSeries(s *Signal, t *timeline.Target) Missing {
	if t.Missing {
		return Missing{Reason: NoSource, Source: t.Base(), After: timeline.MinTime, Until: timeline.MaxTime, Scrapes: true}
	}
	m := why(SeriesAbsent, c.targetPath(t))
	m.Series = s.seriesOn(t)
	return m
}

// seriesOn are the names that a signal looks for on a target, one a line.
func (s *Signal) seriesOn(t *timeline.Target) string {
	names := slices.DeleteFunc(slices.Clone(s.Expr.Selectors()), func(n string) bool {
		return strings.HasPrefix(n, loggedPrefix) != t.Logged || strings.ContainsAny(n, "{\n") && !strings.HasPrefix(n, "=~")
	})
	return strings.Join(names, "\n")
}

// cutToLife keeps the points of this life; it says whether a hole took some. A value that differs from
// one that is not surely of this life shows no write of it: a gauge that nobody wrote begins at 0.
func (c *ctx) cutToLife(ln *line, points []mql.Point, fresh []freshness) (cut bool) {
	if c.limit == nil && c.life <= 1 && (c.anchor == nil || !c.holed()) {
		ln.points, ln.fresh = points, fresh
		return false
	}
	before := -1 // the last one kept
	for i, p := range points {
		m := timeline.Point(p.At, ln.t.Clock)
		if !c.inLife(m) {
			continue
		}
		if c.holeBetween(m) {
			cut = true
			continue
		}
		f := fresh[i]
		if before != i-1 {
			f &^= freshChanged
		}
		ln.points, ln.fresh, before = append(ln.points, p), append(ln.fresh, f), i
	}
	return cut
}

func (c *ctx) inLife(m timeline.Moment) bool {
	if c.limit != nil && c.later(m, *c.limit) != timeline.T {
		return false
	}
	if c.life <= 1 || c.proc < 0 {
		return true
	}
	starts := c.inc.Processes[c.proc].Starts
	if len(starts) < int(c.life)-1 {
		return true
	}
	return c.later(starts[c.life-2], m) == timeline.T || c.anchor != nil && c.later(*c.anchor, m) == timeline.T
}

func (f *facts) targetPath(t *timeline.Target) string {
	if t.Source >= 0 && int(t.Source) < len(f.inc.Sources) {
		return f.inc.Sources[t.Source].Path
	}
	return t.Base()
}

// broken says whether there is a gap between scrapes i and j of a target.
func (c *ctx) broken(t *timeline.Target, ln *line, i, j int) bool {
	g := mql.GapRule{}
	if ln != nil {
		g = ln.rule
	} else if c.pack.MaxGap > 0 {
		g = mql.Limit(c.pack.MaxGap)
	}
	return c.runs(t, g).Broken(i, j)
}

type runsKey struct {
	target *timeline.Target
	gap    mql.GapRule
}

// runs are the runs of a target, found once.
func (x *indexes) runs(t *timeline.Target, g mql.GapRule) *mql.Runs {
	return once(&x.mu, x.runsOf, runsKey{t, g}, func() *mql.Runs { return mql.NewRuns(t, g) })
}

// gapAfter says whether something is missing between neighbouring points i and i+1.
func (ln *line) gapAfter(i int) bool {
	a, b := ln.points[i], ln.points[i+1]
	return b.Scrape-a.Scrape > 1 || b.At.Sub(a.At) > ln.gap
}

// freshness is what shows that a value was written since the scrape before; none: nothing does.
type freshness uint8

const (
	freshShown   freshness = 1 << iota // the named signal or expression, or it is not judged for freshness
	freshChanged                       // it differs from the one before in the same run
)

// freshness says of each point what shows that the gauge was written since the scrape before. A
// signal without fresh_by is not judged.
func (x *indexes) freshness(s *Signal, t *timeline.Target, g mql.GapRule, label int, points []mql.Point) []freshness {
	return once(&x.mu, x.fresh, freshKey{pointsKey{s.id, t, g}, label}, func() []freshness { return x.freshOf(s, t, g, points) })
}

// freshOf is freshness where nobody asked before.
func (x *indexes) freshOf(s *Signal, t *timeline.Target, g mql.GapRule, points []mql.Point) []freshness {
	out := make([]freshness, len(points))
	ln := &line{t: t, points: points, gap: mql.MaxGap(t, g), rule: g}
	var expr *mql.Eval
	if s.FreshExpr != nil {
		expr = s.FreshExpr.On(t, g)
	}
	for i := range points {
		if !s.judged || t.Logged || x.freshAt(s, ln, expr, i) {
			out[i] = freshShown
		}
		if i > 0 && !ln.gapAfter(i-1) && points[i-1].Value != points[i].Value {
			out[i] |= freshChanged
		}
	}
	return out
}

// freshAt says whether the named signal or expression shows a write.
func (x *indexes) freshAt(s *Signal, ln *line, expr *mql.Eval, i int) bool {
	if expr != nil {
		return expr.FreshAt(ln.points[i].Scrape)
	}
	if s.Fresh == nil || ln.points[i].Scrape == 0 {
		return false // nobody looked before
	}
	at := ln.points[i].At
	lo := max(ln.t.Scrapes[ln.points[i].Scrape-1].At, at-timeline.Time(ln.gap)) // the attempt before, also one that failed
	for _, h := range x.ofProcess(s.Fresh.id, ln.t.Process).near(lo-1, at+1) {
		if lo <= h.Lo && h.Hi-1 <= at { // a gauge and the log that shows its freshness share a clock
			return true
		}
	}
	return false
}
