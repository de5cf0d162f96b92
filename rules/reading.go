package rules

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"roomline/rules/mql"
)

// The semantics that a metric signal may ask for.
const (
	strictSemantics = "strict"
	serverSemantics = "victoriametrics"
)

// reading reads what a metric signal asks for beside what was surely seen.
func (l *loader) reading(s *Signal, f map[string]pair) {
	s.semantics = l.semantics(f["semantics"].value)
	p := f["partial"].value
	if s.Partial = l.boolean(p, "partial"); !s.Partial || s.Expr == nil {
		return
	}
	switch {
	case !s.Expr.Aggregates():
		l.fault(p, "partial is about the series of an aggregate, and the expression has none: leave it out, or write sum by (instance) (...)")
	case s.semantics == serverSemantics:
		l.fault(p, "a server's aggregates are over the series that are there already: leave partial out, or semantics")
	}
}

func (l *loader) semantics(n *yaml.Node) string {
	if n == nil {
		return ""
	}
	return l.oneOf(n, "semantics", strictSemantics, serverSemantics)
}

// Reading is how its expression is evaluated.
func (s *Signal) Reading() mql.Reading {
	server := s.semantics == serverSemantics || s.semantics == "" && s.pack != nil && s.pack.Server
	return mql.Reading{Server: server, Partial: s.Partial && !server}
}

// ReadingText says it in words, "" where nothing but what was surely seen counts.
func (s *Signal) ReadingText() string {
	switch r := s.Reading(); {
	case s.Kind != MetricSignal:
	case r.Server:
		return "as VictoriaMetrics would draw it: its guesses between samples count, and coverage was not checked"
	case r.Partial:
		return "over the series that a scrape shows, though the target shows more at others"
	}
	return ""
}

// readings say it of the signals that the verdict of a rule rests on.
func (r *Rule) readings() []string {
	var all []*Signal
	for _, st := range r.Steps {
		all = st.Op.allSignals(all)
	}
	for _, b := range r.Branches {
		if b.When != nil {
			all = b.When.allSignals(all)
		}
	}
	var out []string
	for _, s := range all {
		if text := s.ReadingText(); text != "" && !slices.Contains(out, s.Shown()+": "+text) {
			out = append(out, s.Shown()+": "+text)
		}
	}
	return out
}
