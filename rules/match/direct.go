package match

import (
	"bytes"
	"regexp/syntax"
	"slices"
	"unicode/utf8"

	"roomline/rules/match/teddy"
)

// direct runs regexps of the shapes that signals mostly have, without looking at each byte: a literal
// is searched, what stands before it up to the begin of its line is held against the regexp, then
// what follows. It finds what package regexp finds: where one of several ways to match would have to
// be tried after another, a regexp is no direct one.
type direct struct {
	line     bool           // each match begins at the begin of a line
	branches []branch       // the match is the leftmost of theirs
	literals []teddy.Finder // what they search for
}

// branch is an alternative: in a line of its own a head, then a literal; or somewhere a literal, with
// perhaps one byte before it; then what follows.
type branch struct {
	head    lineHead // of a line
	lead    *class   // the byte before the literal
	opens   bool     // the group begins at the literal
	literal int
	must    int // a literal without which there is no match, if it is worth a look; -1: none
	steps   []step
	tail    *pattern // instead of steps: matches the literal and what follows
}

// tries is how many places of a literal are looked at. A text with more of them, all in vain, may be
// made to cost time, and is left to the automaton.
const tries = 8

// view is a text, with what is known of where literals stand in it.
type view struct {
	text  []byte
	known *reader // nil: nothing is
	of    *pattern
}

// first is where the k-th literal of a direct pattern stands first, -1 if nowhere.
func (v *view) first(d *direct, k int) int {
	if v.known != nil {
		return v.known.indexOf(v.of, k)
	}
	return d.literals[k].Index(v.text)
}

// find looks for the leftmost match. It is not done if the text is a bad one.
func (d *direct) find(v *view) (best found, done bool) {
	leftmost := 0
	for i := range d.branches {
		begin, f, done := d.branches[i].find(d, v)
		if !done {
			return found{}, false
		}
		if f.ok && (!best.ok || begin < leftmost) {
			best, leftmost = f, begin
		}
	}
	return best, true
}

// find gives where the first match begins, and in tags that, or where what it captures lies.
func (b *branch) find(d *direct, v *view) (begin int, f found, done bool) {
	at := v.first(d, b.literal)
	if at < 0 || b.must >= 0 && v.first(d, b.must) < 0 {
		return 0, f, true
	}
	lit := &d.literals[b.literal]
	for range tries {
		if begin = b.begin(d, v, at); begin >= 0 {
			m := stepper{text: v.text, known: v.known, group: [2]int{-1, -1}}
			end, ok := b.rest(&m, at, len(lit.Text))
			switch {
			case m.lost:
				return 0, f, false
			case ok && v.of.what == wantGroup:
				return begin, found{ok: true, tags: m.group, end: end}, true
			case ok:
				return begin, found{ok: true, tags: [maxTags]int{begin, -1}, end: end}, true
			}
		}
		next := lit.Index(v.text[at+1:])
		if next < 0 {
			return 0, f, true
		}
		at += 1 + next
	}
	return 0, f, false
}

// begin is where a match begins that has its literal at a place, -1 if none can.
func (b *branch) begin(d *direct, v *view, at int) int {
	switch {
	case d.line:
		if v.known != nil && v.known.single && b.head.onlyHeader() {
			if v.known.headerTo(at) {
				return 0
			}
			return -1
		}
		begin := bytes.LastIndexByte(v.text[:at], '\n') + 1
		if b.head.matches(v.text[begin:at]) {
			return begin
		}
		return -1
	case b.lead == nil:
		return at
	case at > 0 && b.lead.has(v.text[at-1]):
		return at - 1
	}
	return -1
}

// rest matches what follows the literal that stands at a place.
func (b *branch) rest(m *stepper, at, size int) (end int, ok bool) {
	if b.tail != nil {
		return at, b.tail.start(m.text[at:], true) >= 0
	}
	if b.opens {
		m.group[0] = at
	}
	return m.run(b.steps, at+size)
}

// newDirect gives nil if a regexp is no direct one. With tails it need not tell where a match ends.
func newDirect(tree *syntax.Regexp, what wanted, tails bool) *direct {
	d := &direct{}
	nodes := flatten(tree, what == wantGroup)
	if len(nodes) > 0 && nodes[0].Op == syntax.OpBeginLine && tails {
		d.line = true
		nodes = nodes[1:]
	}
	if !d.split(nodes, tails) {
		return nil
	}
	return d
}

// split makes the branches: at the first literal, or at alternatives that all have one there.
func (d *direct) split(nodes []node, tails bool) bool {
	for i, n := range nodes {
		if len(n.literal()) >= leastLiteral {
			return d.branch(nodes[:i], nodes[i:], tails)
		}
		if n.Op != syntax.OpAlternate {
			continue
		}
		for _, alt := range n.Sub {
			if !d.split(slices.Concat(nodes[:i], flatten(alt, false), nodes[i+1:]), tails) {
				return false
			}
		}
		return len(d.branches) <= tries
	}
	return false
}

// leastLiteral is how many bytes are worth searching.
const leastLiteral = 3

func (d *direct) branch(before, rest []node, tails bool) bool {
	b := branch{literal: d.number(rest[0].literal()), must: -1}
	if n := len(before); n > 0 && before[n-1].mark == groupBegins {
		b.opens = true
		before = before[:n-1]
	}
	ok := len(before) == 0
	switch {
	case d.line:
		b.head, ok = headOf(before)
	case len(before) == 1:
		b.lead, ok = before[0].class()
		ok = ok && !b.lead.has(utf8.RuneSelf) // a rune beyond ASCII has several bytes
	}
	if !ok {
		return false
	}
	if b.steps, ok = compile(rest[1:], nil, tails); !ok && tails {
		b.tail, ok = whole(rest, false), true
	}
	costly := func(s step) bool { return s.kind == stepQuoted || s.kind == stepUntil }
	if must := longest(rest[1:]); len(must) >= leastLiteral && (b.tail != nil || b.head.other != nil || slices.ContainsFunc(b.steps, costly)) {
		b.must = d.number(must)
	}
	d.branches = append(d.branches, b)
	return ok
}

func (d *direct) number(lit []byte) int {
	d.literals = append(d.literals, teddy.NewFinder(lit))
	return len(d.literals) - 1
}

// longest is the longest literal that each match of some nodes has.
func longest(nodes []node) (best []byte) {
	for _, n := range nodes {
		if l := n.literal(); len(l) > len(best) {
			best = l
		}
	}
	return best
}

// whole is a pattern of some nodes at the begin of a text, perhaps up to its end, to be run by an automaton.
func whole(nodes []node, toEnd bool) *pattern {
	concat := &syntax.Regexp{Op: syntax.OpConcat, Sub: []*syntax.Regexp{{Op: syntax.OpBeginText}}}
	for _, n := range nodes {
		if n.Regexp != nil {
			concat.Sub = append(concat.Sub, n.Regexp)
		}
	}
	if toEnd {
		concat.Sub = append(concat.Sub, &syntax.Regexp{Op: syntax.OpEndText})
	}
	return newPlain(concat)
}
