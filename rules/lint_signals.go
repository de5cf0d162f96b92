package rules

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"

	"roomline/timeline"
)

// neverSilent says whether the silence of a signal proves nothing whatever was observed.
func (s *Signal) neverSilent() bool {
	return s.Emits.Kind == timeline.EmitOncePerProcess || s.Emits.Kind == timeline.EmitSampled
}

func (l *linter) signals() {
	used := l.pack.used()
	seen := map[string]*Signal{}
	for _, s := range l.pack.Signals {
		if s.Slow {
			l.warn("slow-signal", s, "signal %s is slow: every record is tried against it", s.Shown())
		}
		if !used[s] && s.Means.Kind == timeline.MeansNothing {
			l.warn("unused-signal", s, "signal %s is never used", s.Shown())
		}
		if s.Kind != LogSignal {
			continue
		}
		l.literals(s)
		key := s.key()
		if other := seen[key]; other != nil {
			l.note("same-signal", s, "signal %s recognises what %s (line %d) does: one of them is enough", s.Shown(), other.Shown(), other.Line)
		} else {
			seen[key] = s
		}
		if !s.tied() {
			l.note("spelt-by-prompt", s, "signal %s is not tied to the begin of a line: a request log that quotes such a text would be one too. Begin its regex with (?m)^", s.Shown())
		}
	}
}

// Shown is the name of a signal; those of short forms have that of their rule.
func (s *Signal) Shown() string {
	if rule, ok := strings.CutPrefix(s.Name, "."); ok {
		return "of " + rule
	}
	return s.Name
}

// used are the signals that something asks for: a rule, a lifecycle, freshness.
func (p *Pack) used() map[*Signal]bool {
	used := map[*Signal]bool{p.Idle: true}
	for _, s := range p.ShownBy {
		used[s] = true
	}
	for _, r := range p.Rules {
		for _, part := range r.Explain() {
			for _, s := range part.Signals {
				used[s] = true
			}
		}
		for _, l := range r.Let {
			for _, s := range l.Of {
				used[s] = true
			}
		}
	}
	for _, lc := range p.Lifecycles {
		for _, m := range lc.Moves {
			used[p.SignalOf(m)] = true
		}
	}
	for _, s := range p.Signals {
		used[s.Fresh] = true
	}
	return used
}

// literals that say nothing new only cost time.
func (l *linter) literals(s *Signal) {
	for i, a := range s.All {
		for k, b := range s.All {
			if i != k && strings.Contains(b, a) && (a != b || i > k) {
				l.note("spare-literal", s, "signal %s wants %q, which is part of %q that it wants too", s.Shown(), a, b)
				break
			}
		}
	}
	for i, a := range s.Any {
		if slices.Index(s.Any, a) < i {
			l.note("spare-literal", s, "signal %s has %q twice in `any`", s.Shown(), a)
		}
	}
	for _, n := range s.Not {
		if slices.ContainsFunc(s.All, func(a string) bool { return strings.Contains(a, n) }) {
			l.warn("contradiction", s, "signal %s can never be there: it wants a text that holds %q, and must not hold it", s.Shown(), n)
		}
	}
}

// key tells apart what signals recognise.
func (s *Signal) key() string {
	parts := []string{s.Role, fmt.Sprint(s.Emits), fmt.Sprint(s.Means)}
	for _, list := range [][]string{s.All, s.Any, s.Not} {
		list = slices.Clone(list)
		slices.Sort(list)
		parts = append(parts, strings.Join(list, "\x00"))
	}
	if s.Regex != nil {
		parts = append(parts, s.Regex.String())
	}
	for _, c := range s.Captures {
		parts = append(parts, c.Name, c.Regex.String())
	}
	return strings.Join(parts, "\x01")
}

// tied says whether a signal begins at the begin of a line, so that no text inside of one can be it.
func (s *Signal) tied() bool {
	if s.Regex == nil {
		return false
	}
	return begins(s.Regex.Tree())
}

func begins(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpBeginText:
		return true
	case syntax.OpCapture:
		return begins(re.Sub[0])
	case syntax.OpConcat:
		return len(re.Sub) > 0 && begins(re.Sub[0])
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(s *syntax.Regexp) bool { return !begins(s) })
	}
	return false
}
