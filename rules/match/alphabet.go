package match

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

const (
	// maxClasses is how many runes a program may tell apart: so many next states each state has room for.
	maxClasses = 64
	// maxWide is how many stretches of runes beyond ASCII a program may tell apart.
	maxWide = 64
	// wide marks in alphabet.class a byte that begins a rune beyond ASCII.
	wide = 255
)

// alphabet folds all runes into the few classes that a program can tell apart.
type alphabet struct {
	class [256]uint8 // of an ASCII byte; wide for any other
	from  []rune     // where stretches beyond ASCII begin, ascending, the first at utf8.RuneSelf
	wides []uint8    // their classes
	reps  []rune     // by class: one of its runes
}

// newAlphabet fails on a program that tells too many runes apart.
func newAlphabet(p *syntax.Prog, words bool) (*alphabet, bool) {
	a := &alphabet{}
	for i := utf8.RuneSelf; i < len(a.class); i++ {
		a.class[i] = wide
	}
	seen := map[string]uint8{}
	cuts := cutsOf(p, words)
	for i, from := range cuts {
		key := signature(p, from, words)
		c, known := seen[key]
		if !known {
			c = uint8(len(a.reps))
			seen[key] = c
			a.reps = append(a.reps, from)
		}
		if len(a.reps) >= maxClasses || len(a.from) >= maxWide {
			return nil, false
		}
		if from >= utf8.RuneSelf {
			a.from, a.wides = append(a.from, from), append(a.wides, c)
			continue
		}
		for b := from; b < cuts[i+1]; b++ { // there is always a cut at utf8.RuneSelf
			a.class[b] = c
		}
	}
	return a, true
}

// end is the class that stands for the end of the text.
func (a *alphabet) end() uint8 { return uint8(len(a.reps)) }

// rune gives class and width of the rune beyond ASCII that text begins with. What is not UTF-8 is
// one unicode.ReplacementChar per byte, as it is to package regexp.
func (a *alphabet) rune(text []byte) (class uint8, width int) {
	r, width := utf8.DecodeRune(text)
	i := len(a.from) - 1
	for a.from[i] > r {
		i--
	}
	return a.wides[i], width
}

// cutsOf lists, ascending, where the runes begin that some instruction treats unlike the rune before.
func cutsOf(p *syntax.Prog, words bool) []rune {
	cuts := []rune{0, '\n', '\n' + 1, utf8.RuneSelf}
	if words {
		cuts = append(cuts, '0', '9'+1, 'A', 'Z'+1, '_', '_'+1, 'a', 'z'+1)
	}
	for i := range p.Inst {
		in := &p.Inst[i]
		switch {
		case in.Op != syntax.InstRune && in.Op != syntax.InstRune1:
		case len(in.Rune) == 1:
			cuts = append(cuts, in.Rune[0], in.Rune[0]+1)
			if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
				for r := unicode.SimpleFold(in.Rune[0]); r != in.Rune[0]; r = unicode.SimpleFold(r) {
					cuts = append(cuts, r, r+1)
				}
			}
		default:
			for j := 0; j+1 < len(in.Rune); j += 2 {
				cuts = append(cuts, in.Rune[j], in.Rune[j+1]+1)
			}
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	if last := len(cuts) - 1; cuts[last] > unicode.MaxRune {
		cuts = cuts[:last]
	}
	return cuts
}

// signature is what a program can tell of a rune: two runes with the same one are of one class.
func signature(p *syntax.Prog, r rune, words bool) string {
	key := []byte{0}
	if r == '\n' {
		key[0] |= 1
	}
	if words && syntax.IsWordChar(r) {
		key[0] |= 2
	}
	var last []rune
	for i := range p.Inst {
		in := &p.Inst[i]
		if !eats(in) || len(in.Rune) > 0 && len(last) > 0 && &in.Rune[0] == &last[0] {
			continue // a counted repeat is the same class many times
		}
		last = in.Rune
		if takes(in, r) {
			key = append(key, byte(i), byte(i>>8))
		}
	}
	return string(key)
}

// eats says whether an instruction is one that consumes a rune.
func eats(in *syntax.Inst) bool {
	switch in.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	}
	return false
}

// takes says whether an instruction consumes r.
func takes(in *syntax.Inst, r rune) bool {
	switch in.Op {
	case syntax.InstRune:
		return in.MatchRune(r)
	case syntax.InstRune1:
		return r == in.Rune[0]
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return false
}
