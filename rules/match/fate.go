package match

import (
	"bytes"
	"regexp/syntax"
	"slices"
	"sync"
	"unicode/utf8"

	"roomline/timeline"
)

// piece is a part of a text of which not all is known: one of some bytes; if many, one of them or more; if
// it is an option, perhaps nothing.
type piece struct {
	bytes        []byte
	many, option bool
}

const headerChars = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -:.,_"

var digitBytes, headerBytes = []byte("0123456789"), []byte(headerChars)

// piecesOf fails on a form that has more than ASCII, or several lines.
func piecesOf(l *timeline.Alike) (text []piece, ok bool) {
	text = []piece{{bytes: []byte("[")}, {bytes: headerBytes, many: true}}
	for _, c := range slices.Concat(l.Rank, []byte("] ")) {
		text = append(text, piece{bytes: []byte{c}})
	}
	run := 0
	for i, c := range l.Form {
		switch {
		case c >= utf8.RuneSelf || c == '\n' || '1' <= c && c <= '9':
			return nil, false
		case c != '0':
			text = append(text, piece{bytes: l.Form[i : i+1]})
			continue
		default:
			d := timeline.AnyDigits
			if run < len(l.Digits) {
				d = l.Digits[run]
			}
			text = append(text, digitPieces(d)...)
		}
		run++
	}
	return text, !bytes.Contains(l.Form, []byte("00"))
}

func digitPieces(d timeline.Digits) []piece {
	var first []byte
	for i, c := range digitBytes {
		if d>>i&1 == 1 {
			first = append(first, c)
		}
	}
	one := []piece{{bytes: first}}
	if d&timeline.MoreDigits == 0 {
		return one
	}
	return append(one, piece{bytes: digitBytes, many: true, option: d&timeline.OneDigit != 0})
}

// mayHold says whether some text made of such pieces holds a literal.
func mayHold(text []piece, literal string) bool {
	for i := range text {
		if mayBegin(text[i:], literal) {
			return true
		}
	}
	return false
}

func mayBegin(text []piece, literal string) bool {
	if literal == "" || len(text) == 0 {
		return literal == ""
	}
	p := &text[0]
	if bytes.IndexByte(p.bytes, literal[0]) >= 0 && (mayBegin(text[1:], literal[1:]) || p.many && mayBegin(text, literal[1:])) {
		return true
	}
	return p.option && mayBegin(text[1:], literal)
}

// anyText runs a regexp over all texts made of such pieces. Its automaton is one of its own, since it may
// need states that no record does.
type anyText struct {
	once      sync.Once
	automaton *automaton
}

// of gives the automaton of a regexp, always the same one; nil if there is none.
func (a *anyText) of(tree *syntax.Regexp) *automaton {
	a.once.Do(func() { a.automaton, _ = newAutomaton(tree, wantStart) })
	return a.automaton
}

// fate says of all texts made of such pieces whether they match.
func (p *pattern) fate(text []piece) fate {
	if a := p.anyText.of(p.re.Tree()); a != nil {
		return a.fate(text)
	}
	return unsure
}

// maxFates bounds the states in which an automaton may be.
const maxFates = 64

// fate runs the automaton over all these texts at once.
func (a *automaton) fate(text []piece) fate {
	f := fates{automaton: a, now: []*state{a.first}}
	for i := range text {
		f.read(&text[i])
	}
	f.step([]uint8{a.end()})
	switch {
	case f.lost || f.hit && len(f.now) > 0:
		return unsure
	case f.hit:
		return always
	}
	return never
}

// fates are the states in which an automaton may be. Those in which it has found a match are left out.
type fates struct {
	*automaton
	now, before []*state // before is that of the latest step
	classes     []uint8  // of a piece
	hit         bool     // it may have found one
	lost        bool     // it became too large
}

// read goes on with a piece.
func (f *fates) read(p *piece) {
	f.classes = f.classes[:0]
	for _, c := range p.bytes {
		if k := f.class[c]; !slices.Contains(f.classes, k) {
			f.classes = append(f.classes, k)
		}
	}
	f.step(f.classes)
	if p.option {
		f.addAll(f.before)
	}
	for p.many && !f.lost {
		had := len(f.now)
		f.step(f.classes)
		f.addAll(f.before)
		if f.lost = f.lost || len(f.now) > maxFates; len(f.now) == had {
			return
		}
	}
}

// step goes on with one rune of some classes.
func (f *fates) step(classes []uint8) {
	f.now, f.before = f.before[:0], f.now
	for _, s := range f.before {
		for _, c := range classes {
			next := f.after(s, c)
			switch {
			case next == nil:
				f.lost = true
				return
			case next.flags&accepts != 0:
				f.hit = true
			default:
				f.add(next)
			}
		}
	}
}

func (f *fates) addAll(states []*state) {
	for _, s := range states {
		f.add(s)
	}
}

func (f *fates) add(s *state) {
	if !slices.Contains(f.now, s) {
		f.now = append(f.now, s)
	}
}
