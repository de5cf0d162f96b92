package match

import (
	"fmt"
	"strings"
)

// MinNeedle is the least length of a needle, in bytes.
const MinNeedle = 4

// maxCaptures is how many values a timeline.Match can tell apart.
const maxCaptures = 32

// New builds a matcher. It fails, naming the signal by its ID, on one that has neither a needle
// nor leave to be slow, and on one with more captures than a hit can hold.
func New(signals []Signal) (*Matcher, error) {
	m := &Matcher{always: make([]uint64, (len(signals)+63)/64)}
	ids := map[string]int32{}
	var literals []string
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
		for _, lit := range needles {
			id, known := ids[lit]
			if !known {
				id = int32(len(literals))
				ids[lit] = id
				literals = append(literals, lit)
				m.users = append(m.users, nil)
			}
			m.users[id] = append(m.users[id], int32(i))
		}
		m.signals = append(m.signals, prepare(s, needles))
	}
	m.filter = newFilter(literals)
	return m, nil
}

func prepare(s Signal, needles []string) signal {
	p := signal{Signal: s, all: literalBytes(s.All), any: literalBytes(s.Any), not: literalBytes(s.Not)}
	if p.needles = literalBytes(needles); needles == nil {
		// Without a needle any literal that must be there tells the line.
		if p.needles = p.any; len(p.all) > 0 {
			p.needles = p.all[:1]
		}
	}
	return p
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
		sum += surprise(l[i])
	}
	return sum
}

// surprise is roughly -log2 of how often a byte occurs in log text.
func surprise(c byte) int {
	switch {
	case c == ' ' || strings.IndexByte("etaoinsr", c) >= 0 || c == '0' || c == '1':
		return 4
	case '2' <= c && c <= '9' || strings.IndexByte("dlcumphq:.,-=_", c) >= 0:
		return 5
	case 'a' <= c && c <= 'z' || strings.IndexByte("#/\"()[]TP", c) >= 0:
		return 6
	case 'A' <= c && c <= 'Z':
		return 7
	}
	return 9
}
