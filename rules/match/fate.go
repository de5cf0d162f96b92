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

var (
	digitBytes  = []byte("0123456789")
	headerBytes = []byte("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -:.,_")
)

// piecesOf fails on a form that has more than ASCII, or several lines.
func piecesOf(l *timeline.Alike) (text []piece, ok bool) {
	text = []piece{{bytes: []byte("[")}, {bytes: headerBytes, many: true}, {bytes: []byte("]")}, {bytes: []byte(" ")}}
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
	case f.lost || f.hit && f.now != nil:
		return unsure
	case f.hit:
		return always
	}
	return never
}

// fates are the states in which an automaton may be. Those in which it has found a match are left out.
type fates struct {
	*automaton
	now  []*state
	hit  bool // it may have found one
	lost bool // it became too large
}

// read goes on with a piece.
func (f *fates) read(p *piece) {
	var classes []uint8
	for _, c := range p.bytes {
		if k := f.class[c]; !slices.Contains(classes, k) {
			classes = append(classes, k)
		}
	}
	before := f.now
	f.step(classes)
	if p.option {
		f.addAll(before)
	}
	for all := f.now; p.many && !f.lost; all = f.now {
		if f.lost = len(all) > maxFates; f.lost {
			return
		}
		f.step(classes)
		f.addAll(all)
		if len(f.now) == len(all) {
			return
		}
	}
}

// step goes on with one rune of some classes.
func (f *fates) step(classes []uint8) {
	before := f.now
	f.now = nil
	for _, s := range before {
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
