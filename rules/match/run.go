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
// tells no positions. The automaton is of no more use once done is false: it grew too large.
func (a *automaton) run(text []byte, anyMatch bool) (f found, done bool) {
	var regs [maxRegs]int
	s := a.first
	for i := 0; i < len(text); {
		c, width := a.class[text[i]], 1
		if c == wide {
			c, width = a.rune(text[i:])
		}
		n := s.next[c%maxClasses].Load()
		if n == s && n.flags == 0 {
			i += width // so that the next look-up need not wait for this one
			continue
		}
		if n == nil {
			if n = a.successor(s, c); n == nil {
				return f, false
			}
		}
		if n.flags != 0 {
			if n.enter(&f, &regs, i); anyMatch && f.ok || n.flags&dead != 0 {
				return f, true
			}
		}
		s = n
		i += width
		if s.flags&idle != 0 {
			if i = a.skip.next(text, i); i < 0 {
				return f, true
			}
		}
	}
	n := s.next[a.end()].Load()
	if n == nil {
		if n = a.successor(s, a.end()); n == nil {
			return f, false
		}
	}
	n.enter(&f, &regs, len(text))
	return f, true
}

// enter notes the match and fills the registers that a state asks for; pos is where the rune begins
// that led to it.
func (s *state) enter(f *found, regs *[maxRegs]int, pos int) {
	if s.flags&accepts != 0 {
		f.ok, f.end = true, pos
		for i, from := range s.taken {
			f.tags[i] = valueOf(from, regs, pos)
		}
	}
	if s.flags&moving == 0 {
		return
	}
	if len(s.moves) == 1 {
		regs[s.moves[0].to] = valueOf(s.moves[0].from, regs, pos)
		return
	}
	old := *regs
	for _, m := range s.moves {
		regs[m.to] = valueOf(m.from, &old, pos)
	}
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
