package rules

import (
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"roomline/timeline"
)

func (l *loader) tests(n *yaml.Node) {
	ids, have := l.ruleIDs()
	for _, c := range l.items(n, "tests") {
		l.p.Tests = append(l.p.Tests, l.test(c, ids, have))
	}
}

func (l *loader) test(n *yaml.Node, ids []string, have map[string]bool) *Test {
	f := l.known(n, "test")
	if len(f) == 0 && !l.misspelt(n, "test") {
		l.fault(n, "a test holds nothing: give it logs or metrics, and what it expects")
	}
	t := &Test{Name: l.str(f["name"].value, "name"), Line: n.Line, CapturedAt: timeline.NoTime, Start: timeline.NoTime, Marks: map[string]timeline.Time{}}
	if v := f["start"].value; v != nil {
		t.Start = l.time(v)
	}
	if v := f["captured_at"].value; v != nil {
		t.CapturedAt = l.time(v)
	}
	for _, p := range l.pairs(f["marks"].value, "marks") {
		t.Marks[p.key] = l.time(p.value)
	}
	for _, p := range l.pairs(f["logs"].value, "logs") {
		l.sourceName(p)
		t.Logs = append(t.Logs, TestLog{p.key, l.strs(p.value, "log of "+p.key)})
	}
	for _, p := range l.pairs(f["metrics"].value, "metrics") {
		l.sourceName(p)
		m := l.known(p.value, "test metrics")
		tm := TestMetrics{Source: p.key, Interval: l.duration(m["interval"].value, "interval"), Series: l.strs(m["series"].value, "series")}
		if m["interval"].value == nil && !l.misspelt(p.value, "test metrics") {
			l.fault(p.at, "metrics of %s need an interval", p.key)
		}
		t.Metrics = append(t.Metrics, tm)
	}
	l.mutate(t, f["mutate"].value)
	for _, c := range l.items(f["expect"].value, "expect") {
		t.Expect = append(t.Expect, l.expect(c, ids, have))
	}
	return t
}

// sourceName looks at the role of a log or of metrics: it may not nearly be a known one. Whether an incident can have
// such a source is told when the test is run.
func (l *loader) sourceName(p pair) {
	role, _, ok := strings.Cut(p.key, "@")
	if ok && !slices.Contains(knownRoles, role) {
		if hint := l.didYouMean(role, knownRoles); hint != "" {
			l.fault(p.at, "the role of source %q is unknown%s", p.key, hint)
		}
	}
}

func (l *loader) time(n *yaml.Node) timeline.Time {
	s := l.str(n, "a time")
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05"} {
		if t, err := time.Parse(layout, s); err == nil {
			return timeline.FromStd(t)
		}
	}
	l.fault(n, "%q is no time (2026-05-12T03:14:00Z)", s)
	return timeline.NoTime
}

func (l *loader) expect(n *yaml.Node, ids []string, have map[string]bool) Expect {
	f := l.known(n, "expect")
	e := Expect{Rule: l.str(f["rule"].value, "rule"), Count: -1, Witnesses: -1, Rooms: -1, Line: n.Line, Class: l.str(f["class"].value, "class")}
	if !have[e.Rule] && !l.misspelt(n, "expect") {
		l.fault(or(f["rule"].value, n), "a test expects something of %q, which is no rule of this pack or one that it uses%s", e.Rule, l.didYouMean(e.Rule, ids))
	}
	for _, x := range []struct {
		key string
		to  *string
		may []string
	}{{"verdict", &e.Verdict, []string{"confirmed", "inconclusive", "refuted"}}, {"not_fired", &e.NotFired, []string{"clear", "not_observed"}}, {"root", &e.Root, []string{"yes", "no", "unknown"}}} {
		if v := f[x.key].value; v != nil {
			*x.to = l.oneOf(v, x.key, x.may...)
		}
	}
	e.Entity, e.Steps = l.words(f["entity"].value, "entity"), l.words(f["steps"].value, "steps")
	for _, c := range l.items(f["missing"].value, "missing") {
		m := l.known(c, "missing")
		e.Missing = append(e.Missing, Missing{Reason: Reason(l.str(m["reason"].value, "reason")), Source: l.str(m["source"].value, "source")})
	}
	if v := f["explained_by"].value; v != nil {
		e.hasExplained, e.ExplainedBy = true, l.strs(v, "explained_by")
	}
	for _, x := range []struct {
		key string
		to  *int
	}{{"count", &e.Count}, {"witnesses", &e.Witnesses}, {"rooms", &e.Rooms}} {
		if v := f[x.key].value; v != nil {
			*x.to = l.integer(v, x.key)
		}
	}
	for _, p := range l.pairs(f["order_proven"].value, "order_proven") {
		if e.OrderProven == nil {
			e.OrderProven = map[string]bool{}
		}
		e.OrderProven[p.key] = l.boolean(p.value, "order_proven")
	}
	e.NearMiss = l.expectNear(f["near_miss"].value)
	return e
}

func (l *loader) expectNear(n *yaml.Node) *NearMiss {
	if n == nil {
		return nil
	}
	m := l.known(n, "near miss")
	return &NearMiss{BlockedAt: l.str(m["blocked_at"].value, "blocked_at"), Lacks: l.strs(m["lacks"].value, "lacks"),
		Nearest: l.str(m["nearest"].value, "nearest"), Distance: l.str(m["distance"].value, "distance")}
}

func (l *loader) words(n *yaml.Node, what string) map[string]string {
	out := map[string]string{}
	for _, p := range l.pairs(n, what) {
		out[p.key] = l.str(p.value, what)
	}
	return out
}
