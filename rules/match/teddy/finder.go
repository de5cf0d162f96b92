package teddy

import "bytes"

// Finder finds one literal. Two of its bytes that are rare are looked for, so that places which
// merely begin like it cost nothing.
type Finder struct {
	Text []byte
	a, b int // which bytes, b less rare
}

// NewFinder makes a finder of a literal, which it keeps.
func NewFinder(literal []byte) Finder {
	f := Finder{Text: literal}
	if len(literal) < 2 {
		return f
	}
	rarer := func(i, j int) bool { return Surprise(literal[i]) > Surprise(literal[j]) }
	if f.b = 1; rarer(1, 0) {
		f.a, f.b = 1, 0
	}
	for i := 2; i < len(literal); i++ {
		switch {
		case rarer(i, f.a):
			f.a, f.b = i, f.a
		case rarer(i, f.b):
			f.b = i
		}
	}
	return f
}

// Index is where the literal stands first in text, -1 if nowhere.
func (f *Finder) Index(text []byte) int {
	places := len(text) - len(f.Text) + 1
	if !hasPair || len(f.Text) < 2 || places <= 0 {
		return bytes.Index(text, f.Text)
	}
	for at := 0; at < places; at++ {
		next := pair(&text[f.a], &text[f.b], at, places, f.Text[f.a], f.Text[f.b])
		if next < 0 || string(text[next:next+len(f.Text)]) == string(f.Text) {
			return next
		}
		at = next
	}
	return -1
}
