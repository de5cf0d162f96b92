package tui

import (
	"slices"
	"unicode"

	"roomline/rules"
	"roomline/timeline"
	"roomline/tui/cells"
)

// stateGlyph is how a state is drawn; the letter says it without colour and without blocks.
type stateGlyph struct {
	letter, fill rune
	style        cells.Style
}

// fills are for states in the order of the lifecycle.
var fills = []stateGlyph{{fill: '░', style: cells.Blue}, {fill: '▒', style: cells.Yellow}, {fill: '▓', style: cells.Cyan}, {fill: '█', style: cells.Green}}

// glyphOf gives the glyph of a state of any lifecycle: B░ W▒ T▓ for the moving ones in their order,
// S█ for a good end, F✗ for a bad one, ? for what is not known.
func glyphOf(life *timeline.Lifecycle, state string) stateGlyph {
	x := roomIndex{life: life}
	letter := '?'
	for _, r := range state {
		letter = unicode.ToUpper(r)
		break
	}
	switch {
	case state == "" || state == "unknown" || letter > 0x7e:
		return stateGlyph{'?', '?', cells.Magenta}
	case x.failed(state):
		return stateGlyph{letter, '✗', cells.Red}
	case x.succeeded(state):
		return stateGlyph{letter, '█', cells.Green}
	}
	moving := slices.DeleteFunc(slices.Clone(life.States), life.IsFinal)
	g := fills[max(slices.Index(moving, state), 0)%(len(fills)-1)]
	g.letter = letter
	return g
}

// verdictGlyph is the sign of a verdict, in words too wherever there is room.
func verdictGlyph(v timeline.Truth) (rune, cells.Style) {
	switch v {
	case timeline.T:
		return '✔', cells.Green
	case timeline.F:
		return '✖', cells.Red
	}
	return '?', cells.Yellow
}

// severityGlyph is the sign of a finding: what is confirmed and grave stands out.
func severityGlyph(f *rules.Finding) (rune, cells.Style) {
	switch {
	case f.Verdict == timeline.F:
		return '–', cells.Faint
	case f.Verdict == timeline.U:
		return '?', cells.Yellow
	case f.Severity == "critical" || f.Severity == "high":
		return '✗', cells.Red
	case f.Severity == "warning":
		return '▲', cells.Yellow
	}
	return '·', cells.Cyan
}

// verdictWord is the verdict in capitals.
func verdictWord(v timeline.Truth) string {
	switch v {
	case timeline.T:
		return "CONFIRMED"
	case timeline.F:
		return "REFUTED"
	}
	return "INCONCLUSIVE"
}
