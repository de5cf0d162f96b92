package match

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

const (
	slots = 64 // of a state, for its successors
	// maxClasses is how many classes of runes a program may tell apart; the end of the text and wide
	// take a slot each.
	maxClasses = slots - 2
	// maxWide is how many stretches of runes beyond ASCII a program may tell apart.
	maxWide = 64
	// maxSets is how many character classes a program may have.
	maxSets = 64
	// wide marks in alphabet.class a byte that begins a rune beyond ASCII.
	wide = slots - 1
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
	cuts := cutsOf(p, words)
	t, ok := newTeller(p, words)
	if !ok {
		return nil, false
	}
	seen := map[mark]uint8{}
	for i, from := range cuts {
		key := t.mark(from)
		c, known := seen[key]
		if !known {
			c = uint8(len(a.reps))
			seen[key] = c
			a.reps = append(a.reps, from)
		}
		if len(a.reps) > maxClasses || len(a.from) >= maxWide {
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

// teller tells runes apart as a program does.
type teller struct {
	words  bool
	single map[rune]bool  // runes that an instruction of their own asks for
	sets   []*syntax.Inst // other instructions, each set of runes once
}

// mark is what a program can tell of a rune: two runes with the same one are of one class.
type mark struct {
	single rune
	sets   uint64
	word   bool
}

func newTeller(p *syntax.Prog, words bool) (*teller, bool) {
	t := &teller{words: words, single: map[rune]bool{'\n': true}}
	for i := range p.Inst {
		in := &p.Inst[i]
		switch {
		case in.Op == syntax.InstRune1:
			t.single[in.Rune[0]] = true
		case in.Op == syntax.InstRune && !slices.ContainsFunc(t.sets, func(o *syntax.Inst) bool {
			return o.Arg == in.Arg && slices.Equal(o.Rune, in.Rune)
		}):
			t.sets = append(t.sets, in)
		}
	}
	return t, len(t.sets) <= maxSets
}

func (t *teller) mark(r rune) mark {
	m := mark{single: -1, word: t.words && syntax.IsWordChar(r)}
	if t.single[r] {
		m.single = r
	}
	for i, in := range t.sets {
		if in.MatchRune(r) {
			m.sets |= 1 << i
		}
	}
	return m
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
