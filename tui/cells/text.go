package cells

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// maxCluster bounds the runes of one cell: log text may stack hundreds of combining marks.
const maxCluster = 4

// glyph is the next thing to draw of a text: what it takes up and what is printed for it.
type glyph struct {
	text  string // printed
	r     rune   // the same if it is one rune, else -1
	width int    // cells
	size  int    // bytes of the source
}

// next takes the first glyph of a text that is not empty.
func next(s string, c Caps) glyph {
	if b := s[0]; b >= 0x20 && b < 0x7f && (len(s) == 1 || s[1] < 0x80) { // no mark follows
		return glyph{text: s[:1], r: rune(b), width: 1, size: 1}
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case s[0] == '\t':
		return glyph{text: "  ", r: -1, width: 2, size: 1}
	case r == utf8.RuneError && size == 1, r < 0x20, r == 0x7f:
		return escaped(fmt.Sprintf(`\x%02x`, s[0]), 1)
	case hidden(r):
		return escaped(spell(r), size)
	case c.ASCII:
		if f, ok := fold(r); ok {
			return glyph{text: string(f), r: f, width: 1, size: size}
		}
		return escaped(spell(r), size)
	case r >= 0x2500 && r < 0x2600: // lines and blocks: most of what is drawn, always one cell
		return glyph{text: s[:size], r: r, width: 1, size: size}
	}
	return cluster(s, r, size)
}

// cluster takes a grapheme: a base with its marks, cut where a hidden character begins.
func cluster(s string, first rune, size int) glyph {
	text, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	text = tame(text)
	w := ansi.StringWidth(text)
	if w < 1 || w > 2 {
		return escaped(spell(first), size)
	}
	g := glyph{text: text, r: -1, width: w, size: len(text)}
	if len(text) == size {
		g.r = first
	}
	return g
}

// tame cuts a cluster before its first hidden character and to maxCluster runes.
func tame(s string) string {
	n := 0
	for i, r := range s {
		if n == maxCluster || n > 0 && (hidden(r) || r == utf8.RuneError) {
			return s[:i]
		}
		n++
	}
	return s
}

func escaped(text string, size int) glyph {
	return glyph{text: text, r: -1, width: len(text), size: size}
}

// hidden says whether a character has no shape of its own or changes how others are shown:
// controls, formats (bidi overrides, joiners, tags), separators, surrogates, private use, and the
// fillers of Hangul, which are letters without a shape. Package report hides the same.
func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs) || r == '\u115f' || r == '\u3164'
}

func spell(r rune) string {
	if r > 0xffff {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Width is the number of cells that a text takes up when drawn with these capabilities.
func Width(s string, c Caps) int {
	w := 0
	for len(s) > 0 {
		g := next(s, c)
		w += g.width
		s = s[g.size:]
	}
	return w
}

// Clean is a text as it would be drawn: one line of visible characters.
func Clean(s string, c Caps) string {
	var b strings.Builder
	for len(s) > 0 {
		g := next(s, c)
		b.WriteString(g.text)
		s = s[g.size:]
	}
	return b.String()
}

// Middle shortens an id to w cells and keeps both of its ends: 8742…2280.
func Middle(s string, w int) string {
	n := utf8.RuneCountInString(s)
	if n <= w || w < 3 {
		return s
	}
	head := (w - 1) / 2
	tail := w - 1 - head
	r := []rune(s)
	return string(r[:head]) + "…" + string(r[n-tail:])
}
