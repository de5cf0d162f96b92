package match

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"roomline/rules/match/teddy"
)

// MinNeedle is the least length of a needle, in bytes.
const MinNeedle = teddy.Window

// maxCaptures is how many values a timeline.Match can tell apart.
const maxCaptures = 32

// New builds a matcher. It fails, naming the signal by its ID, on one that has neither a needle
// nor leave to be slow, and on one with more captures than a hit can hold.
func New(signals []Signal) (*Matcher, error) {
	m := &Matcher{always: make([]uint64, (len(signals)+63)/64)}
	b := &preparer{ids: map[string]int32{}, patterns: map[patternKey]*pattern{}}
	needlesBy := make([][]string, len(signals))
	for i, s := range signals {
		needles, ok := needlesOf(&s)
		switch {
		case !ok && !s.Slow:
			return nil, fmt.Errorf("signal %d: no literal of at least %d bytes inside one line in all, or in each alternative of any; say slow to try it on every record", s.ID, MinNeedle)
		case len(s.Captures) > maxCaptures:
			return nil, fmt.Errorf("signal %d: %d captures, at most %d can be kept", s.ID, len(s.Captures), maxCaptures)
		case !ok:
			m.always[i>>6] |= 1 << (i & 63)
			m.slow = true
		}
		for _, id := range b.literalsOf(needles) {
			if int(id) == len(m.users) {
				m.users = append(m.users, nil)
			}
			m.users[id] = append(m.users[id], int32(i))
		}
		needlesBy[i] = needles
	}
	m.needles = teddy.New(literalBytes(b.literals), teddy.Estimated())
	for i, s := range signals {
		m.signals = append(m.signals, b.prepare(s, needlesBy[i]))
	}
	m.literals, m.patterns = literalBytes(b.literals), len(b.patterns)
	return m, nil
}

// preparer numbers what signals share: literals, of which the needles come first, and patterns.
type preparer struct {
	literals []string
	ids      map[string]int32
	patterns map[patternKey]*pattern
}

type patternKey struct {
	text string
	what wanted
}

func (b *preparer) prepare(s Signal, needles []string) signal {
	p := signal{id: s.ID, all: b.literalsOf(s.All), any: b.literalsOf(s.Any), not: b.literalsOf(s.Not), gate: noGate}
	if gate := commonPrefix(s.Not); len(s.Not) > 1 && len(gate) >= MinNeedle {
		p.gate = b.literalsOf([]string{gate})[0]
	}
	if p.tells = literalBytes(needles); needles == nil {
		// Without a needle any literal that must be there tells the line.
		if p.tells = literalBytes(s.Any); len(s.All) > 0 {
			p.tells = literalBytes(s.All[:1])
		}
	}
	if s.Regex != nil {
		p.regex = b.pattern(s.Regex, wantStart)
	}
	for i, c := range s.Captures {
		p.captures = append(p.captures, capture{pattern: b.pattern(c.Regex, wantGroup), ignore: s.Ignore[i]})
	}
	return p
}

func (b *preparer) literalsOf(literals []string) []int32 {
	var out []int32
	for _, l := range literals {
		id, known := b.ids[l]
		if !known {
			id = int32(len(b.literals))
			b.ids[l] = id
			b.literals = append(b.literals, l)
		}
		out = append(out, id)
	}
	return out
}

func (b *preparer) pattern(re *regexp.Regexp, what wanted) *pattern {
	key := patternKey{re.String(), what}
	p := b.patterns[key]
	if p == nil {
		p = newPattern(re, what)
		p.id = len(b.patterns)
		b.patterns[key] = p
	}
	return p
}

// commonPrefix is what all of some literals begin with.
func commonPrefix(literals []string) string {
	var prefix []byte
	for i, l := range literals {
		if i == 0 {
			prefix = []byte(l)
		}
		for !bytes.HasPrefix([]byte(l), prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return string(prefix)
}

func literalBytes(literals []string) [][]byte {
	var out [][]byte
	for _, l := range literals {
		out = append(out, []byte(l))
	}
	return out
}

// needlesOf chooses what to look for: the rarest literal of All, else every one of Any.
func needlesOf(s *Signal) (needles []string, ok bool) {
	best, rarest := "", -1
	for _, l := range s.All {
		if r := rarity(l); fit(l) && r > rarest {
			best, rarest = l, r
		}
	}
	if best != "" {
		return []string{best}, true
	}
	for _, l := range s.Any {
		if !fit(l) {
			return nil, false
		}
		needles = append(needles, l)
	}
	return unique(needles), len(needles) > 0
}

// fit says whether a literal can be a needle: a block is cut at line breaks.
func fit(l string) bool { return len(l) >= MinNeedle && !strings.ContainsAny(l, "\n") }

func unique(in []string) []string {
	seen := map[string]bool{}
	out := in[:0:0]
	for _, s := range in {
		if !seen[s] {
			out = append(out, s)
		}
		seen[s] = true
	}
	return out
}

// rarity estimates how many bits of surprise a literal holds: the more, the rarer it is in a log.
func rarity(l string) int {
	sum := 0
	for i := range len(l) {
		sum += teddy.Surprise(l[i])
	}
	return sum
}
