package cre

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// minNeedle is how long a text must be to be looked for: rules/v1 takes no shorter one.
const minNeedle = 4

// pattern is a regular expression as a signal takes it.
type pattern struct {
	all, any []string // texts of which every match holds all, or one
	regex    string   // "" if all says it
}

// patternOf finds what a signal needs to look for in an expression.
func patternOf(text string) (pattern, error) {
	if _, err := regexp.Compile(text); err != nil {
		return pattern{}, err
	}
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return pattern{}, err
	}
	if re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase == 0 && needle(string(re.Rune)) {
		return pattern{all: []string{string(re.Rune)}}, nil
	}
	p := pattern{regex: text}
	if anchored(re) {
		p.regex = "(?m)" + text // a line of CRE is a record here, which may have several
	}
	if best := longest(required(re)); best != "" {
		p.all = []string{best}
	} else {
		p.any = alternatives(re)
	}
	return p, nil
}

func needle(s string) bool { return len(s) >= minNeedle && !strings.Contains(s, "\n") }

// anchored says whether ^ or $ stands in an expression.
func anchored(re *syntax.Regexp) bool {
	if re.Op == syntax.OpBeginText || re.Op == syntax.OpEndText {
		return true
	}
	for _, s := range re.Sub {
		if anchored(s) {
			return true
		}
	}
	return false
}

// required are texts that every match holds.
func required(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 && needle(string(re.Rune)) {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		var out []string
		for _, s := range re.Sub {
			out = append(out, required(s)...)
		}
		return out
	}
	return nil
}

func longest(words []string) string {
	best := ""
	for _, w := range words {
		if len(w) > len(best) {
			best = w
		}
	}
	return best
}

// alternatives are texts of which every match holds at least one; nil if some match may hold none. Of a
// concatenation the part with the longest ones counts.
func alternatives(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return alternatives(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return alternatives(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, s := range re.Sub {
			if a := alternatives(s); a != nil && (best == nil || shortest(a) > shortest(best)) {
				best = a
			}
		}
		return best
	case syntax.OpAlternate:
		var out []string
		for _, s := range re.Sub {
			if w := longest(required(s)); w != "" {
				out = append(out, w)
			} else if a := alternatives(s); a != nil {
				out = append(out, a...)
			} else {
				return nil
			}
		}
		return out
	}
	return nil
}

func shortest(words []string) int {
	n := len(words[0])
	for _, w := range words {
		n = min(n, len(w))
	}
	return n
}
