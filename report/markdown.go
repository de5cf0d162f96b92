package report

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// lineBegin is what means something at the begin of a block only.
var lineBegin = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([-+=#]|\d+[.)])`) })

// prose makes a text of somebody else's one line of Markdown that reads as it is written; `code` in it stays code.
func prose(s string) string {
	parts := strings.Split(Escape(strings.Join(strings.Fields(s), " ")), "`")
	if len(parts)%2 == 0 { // a backtick without its pair
		return plainMarkdown(strings.Join(parts, "`"))
	}
	for i := range parts {
		if i%2 == 0 {
			parts[i] = plainMarkdown(parts[i])
		} else {
			parts[i] = code(parts[i])
		}
	}
	return strings.Join(parts, "")
}

// plainMarkdown escapes what means something in Markdown. An underscore inside a word means nothing.
func plainMarkdown(s string) string {
	var b strings.Builder
	if m := lineBegin().FindString(s); m != "" {
		b.WriteString(m[:len(m)-1] + `\` + m[len(m)-1:])
		s = s[len(m):]
	}
	before := ' '
	for i, c := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(c):])
		if strings.ContainsRune("\\`*[]<>|~&$", c) || c == '_' && !(inWord(before) && inWord(next)) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
		before = c
	}
	return b.String()
}

func inWord(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// code is a code span that holds any text.
func code(s string) string {
	s = Escape(s)
	if s == "" {
		return "` `"
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// cell is a text inside a table, where a bar would end it even in code.
func cell(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, `\|`, "|"), "|", `\|`) }

var (
	issueText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([\w.-]+/[\w.-]+)#(\d+)$`) })
	linkText  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^https?://[^\s<>"'()\\` + "`" + `]+$`) })
	notInSlug = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^\pL\pN_ -]`) })
)

// reference is a link where a text names a page or an issue on GitHub.
func reference(s string) string {
	if m := issueText().FindStringSubmatch(s); m != nil {
		return "[" + plainMarkdown(Escape(s)) + "](https://github.com/" + m[1] + "/issues/" + m[2] + ")"
	}
	if linkText().MatchString(s) {
		return "<" + Escape(s) + ">"
	}
	return prose(s)
}

// slug is what a heading is linked by.
func slug(s string) string {
	return strings.ReplaceAll(notInSlug().ReplaceAllString(strings.ToLower(s), ""), " ", "-")
}
