package match

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// sourceOf writes a parsed regexp. Its String does so too, with as few flags as possible, for which it
// looks at every rune of every class: that took a third of the time of a small run.
func sourceOf(re *syntax.Regexp) string {
	var b strings.Builder
	writeSource(&b, re)
	return b.String()
}

// plainSources are the operators that stand for themselves.
var plainSources = map[syntax.Op]string{
	syntax.OpNoMatch: `[^\x00-\x{10FFFF}]`, syntax.OpEmptyMatch: `(?:)`, syntax.OpAnyCharNotNL: `(?-s:.)`, syntax.OpAnyChar: `(?s:.)`,
	syntax.OpBeginLine: `(?m:^)`, syntax.OpEndLine: `(?m:$)`, syntax.OpBeginText: `\A`, syntax.OpWordBoundary: `\b`, syntax.OpNoWordBoundary: `\B`,
}

func writeSource(b *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		writeLiteral(b, re)
	case syntax.OpCharClass:
		if len(re.Rune) == 0 {
			b.WriteString(plainSources[syntax.OpNoMatch])
			return
		}
		b.WriteByte('[')
		for i := 0; i < len(re.Rune); i += 2 {
			fmt.Fprintf(b, `\x{%x}-\x{%x}`, re.Rune[i], re.Rune[i+1])
		}
		b.WriteByte(']')
	case syntax.OpEndText:
		if re.Flags&syntax.WasDollar != 0 {
			b.WriteString(`(?-m:$)`)
		} else {
			b.WriteString(`\z`)
		}
	case syntax.OpCapture:
		b.WriteByte('(')
		if re.Name != "" {
			b.WriteString("?P<" + re.Name + ">")
		}
		writeSource(b, re.Sub[0])
		b.WriteByte(')')
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		writeRepeat(b, re)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			writeSource(b, sub)
		}
	case syntax.OpAlternate:
		between := "(?:"
		for _, sub := range re.Sub {
			b.WriteString(between)
			writeSource(b, sub)
			between = "|"
		}
		b.WriteByte(')')
	default:
		b.WriteString(plainSources[re.Op])
	}
}

func writeLiteral(b *strings.Builder, re *syntax.Regexp) {
	text := regexp.QuoteMeta(string(re.Rune))
	if re.Flags&syntax.FoldCase != 0 {
		text = "(?i:" + text + ")"
	}
	b.WriteString(text)
}

func writeRepeat(b *strings.Builder, re *syntax.Regexp) {
	b.WriteString("(?:")
	writeSource(b, re.Sub[0])
	b.WriteByte(')')
	switch re.Op {
	case syntax.OpStar:
		b.WriteByte('*')
	case syntax.OpPlus:
		b.WriteByte('+')
	case syntax.OpQuest:
		b.WriteByte('?')
	case syntax.OpRepeat:
		switch {
		case re.Max < 0:
			fmt.Fprintf(b, "{%d,}", re.Min)
		default:
			fmt.Fprintf(b, "{%d,%d}", re.Min, re.Max)
		}
	}
	if re.Flags&syntax.NonGreedy != 0 {
		b.WriteByte('?')
	}
}
