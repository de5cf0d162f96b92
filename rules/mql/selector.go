package mql

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/VictoriaMetrics/metricsql"

	"roomline/timeline"
)

// node is a compiled expression. eval hands its series over one by one and returns what holds for
// the whole; nothing in a node changes after it was compiled.
type node interface {
	eval(s *scope, emit func(row)) coverage
}

// selector is `name{label="value" or ...}`: a series is selected if all matchers of some group fit.
type selector struct {
	groups [][]matcher
	text   string
}

// matcher is one condition on a label ("" is what a missing one reads).
type matcher struct {
	label, value string
	not          bool
	re           *regexp.Regexp // nil: equal
	number       *float64       // of le and quantile, which readers of scrapes spell anew ("1" as "1.0")
}

// pick is a selected series.
type pick struct {
	series *timeline.Series
	first  int // its first sample in a good scrape
}

func newSelector(e *metricsql.MetricExpr) (*selector, error) {
	s := &selector{text: string(e.AppendString(nil))}
	for _, filters := range e.LabelFilterss {
		var group []matcher
		for _, f := range filters {
			m := matcher{label: f.Label, value: f.Value, not: f.IsNegative}
			if f.IsRegexp {
				re, err := metricsql.CompileRegexpAnchored(f.Value)
				if err != nil {
					return nil, err
				}
				m.re = re
			} else if x, err := strconv.ParseFloat(f.Value, 64); err == nil && numeric(f.Label) {
				m.number = &x
			}
			group = append(group, m)
		}
		s.groups = append(s.groups, group)
	}
	return s, nil
}

func numeric(label string) bool { return label == "le" || label == "quantile" }

func (m *matcher) fits(have string) bool {
	switch {
	case m.re != nil && numeric(m.label):
		return m.anySpelling(have) != m.not
	case m.re != nil:
		return m.re.MatchString(have) != m.not
	case m.number != nil:
		if x, err := strconv.ParseFloat(have, 64); err == nil {
			return (x == *m.number) != m.not
		}
	}
	return (have == m.value) != m.not
}

// anySpelling tries a bound as it stands, in its shortest form, and with a decimal.
func (m *matcher) anySpelling(have string) bool {
	if m.re.MatchString(have) {
		return true
	}
	x, err := strconv.ParseFloat(have, 64)
	if err != nil {
		return false
	}
	short := strconv.FormatFloat(x, 'g', -1, 64)
	return m.re.MatchString(short) || m.re.MatchString(short+".0")
}

// selects says whether a series is meant.
func (s *selector) selects(x *timeline.Series) bool {
	return slices.ContainsFunc(s.groups, func(group []matcher) bool {
		for i := range group {
			m := &group[i]
			have := x.Name
			if m.label != "__name__" {
				have = x.Label(m.label)
			}
			if !m.fits(have) {
				return false
			}
		}
		return true
	})
}

// covers says whether a target can hold a selected series: its stamps fit.
func (s *selector) covers(t *timeline.Target) bool {
	return slices.ContainsFunc(s.groups, func(group []matcher) bool {
		for i := range group {
			m := &group[i]
			if stamp, ok := stampOf(t, m.label); ok && !m.fits(stamp) {
				return false
			}
		}
		return true
	})
}

func stampOf(t *timeline.Target, label string) (string, bool) {
	switch label {
	case "role":
		return t.Role, true
	case "instance":
		return t.Instance, true
	case "group":
		return t.Group, true
	}
	return "", false
}

// picks are the series of a target that the selector means and that some good scrape shows.
func (r *reader) picks(s *selector) []pick {
	if p, ok := r.picked[s]; ok {
		return p
	}
	var out []pick
	for i := range r.target.Series {
		x := &r.target.Series[i]
		if !s.selects(x) {
			continue
		}
		for k, v := range x.Values {
			if !timeline.IsAbsent(v) && r.runs.first[k] >= 0 {
				out = append(out, pick{x, k})
				break
			}
		}
	}
	r.picked[s] = out
	return out
}

// inScope are the targets that the selector speaks of. One that was read and never shows such a
// series is none of them while another does: a router's missing scrape says nothing of a queue.
func (s *selector) inScope(views []*view) []*view {
	var fit, show []*view
	shown := false
	for _, v := range views {
		if !s.covers(v.target) {
			continue
		}
		fit = append(fit, v)
		has := len(v.picks(s)) > 0
		shown = shown || has
		if has || !v.readOnce() {
			show = append(show, v)
		}
	}
	if shown {
		return show
	}
	return fit
}

func (r *reader) readOnce() bool {
	return slices.ContainsFunc(r.runs.first, func(i int32) bool { return i >= 0 })
}

func (s *selector) eval(sc *scope, emit func(row)) coverage {
	if sc.server {
		r := rollup{fn: rollupFuncs["default_rollup"], arg: s, window: oneStep}
		return r.onServer(sc, emit)
	}
	var c coverage
	scratch := make([]float64, len(sc.at))
	views := s.inScope(sc.views)
	for _, v := range views {
		c.why = both(c.why, v.why)
		for _, p := range v.picks(s) {
			vals, kept := v.column(p.series, scratch)
			c.missing(v, p, vals, v.why)
			emit(row{name: p.series.Name, labels: p.series.Labels, vals: vals, why: v.why, kept: kept})
		}
	}
	if len(views) == 0 {
		c.why = nowhere(len(sc.at))
	}
	return c
}

// nowhere is the coverage of a selector that no target is in scope of.
func nowhere(n int) []Reason { return everywhere(n, NoSource) }

// names are the metric names that the selector tries, regular expressions as =~"...".
func (s *selector) names() []string {
	var out []string
	for _, group := range s.groups {
		i := slices.IndexFunc(group, func(m matcher) bool { return m.label == "__name__" && !m.not })
		switch {
		case i < 0:
			out = append(out, s.text)
		case group[i].re != nil:
			out = append(out, "=~"+strconv.Quote(group[i].value))
		default:
			out = append(out, group[i].value)
		}
	}
	return out
}

// constant labels of a selector: what absent() shows of a series that is not there.
func (s *selector) constants() []timeline.Label {
	if len(s.groups) != 1 {
		return nil
	}
	var out []timeline.Label
	for _, m := range s.groups[0] {
		if m.re == nil && !m.not && m.label != "__name__" && m.value != "" {
			out = append(out, timeline.Label{Name: m.label, Value: m.value})
		}
	}
	slices.SortFunc(out, func(a, b timeline.Label) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(out, func(a, b timeline.Label) bool { return a.Name == b.Name })
}
