package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// maxMarks is how many combining marks one character may carry: log text may stack hundreds.
const maxMarks = 3

// Escape makes a text of somebody else's one line of visible characters: control characters, escape
// sequences, bidi controls, and bytes that are no UTF-8 are spelt out (\x1b, \u202e). Whatever comes
// from input (log text, paths, labels, room ids) goes through it before it is written to a terminal.
func Escape(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	marks := 0
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if unicode.In(r, unicode.Mn, unicode.Me) {
			marks++
		} else {
			marks = 0
		}
		b.WriteString(visible(s[:size], r, marks))
		s = s[size:]
	}
	return b.String()
}

func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// visible is one character as it may be shown.
func visible(raw string, r rune, marks int) string {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		return fmt.Sprintf(`\x%02x`, raw[0])
	case r == '\t':
		return "  "
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r < 0x80 && (r < ' ' || r == 0x7f):
		return fmt.Sprintf(`\x%02x`, r)
	case hidden(r) || marks > maxMarks:
		return spell(r)
	}
	return raw
}

// hidden says whether a character has no shape of its own or changes how others are shown:
// controls, formats (bidi overrides, joiners, tags), separators, surrogates, private use, and the
// fillers of Hangul, which are letters without a shape. Package tui/cells hides the same.
func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs) || r == '\u115f' || r == '\u3164'
}

func spell(r rune) string {
	if r > 0xffff {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// columns is how many cells an escaped text takes up.
func columns(s string) int {
	if plain(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
}

// clip shortens an escaped text to n cells, with … where something was left out.
func clip(s string, n int) string {
	if columns(s) <= n {
		return s
	}
	return ansi.Truncate(s, max(n, 1), "…")
}

// pad fills an escaped text up to n cells.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(n-columns(s), 0)) }

// padLeft moves an escaped text to the right end of n cells.
func padLeft(s string, n int) string { return strings.Repeat(" ", max(n-columns(s), 0)) + s }

// wrap breaks an escaped text at spaces into lines of at most n cells; a word that is longer is cut
// into pieces, so that nothing of it is lost.
func wrap(s string, n int) []string {
	var out []string
	line := ""
	for _, word := range strings.Fields(s) {
		for columns(word) > n {
			if line != "" {
				out, line = append(out, line), ""
			}
			head := ansi.Truncate(word, n, "")
			if head == "" {
				break
			}
			out, word = append(out, head), word[len(head):]
		}
		switch {
		case line == "":
			line = word
		case columns(line)+1+columns(word) <= n:
			line += " " + word
		default:
			out, line = append(out, line), word
		}
	}
	if line != "" || len(out) == 0 {
		out = append(out, line)
	}
	return out
}

// chunks cuts an escaped text into pieces of n cells at most, behind a blank where one is near;
// blanks in it stay.
func chunks(s string, n int) []string {
	n = max(n, 10)
	var out []string
	for columns(s) > n {
		head := ansi.Truncate(s, n, "")
		if head == "" {
			break
		}
		if i := strings.LastIndexByte(head, ' ') + 1; i > len(head)*3/4 {
			head = head[:i]
		}
		out, s = append(out, head), s[len(head):]
	}
	return append(out, s)
}
