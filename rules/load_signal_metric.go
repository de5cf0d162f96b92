package rules

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"roomline/rules/mql"
)

// metricSignal reads an expression, and what shows that its gauges were written.
func (l *loader) metricSignal(s *Signal, _, n *yaml.Node) {
	s.Kind = MetricSignal
	f := l.known(n, "metric")
	s.Role = l.role(f["role"].value)
	s.By = l.strs(f["by"].value, "by")
	s.Optional = l.boolean(f["optional"].value, "optional")
	s.MaxGap = l.duration(f["max_gap"].value, "max_gap")
	s.Expr = l.expr(f["expr"].value, n, "expr")
	l.reading(s, f)
	fresh := f["fresh_by"].value
	text := l.str(fresh, "fresh_by")
	switch {
	case text == "" || text == "scrape":
	case l.isSignalName(text):
		s.judged = true
		l.fresh = append(l.fresh, freshRef{s, l.spot(fresh)})
	default:
		s.judged, s.FreshExpr = true, l.expr(fresh, n, "fresh_by")
	}
}

var (
	plainName     = regexp.MustCompile(`^\w+$`)
	qualifiedName = regexp.MustCompile(`^([\w.-]+)/\w+$`)
)

// isSignalName tells a signal's name from an expression; PACK/NAME only of a pack that is used, since
// a division reads the same.
func (l *loader) isSignalName(s string) bool {
	m := qualifiedName.FindStringSubmatch(s)
	return plainName.MatchString(s) || m != nil && slices.ContainsFunc(l.p.Uses, func(p *Pack) bool { return p.Name == m[1] })
}

// freshRef is a fresh_by that names a signal, until all are known.
type freshRef struct {
	of *Signal
	at spot
}

// expr parses an expression with the macros of the pack; nil with a fault noted.
func (l *loader) expr(n, around *yaml.Node, what string) *mql.Expr {
	text := l.str(n, what)
	if text == "" {
		l.fault(or(n, around), "a metric signal needs an expression")
		return nil
	}
	if l.exprWords > maxTotalWords {
		return nil
	}
	macros, unclear := l.macrosFor()
	for _, name := range slices.Sorted(maps.Keys(unclear)) {
		if strings.Contains(text, "$"+name) {
			l.fault(n, "macro $%s is in several packs that this one uses: define it in this pack", name)
			return nil
		}
	}
	e, err := mql.Parse(text, macros)
	if err != nil {
		l.badExpr(n, what, text, err, slices.Sorted(maps.Keys(macros)))
		return nil
	}
	l.spend(n, &l.exprWords, e.Words(), maxTotalWords, "words of expressions")
	l.p.exprs = append(l.p.exprs, e)
	return e
}

// badExpr tells what is wrong with an expression, at the byte of it where that is known.
func (l *loader) badExpr(n *yaml.Node, what, text string, err error, macros []string) {
	var bad *mql.Error
	if !errors.As(err, &bad) {
		l.fault(n, "%s: %v", what, err)
		return
	}
	hint := ""
	if name, ok := strings.CutPrefix(bad.Msg, "unknown macro $"); ok {
		name, _, _ = strings.Cut(name, ";")
		hint = l.didYouMean(name, macros)
	}
	l.fault(l.inside(n, bad.Column-1), "%s: %s%s", what, bad.Msg, hint)
}

// resolveFresh binds fresh_by names once all signals are known.
func (l *loader) resolveFresh() {
	for _, f := range l.fresh {
		out := l.in(f.at)
		f.of.Fresh = l.signal(f.at.node, LogSignal)
		out()
	}
}
