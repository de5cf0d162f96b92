package tui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"roomline/rules"
)

// maxAdvice is how many lines of advice stand at the top of the page.
const maxAdvice = 3

// advise puts what to do at the top, in three lines at most, and gives all of it if that is more.
func (b *bodyRows) advise(text string, w int) (rest []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	lines := paragraphs(text, w-adviceIndent)
	note := ""
	if len(lines) > maxAdvice {
		note = fmt.Sprintf("%d of %d lines, G shows all", maxAdvice, len(lines))
		rest = lines
		lines = append(slices.Clone(lines[:maxAdvice-1]), lines[maxAdvice-1]+" …")
	}
	b.section("What to do", note)
	(*b)[len(*b)-1].advice = true
	for _, l := range lines {
		*b = append(*b, bodyRow{text: l, glyph: ' ', advice: true})
	}
	return rest
}

// adviceIndent is what is left and right of a line of advice, with an ellipsis.
const adviceIndent = 3 + 2 + 1

// paragraphs wraps each line of a text; a word that is wider than that is broken.
func paragraphs(text string, w int) []string {
	var out []string
	for _, l := range strings.Split(strings.TrimSpace(text), "\n") {
		if l = strings.Join(strings.Fields(l), " "); l == "" {
			continue
		}
		for _, part := range strings.Split(lipgloss.Wrap(l, max(w, 1), ""), "\n") {
			out = append(out, strings.TrimSpace(part))
		}
	}
	return out
}

// footnotes are where to read more and all of what to do, if the top of the page has not all of it. That
// comes last: how many rows it takes depends on the width.
func (b *bodyRows) footnotes(f *rules.Finding, advice []string) {
	if len(f.References) > 0 {
		b.section("References", "")
		for _, r := range f.References {
			b.plain(r)
		}
	}
	if len(advice) > 0 {
		b.section("What to do, all of it", "")
		for _, l := range advice {
			*b = append(*b, bodyRow{text: l, glyph: ' '})
		}
	}
}
