package match

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"roomline/rules/match/teddy"
)

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

// choice is how needles are chosen: how often a literal is found, and which are looked for anyway.
type choice struct {
	often func(string) float64
	share float64         // one that is looked for anyway may be so many times as frequent as the rarest; 0: it is not preferred
	taken map[string]bool // those; nil where none is preferred
}

// needlesOf chooses what to look for: the rarest literal of All, else every one of Any.
func (c *choice) needlesOf(s *Signal) (needles []string, ok bool) {
	best, least := "", 0.0
	for _, l := range s.All {
		if !fit(l) {
			continue
		}
		if o := c.often(l); best == "" || o < least {
			best, least = l, o
		}
	}
	if best != "" {
		return []string{c.shared(s, best, least)}, true
	}
	for _, l := range s.Any {
		if !fit(l) {
			return nil, false
		}
		needles = append(needles, l)
	}
	return unique(needles), len(needles) > 0
}

// shared is a literal of All that is looked for anyway and hardly more frequent than the rarest, if there is one: then each
// line is found once and not twice.
func (c *choice) shared(s *Signal, best string, least float64) string {
	if c.taken[best] {
		return best
	}
	for _, l := range s.All {
		if c.taken[l] && c.often(l) <= least*c.share {
			return l
		}
	}
	return best
}

// take notes what is looked for without a choice: all literals of Any, and the only one of All.
func (c *choice) take(s *Signal) {
	some := slices.DeleteFunc(slices.Clone(s.All), func(l string) bool { return !fit(l) })
	if len(some) == 0 {
		some = s.Any
	} else if len(some) > 1 {
		return
	}
	for _, l := range some {
		c.taken[l] = true
	}
}

// forbids lists needles without which a record holds nothing of Not.
func (e *exact) forbids(s *Signal) []string {
	if e.gate != "" {
		return []string{e.gate}
	}
	return slices.DeleteFunc(slices.Clone(s.Not), func(l string) bool { return !fit(l) })
}

// ofHeaders lists needles that may stand in the header of a record, such as a rank; not what dates it, which every record
// holds.
func ofHeaders(s *Signal) (needles []string) {
	for _, l := range slices.Concat(s.All, s.Any) {
		if fit(l) && strings.Trim(l, headerChars) == "" && strings.ContainsFunc(l, unicode.IsUpper) {
			needles = append(needles, l)
		}
	}
	return needles
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

// byEstimate tells rare literals from frequent ones without a sample: the less, the rarer. It is also
// what tells the line of a hit, which must not depend on a sample.
func byEstimate(l string) float64 {
	bits := 0
	for i := range len(l) {
		bits += teddy.Surprise(l[i])
	}
	return float64(-bits)
}
