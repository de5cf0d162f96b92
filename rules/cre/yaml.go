package cre

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

var plainWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`) })

// reserved are words that YAML takes for something else than text.
var reserved = map[string]bool{"true": true, "false": true, "null": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true}

// quote writes a string for YAML: bare if it is a word, in single quotes if it can be printed as it is, else
// with escapes, so that no control character of a hostile file reaches whoever looks at the pack.
func quote(s string) string {
	switch {
	case plainWord().MatchString(s) && !reserved[strings.ToLower(s)]:
		return s
	case printable(s):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return escaped(s)
}

// escaped writes a string in double quotes.
func escaped(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		writeRune(&b, r)
	}
	b.WriteByte('"')
	return b.String()
}

func writeRune(b *strings.Builder, r rune) {
	switch {
	case r == '"' || r == '\\':
		b.WriteByte('\\')
		b.WriteRune(r)
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\t':
		b.WriteString(`\t`)
	case unicode.IsPrint(r):
		b.WriteRune(r)
	case r < 0x100:
		fmt.Fprintf(b, `\x%02x`, r)
	case r < 0x10000:
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		fmt.Fprintf(b, `\U%08x`, r)
	}
}

func printable(s string) bool {
	for _, r := range s {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return false
		}
	}
	return true
}

// list writes strings as a flow list.
func list(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = quote(w)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// block writes a text of several lines as a block at an indent, if it can be printed as it is.
func block(s string, indent string) string {
	s = strings.TrimSpace(s)
	lines := strings.Split(s, "\n")
	if len(lines) == 1 {
		return quote(s)
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
		if !printable(lines[i]) {
			return quote(s)
		}
		if lines[i] != "" {
			lines[i] = indent + lines[i]
		}
	}
	return "|-\n" + strings.Join(lines, "\n")
}

// comment makes a text fit for a comment: one line, without what cannot be printed.
func comment(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, s)
}
