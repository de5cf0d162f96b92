package rules

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// literals reads texts, or the name of a list of them.
func (l *loader) literals(s *Signal, n *yaml.Node, what string) []string {
	if n == nil || n.Kind != yaml.ScalarNode || !strings.HasPrefix(n.Value, "$") || len(n.Value) == 1 {
		return l.strs(n, what)
	}
	if s.listed == nil {
		s.listed = map[string]string{}
	}
	s.listed[what] = n.Value[1:]
	return l.list(n)
}

const maxCaptures = 32

// logSignal reads what a record must hold, match and not hold, and what is captured of it.
func (l *loader) logSignal(s *Signal, at, n *yaml.Node) {
	s.Kind = LogSignal
	f := l.known(n, "log")
	s.Role = l.role(f["role"].value)
	before := len(l.faults) + l.more
	s.All, s.Any, s.Not = l.literals(s, f["all"].value, "all"), l.literals(s, f["any"].value, "any"), l.literals(s, f["not"].value, "not")
	listless := len(l.faults)+l.more > before // what it looks for is not known
	for _, list := range []struct {
		key   string
		texts []string
	}{{"all", s.All}, {"any", s.Any}, {"not", s.Not}} {
		if n := f[list.key].value; n != nil && !(l.atMost(n, len(list.texts), maxLiterals, "literals in "+list.key) && l.spend(n, &l.texts, len(list.texts), maxTotalTexts, "literals")) {
			return
		}
	}
	s.Regex = l.regex(f["regex"].value, "regex")
	l.captures(s, f["capture"])
	s.Slow = l.boolean(f["slow"].value, "slow")
	if !s.Slow && !listless {
		l.checkNeedle(s, at, f)
	}
	l.checkLiterals(s, f)
}

func (l *loader) captures(s *Signal, p pair) {
	for _, c := range l.pairs(p.value, "capture") {
		re := l.regex(c.value, "capture "+c.key)
		if re == nil && l.str(c.value, "capture "+c.key) == "" {
			l.fault(c.at, "capture %q has no expression", c.key)
		}
		s.Captures = append(s.Captures, Capture{c.key, re})
	}
	if len(s.Captures) > maxCaptures {
		l.fault(p.at, "signal %q has %d captures; the limit is %d", s.Name, len(s.Captures), maxCaptures)
	}
}

// checkNeedle wants a literal by which records of the signal can be found at all.
func (l *loader) checkNeedle(s *Signal, at *yaml.Node, f map[string]pair) {
	if len(s.Needles()) > 0 {
		return
	}
	if bad := slices.IndexFunc(s.Any, func(a string) bool { return needleIn(a) == "" }); bad >= 0 {
		n := f["any"].value
		if n.Kind == yaml.SequenceNode {
			n = n.Content[bad]
		}
		l.fault(n, "the alternative %q has no literal of %d bytes inside one line, so every record would have to be tried: give a longer one, add one to `all`, or write slow: true if that is meant", clip(s.Any[bad]), minNeedle)
		return
	}
	if n := f["all"].value; len(s.All) > 0 {
		at = n
	}
	l.fault(at, "%s has no literal of %d bytes inside one line in `all` (or in every `any`), so every record would have to be tried: give one, or write slow: true if that is meant", s.words(), minNeedle)
}

// checkLiterals refuses a signal of which no record can have what it asks for.
func (l *loader) checkLiterals(s *Signal, f map[string]pair) {
	for i, not := range s.Not {
		holds := func(a string) bool { return strings.Contains(a, not) }
		if !slices.ContainsFunc(s.All, holds) && (len(s.Any) == 0 || !allStrings(s.Any, holds)) {
			continue
		}
		n := f["not"].value
		if n.Kind == yaml.SequenceNode {
			n = n.Content[i]
		}
		l.fault(n, "%s can never match: what it asks for holds %q, which it forbids", s.words(), clip(not))
	}
}

func allStrings(list []string, ok func(string) bool) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !ok(s) })
}
