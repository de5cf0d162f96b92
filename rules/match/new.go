package match

import (
	"fmt"

	"roomline/rules/match/teddy"
)

// MinNeedle is the least length of a needle, in bytes.
const MinNeedle = teddy.Window

// maxCaptures is how many values a timeline.Match can tell apart.
const maxCaptures = 32

// New builds a matcher. It fails, naming the signal by its ID, on one that has neither a needle
// nor leave to be slow, and on one with more captures than a hit can hold.
func New(signals []Signal) (*Matcher, error) {
	b := &preparer{patterns: map[patternKey]*pattern{}}
	exact := make([]exact, len(signals))
	for i, s := range signals {
		needles, ok := needlesOf(&s, byEstimate)
		switch {
		case !ok && !s.Slow:
			return nil, fmt.Errorf("signal %d: no literal of at least %d bytes inside one line in all, or in each alternative of any; say slow to try it on every record", s.ID, MinNeedle)
		case len(s.Captures) > maxCaptures:
			return nil, fmt.Errorf("signal %d: %d captures, at most %d can be kept", s.ID, len(s.Captures), maxCaptures)
		}
		exact[i] = b.exactOf(&s, needles)
	}
	m := &Matcher{given: signals, exact: exact, patterns: len(b.patterns)}
	return m.layOut(byEstimate, teddy.Estimated(), nil), nil
}

// Tuned gives a matcher that finds the same, made fast for text like the sample, such as the first
// 256 KiB of a file: it looks for literals, and parts of them, that are rare there. It takes a
// millisecond or a few. Without a sample it is what [New] makes.
//
// Its Needles also gives where the literals of also stand, of at least MinNeedle bytes, with IDs from
// AlsoFrom on, in their order; they mean nothing to Match.
func (m *Matcher) Tuned(sample []byte, also ...string) *Matcher {
	if len(sample) < teddy.LeastSample {
		return m.layOut(byEstimate, teddy.Estimated(), also)
	}
	rates := teddy.Counted(sample)
	return m.layOut(func(l string) float64 { return rates.Needle([]byte(l)) }, rates, also)
}

// AlsoFrom is the ID of the first literal that is only looked for.
func (m *Matcher) AlsoFrom() int32 { return int32(len(m.users)) }

// layOut makes a matcher of the same signals with needles chosen anew.
func (m *Matcher) layOut(often func(string) float64, rates *teddy.Rates, also []string) *Matcher {
	t := &Matcher{given: m.given, exact: m.exact, patterns: m.patterns, always: make([]uint64, (len(m.given)+63)/64)}
	l := numbering{ids: map[string]int32{}}
	for i := range t.given {
		needles, ok := needlesOf(&t.given[i], often)
		if !ok {
			t.always[i>>6] |= 1 << (i & 63)
			t.slow = true
		}
		for _, id := range l.number(needles) {
			if int(id) == len(t.users) {
				t.users = append(t.users, nil)
			}
			t.users[id] = append(t.users[id], int32(i))
		}
	}
	// What must not be there is looked for in the same go: where it is not, as mostly, no record need be
	// searched for it. So is what a header may hold, since [Matcher.Decide] does not know headers.
	for i := range t.given {
		l.number(t.exact[i].forbids(&t.given[i]))
		l.number(ofHeaders(&t.given[i]))
	}
	for len(t.users) < len(l.literals) {
		t.users = append(t.users, nil)
	}
	t.needles = teddy.New(append(literalBytes(l.literals), literalBytes(also)...), rates)
	for i := range t.given {
		t.signals = append(t.signals, l.signal(&t.given[i], &t.exact[i]))
	}
	for _, lit := range l.literals {
		t.literals = append(t.literals, teddy.NewFinder([]byte(lit)))
	}
	t.anyOf, t.byText = make([]anyText, len(l.literals)), l.ids
	return t
}

// numbering gives literals their IDs, of which those of the needles come first.
type numbering struct {
	literals []string
	ids      map[string]int32
}

func (l *numbering) number(literals []string) []int32 {
	var out []int32
	for _, s := range literals {
		id, known := l.ids[s]
		if !known {
			id = int32(len(l.literals))
			l.ids[s] = id
			l.literals = append(l.literals, s)
		}
		out = append(out, id)
	}
	return out
}

func (l *numbering) signal(s *Signal, e *exact) signal {
	p := signal{exact: e, all: l.number(s.All), any: l.number(s.Any), not: l.number(s.Not), gate: noGate}
	if e.gate != "" {
		p.gate = l.number([]string{e.gate})[0]
	}
	return p
}

// preparer makes what does not depend on the choice of needles. Signals share patterns.
type preparer struct {
	patterns map[patternKey]*pattern
}

type patternKey struct {
	text string
	what wanted
}

func (b *preparer) exactOf(s *Signal, needles []string) exact {
	e := exact{id: s.ID, tells: literalBytes(needles)}
	if needles == nil {
		// Without a needle any literal that must be there tells the line.
		if e.tells = literalBytes(s.Any); len(s.All) > 0 {
			e.tells = literalBytes(s.All[:1])
		}
	}
	if gate := commonPrefix(s.Not); len(s.Not) > 1 && fit(gate) {
		e.gate = gate
	}
	if s.Regex != nil {
		e.regex = b.pattern(s.Regex, wantStart)
	}
	for i, c := range s.Captures {
		e.captures = append(e.captures, capture{pattern: b.pattern(c.Regex, wantGroup), ignore: s.Ignore[i]})
	}
	return e
}

func (b *preparer) pattern(re *Regexp, what wanted) *pattern {
	key := patternKey{re.String(), what}
	p := b.patterns[key]
	if p == nil {
		p = newPattern(re, what)
		p.id = len(b.patterns)
		b.patterns[key] = p
	}
	return p
}
