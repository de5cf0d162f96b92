package rules

import (
	"strings"
	"time"

	"roomline/rules/match"
	"roomline/rules/mql"
	"roomline/timeline"
)

// SignalKind says what a signal is recognised in.
type SignalKind uint8

// Kinds of signals.
const (
	LogSignal SignalKind = iota
	MetricSignal
	ConfigSignal
)

// Signal is one record, one metric condition or one start-up setting that a pack recognises.
type Signal struct {
	Name          string
	Description   string
	Kind          SignalKind
	Role          string
	All, Any, Not []string
	Regex         *match.Regexp
	Captures      []Capture
	Slow          bool
	Emits         timeline.Emits
	Means         timeline.Means

	Expr      *mql.Expr
	By        []string
	Optional  bool
	Fresh     *Signal   // the log signal that shows that the gauge was written
	FreshExpr *mql.Expr // or the expression
	judged    bool      // it has a fresh_by
	MaxGap    time.Duration
	Partial   bool   // its aggregates are over the series that a scrape shows
	semantics string // "": that of its pack

	File string // of the pack, as messages name it
	Line int

	pack   *Pack
	id     timeline.SignalID
	bad    bool              // what it is could not be read
	listed map[string]string // which list its all, any or not is
}

// Pack is the pack that the signal belongs to.
func (s *Signal) Pack() *Pack { return s.pack }

// Capture is a named group of a signal: the first group of Regex, or all of it.
type Capture struct {
	Name  string
	Regex *match.Regexp
}

const minNeedle = 4 // bytes: a shorter literal stands in nearly every line

// words name a signal; that of a short form has no name but the rule's.
func (s *Signal) words() string {
	if id, ok := strings.CutPrefix(s.Name, "."); ok {
		return "rule " + quote(id)
	}
	return "signal " + quote(s.Name)
}

// Needles are literals of which every record of the signal holds at least one; none if there are
// no such.
func (s *Signal) Needles() []string {
	best := ""
	for _, a := range s.All {
		if n := needleIn(a); len(n) > len(best) {
			best = n
		}
	}
	if best != "" {
		return []string{best}
	}
	var out []string
	for _, a := range s.Any {
		n := needleIn(a)
		if n == "" {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// needleIn is a literal that can be a needle; "" if it is too short, or does not lie inside one line.
func needleIn(literal string) string {
	if len(literal) < minNeedle || strings.Contains(literal, "\n") {
		return ""
	}
	return literal
}

// IsNeedle says whether a literal may be searched for by itself: it is long enough and lies inside one line.
func IsNeedle(literal string) bool { return needleIn(literal) != "" }

// captured are the names of what is captured.
func (s *Signal) captured() []string {
	var out []string
	for _, c := range s.Captures {
		out = append(out, c.Name)
	}
	return out
}
