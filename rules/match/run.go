package match

import (
	"bytes"
	"regexp/syntax"
)

// found is a match: its tags, and where it ends. Positions are bytes; -1 stands for a tag that
// was not met.
type found struct {
	tags [maxTags]int
	end  int
	ok   bool
}

// run looks for the leftmost match in text. If any is enough, it ends at the first sign of one, and
// tells no positions. It is not done if the automaton grew too large.
func (a *automaton) run(text []byte, anyMatch bool) (f found, done bool) {
	s, w, class := a.first, walk{}, &a.class
	for i := 0; i < len(text); {
		c := class[text[i]]
		n := s.next[c%slots].Load()
		if n == s {
			i++ // so that the next look-up need not wait for this one
			continue
		}
		if n != nil {
			s = n
			i++
			continue
		}
		width := 1
		if c == wide { // has no successors, so that no other rune need ask
			c, width = a.rune(text[i:])
		}
		if s = a.after(s, c); s == nil {
			return f, false
		}
		w.enter(s, i)
		if anyMatch && w.best != nil {
			return found{ok: true}, true
		}
		if s.flags&dead != 0 {
			return w.result(), true
		}
		i += width
		if s.flags&idle != 0 {
			if i = a.skip.next(text, i); i < 0 {
				return f, true
			}
		}
	}
	if s = a.after(s, a.end()); s == nil {
		return f, false
	}
	w.enter(s, len(text))
	return w.result(), true
}

// after is the state that class c leads to from s; nil if there would be too many.
func (a *automaton) after(s *state, c uint8) *state {
	if n := s.next[c%slots].Load(); n != nil {
		return n
	}
	if n := s.rare[c%slots].Load(); n != nil {
		return n
	}
	return a.successor(s, c)
}

// walk is what one run remembers: the registers, and the latest match. What that one has in
// registers is read when they are about to change: often many matches come in a row, each longer.
type walk struct {
	regs  [maxRegs]int
	best  *state // accepts
	at    int    // the position before the rune that led to it
	found found
	fixed bool // found is what best says
}

// enter notes the match and fills the registers that a state asks for; pos is where the rune begins
// that led to it.
func (w *walk) enter(s *state, pos int) {
	if s.flags&accepts != 0 {
		w.best, w.at, w.fixed = s, pos, false
	}
	if s.flags&moving == 0 {
		return
	}
	w.fix()
	if len(s.moves) == 1 {
		w.regs[s.moves[0].to] = valueOf(s.moves[0].from, &w.regs, pos)
		return
	}
	old := w.regs
	for _, m := range s.moves {
		w.regs[m.to] = valueOf(m.from, &old, pos)
	}
}

func (w *walk) fix() {
	if w.best == nil || w.fixed {
		return
	}
	w.fixed = true
	w.found.ok, w.found.end = true, w.at
	for i, from := range w.best.taken {
		w.found.tags[i] = valueOf(from, &w.regs, w.at)
	}
}

func (w *walk) result() found {
	w.fix()
	return w.found
}

func valueOf(from int8, regs *[maxRegs]int, pos int) int {
	switch from {
	case unset:
		return -1
	case now:
		return pos
	}
	return regs[from]
}

// skipper passes text in which no match can begin.
type skipper struct {
	prefix    []byte // all matches begin with it
	lines     bool   // all matches begin at the begin of a line
	onlyBegin bool   // all matches begin at the begin of the text
}

func newSkipper(p *syntax.Prog) skipper {
	cond := p.StartCond()
	if cond&syntax.EmptyBeginText != 0 { // or no match is possible
		return skipper{onlyBegin: true}
	}
	if cond&syntax.EmptyBeginLine != 0 {
		return skipper{lines: true}
	}
	prefix, _ := p.Prefix()
	return skipper{prefix: []byte(prefix)}
}

// from says whether text may be skipped behind a rune of that kind.
func (k *skipper) from(kind runeKind) bool {
	return k.lines && kind != afterNewline || len(k.prefix) > 0
}

// next is the first place from i on where a match may begin, or the line break before it; negative
// if there is none.
func (k *skipper) next(text []byte, i int) int {
	at := -1
	if k.lines {
		at = bytes.IndexByte(text[i:], '\n')
	} else {
		at = bytes.Index(text[i:], k.prefix)
	}
	if at < 0 {
		return -1
	}
	return i + at
}
