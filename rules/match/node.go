package match

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// node is a part of a regexp that is a sequence of such; or a mark, where a group begins or ends.
type node struct {
	*syntax.Regexp
	mark groupMark
}

type groupMark uint8

const (
	noMark groupMark = iota
	groupBegins
	groupEnds
)

// nothing stands for the regexp of a mark, so that its Op can be asked.
var nothing = &syntax.Regexp{Op: syntax.OpEmptyMatch}

// flatten gives a regexp as a sequence. The first group is marked, if it is wanted and each match has
// it; other groups are as if they were none.
func flatten(re *syntax.Regexp, group bool) []node {
	switch re.Op {
	case syntax.OpConcat:
		var out []node
		for _, sub := range re.Sub {
			out = append(out, flatten(sub, group)...)
		}
		return out
	case syntax.OpCapture:
		out := flatten(re.Sub[0], group)
		if group && re.Cap == 1 {
			out = append([]node{{nothing, groupBegins}}, append(out, node{nothing, groupEnds})...)
		}
		return out
	}
	return []node{{Regexp: re}}
}

func (n node) equal(o node) bool { return n.mark == o.mark && n.Regexp.Equal(o.Regexp) }

// literal is the text that the node matches, if it is one text, nil else.
func (n node) literal() []byte {
	if n.Op != syntax.OpLiteral || n.Flags&syntax.FoldCase != 0 {
		return nil
	}
	var out []byte
	for _, r := range n.Rune {
		if r >= utf8.RuneSelf {
			return nil // U+FFFD is also what is not UTF-8
		}
		out = append(out, byte(r))
	}
	return out
}

// class is a set of runes that has either all of those beyond ASCII, or none.
type class [256]bool

func (c *class) has(b byte) bool { return c[b] }

func (c *class) meets(o *class) bool {
	for b, in := range c {
		if in && o[b] {
			return true
		}
	}
	return false
}

// only says whether a byte is all of it.
func (c *class) only(b byte) bool {
	o := class{}
	o[b] = true
	return *c == o
}

// words says whether all of it are word characters, as \b knows them.
func (c *class) words() bool {
	for b, in := range c {
		if in && (b >= utf8.RuneSelf || !syntax.IsWordChar(rune(b))) {
			return false
		}
	}
	return true
}

// class is the set of what a node matches, if that is one rune.
func (n node) class() (*class, bool) {
	switch n.Op {
	case syntax.OpLiteral:
		if len(n.Rune) == 1 {
			return foldsOf(n.Rune[0], n.Flags&syntax.FoldCase != 0)
		}
	case syntax.OpAnyCharNotNL:
		return classOf([]rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune})
	case syntax.OpAnyChar:
		return classOf([]rune{0, unicode.MaxRune})
	case syntax.OpCharClass:
		return classOf(n.Rune)
	}
	return nil, false
}

// line says whether the node matches any stretch of a line.
func (n node) line() bool {
	if n.Op != syntax.OpStar {
		return false
	}
	c, ok := node{Regexp: n.Sub[0]}.class()
	return ok && *c == notNewline
}

// plus is the set of a node that matches one rune of it or more. Such a run may begin within what is
// no UTF-8, so that either all bytes beyond ASCII are in it or none, which class grants.
func (n node) plus() (*class, bool) {
	if n.Op != syntax.OpPlus || n.Flags&syntax.NonGreedy != 0 {
		return nil, false
	}
	return node{Regexp: n.Sub[0]}.class()
}

// foldsOf is the set of a rune, and of what it is in the other case; [Pp] is parsed as such.
func foldsOf(r rune, fold bool) (*class, bool) {
	c := &class{}
	for next := r; ; {
		if next >= utf8.RuneSelf {
			return nil, false
		}
		c[next] = true
		if next = unicode.SimpleFold(next); next == r || !fold {
			return c, true
		}
	}
}

func classOf(ranges []rune) (*class, bool) {
	c, beyond := &class{}, false
	for i := 0; i+1 < len(ranges); i += 2 {
		from, to := ranges[i], ranges[i+1]
		for r := from; r <= min(to, utf8.RuneSelf-1); r++ {
			c[r] = true
		}
		if to < utf8.RuneSelf {
			continue
		}
		if from > utf8.RuneSelf || to != unicode.MaxRune {
			return nil, false
		}
		beyond = true
	}
	for b := utf8.RuneSelf; b < len(c); b++ {
		c[b] = beyond
	}
	return c, true
}

// inLine says whether a regexp matches inside a line only, and the same wherever it stands.
func inLine(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass:
		for i, r := range re.Rune {
			if r == '\n' || re.Op == syntax.OpCharClass && i%2 == 1 && re.Rune[i-1] <= '\n' && '\n' <= r {
				return false
			}
		}
		return true
	case syntax.OpAnyCharNotNL, syntax.OpEmptyMatch:
		return true
	case syntax.OpConcat, syntax.OpAlternate, syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat, syntax.OpCapture:
		for _, sub := range re.Sub {
			if !inLine(sub) {
				return false
			}
		}
		return true
	}
	return false
}
