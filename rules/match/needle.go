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

// needlesOf chooses what to look for: the rarest literal of All, else every one of Any.
func needlesOf(s *Signal, often func(string) float64) (needles []string, ok bool) {
	best, least := "", 0.0
	for _, l := range s.All {
		if !fit(l) {
			continue
		}
		if o := often(l); best == "" || o < least {
			best, least = l, o
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
