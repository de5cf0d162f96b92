package match

import (
	"regexp/syntax"
	"unicode/utf8"

	"roomline/rules/match/teddy"
)

// step is a part of a regexp that matches a text in one way only, or whose first way is the one that
// is taken if there is any match.
type step struct {
	kind     stepKind
	literal  []byte
	finder   teddy.Finder // of literal, where it is searched
	class    *class
	min, max int      // repetitions of class; max -1: any number
	ways     [][]step // of which one at most matches
	quote    int      // of a string
	word     bool     // a word begins or ends before literal
	tail     *pattern // what goes on with literal
}

type stepKind uint8

const (
	stepLiteral  stepKind = iota
	stepClass             // a class, as often as can be
	stepLine              // all up to the end of the line
	stepWays              // one of several ways
	stepOption            // the only way, or nothing
	stepString            // what is in a quoted string, up to its end
	stepBoundary          // \b
	stepBegin             // of the group
	stepEnd               // of the group
	stepQuoted            // text with quoted strings, up to the first literal that what comes next matches at
	stepUntil             // anything in the line, up to a literal that what comes next matches at
)

// compile fails if a part may match in several ways, and not the first of them counts. What comes
// behind the nodes is in after. With tails it does not count where the match ends: any way will do, and
// what is no direct regexp may be left to an automaton.
func compile(nodes, after []node, tails bool) (steps []step, ok bool) {
	for i, n := range nodes {
		rest := append(nodes[i+1:len(nodes):len(nodes)], after...)
		switch {
		case n.mark == groupBegins:
			steps = append(steps, step{kind: stepBegin})
		case n.mark == groupEnds:
			steps = append(steps, step{kind: stepEnd})
		case n.Op == syntax.OpWordBoundary:
			steps = append(steps, step{kind: stepBoundary})
		case n.literal() != nil:
			steps = append(steps, step{kind: stepLiteral, literal: n.literal()})
		case n.Regexp.Equal(quoted):
			more, ok := compileQuoted(rest, tails)
			return append(steps, more...), ok && len(after) == 0
		case tails && len(after) == 0 && n.line() && len(rest) > 0 && len(rest[0].literal()) >= leastLiteral:
			more, ok := compile(rest[1:], nil, true)
			return append(append(steps, step{kind: stepUntil, literal: rest[0].literal(), finder: teddy.NewFinder(rest[0].literal())}), more...), ok
		default:
			s, ok := compileOne(n, rest, tails)
			if !ok {
				return nil, false
			}
			steps = append(steps, s)
		}
	}
	return steps, true
}

func compileOne(n node, rest []node, tails bool) (step, bool) {
	if n.Op == syntax.OpAlternate {
		return compileWays(n.Sub, rest, tails)
	}
	for quote, s := range stringBodies {
		next, sure := begins(rest)
		if n.Regexp.Equal(s) && !sure && next.only(special[quote]) {
			return step{kind: stepString, quote: quote}, true
		}
	}
	if s, ok := compileRepeat(n, rest); ok {
		return s, true
	}
	if n.Op != syntax.OpQuest || n.Flags&syntax.NonGreedy != 0 {
		return step{}, false
	}
	return compileOption(n, rest, tails)
}

// stringBodies are what may stand in a quoted string.
var stringBodies = [...]*syntax.Regexp{single: mustParse(`(?:[^'\\\n]|\\.)*`), double: mustParse(`(?:[^"\\\n]|\\.)*`)}

// compileRepeat takes a class, once or again and again. The longest way is the only one if nothing of
// it can be what comes next; it is the one taken if what comes next matches anywhere; and no shorter
// one ends at \b.
func compileRepeat(n node, rest []node) (s step, ok bool) {
	s.kind, s.min, s.max = stepClass, 1, 1
	sub := n
	switch n.Op {
	case syntax.OpStar:
		s.min, s.max = 0, -1
	case syntax.OpPlus:
		s.max = -1
	case syntax.OpQuest:
		s.min = 0
	case syntax.OpRepeat:
		s.min, s.max = n.Min, n.Max
	}
	if s.min != 1 || s.max != 1 || n.Op == syntax.OpRepeat {
		if n.Flags&syntax.NonGreedy != 0 {
			return s, false
		}
		sub = node{Regexp: n.Sub[0]}
	}
	if s.class, ok = sub.class(); !ok {
		return s, false
	}
	if s.min == 0 && s.max == -1 && *s.class == notNewline {
		s.kind = stepLine
	}
	next, sure := begins(rest)
	boundary := s.min >= 1 && s.class.words() && atBoundary(rest)
	return s, s.min == s.max || sure || boundary || !s.class.meets(next)
}

// compileOption takes what may be there or not, if it and what comes next cannot both be there.
func compileOption(n node, rest []node, tails bool) (s step, ok bool) {
	inner := flatten(n.Sub[0], false)
	first, _ := begins(inner)
	next, sure := begins(rest)
	if !sure && first.meets(next) && !exclusive(inner, rest) || !tails && hasGroup(n.Sub[0]) {
		return s, false
	}
	way, ok := compile(inner, rest, false)
	return step{kind: stepOption, ways: [][]step{way}}, ok
}

// compileWays takes alternatives of which one at most can be there.
func compileWays(subs []*syntax.Regexp, rest []node, tails bool) (s step, ok bool) {
	s.kind = stepWays
	for i, sub := range subs {
		nodes := flatten(sub, false)
		for _, other := range subs[:i] {
			if !exclusive(nodes, flatten(other, false)) {
				return s, false
			}
		}
		way, ok := compile(nodes, rest, false)
		if !ok || !tails && hasGroup(sub) {
			return s, false
		}
		s.ways = append(s.ways, way)
	}
	return s, true
}

func hasGroup(re *syntax.Regexp) bool {
	for _, sub := range re.Sub {
		if hasGroup(sub) {
			return true
		}
	}
	return re.Op == syntax.OpCapture && re.Cap == 1
}

// compileQuoted takes what comes behind quoted text: perhaps \b, then a literal, then the rest.
func compileQuoted(rest []node, tails bool) ([]step, bool) {
	s := step{kind: stepQuoted}
	if len(rest) > 0 && rest[0].Op == syntax.OpWordBoundary {
		s.word = true
		rest = rest[1:]
	}
	if len(rest) == 0 || len(rest[0].literal()) < leastLiteral {
		return nil, false
	}
	s.literal, s.finder = rest[0].literal(), teddy.NewFinder(rest[0].literal())
	if more, ok := compile(rest[1:], nil, tails); ok {
		return append([]step{s}, more...), true
	}
	if tails {
		s.tail = whole(rest, false)
	}
	return []step{s}, tails
}

var notNewline = func() class {
	c, _ := classOf([]rune{0, '\n' - 1, '\n' + 1, utf8.MaxRune})
	return *c
}()
