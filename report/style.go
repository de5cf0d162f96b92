package report

import (
	"time"

	"roomline/timeline"
)

// Style says how text is written. The zero value is plain text of 100 columns in UTC.
type Style struct {
	ANSI  bool           // the 16 colours; whatever is coloured has a glyph or a word too
	Width int            // columns; 0 is 100
	Zone  *time.Location // of the times that are shown; nil is UTC
}

// hue is a colour of a terminal's own theme, with an attribute.
type hue string

const (
	red    hue = "31"
	green  hue = "32"
	yellow hue = "33"
	cyan   hue = "36"
	bold   hue = "1"
	faint  hue = "2"
)

// paint colours a text that is already escaped.
func (s Style) paint(h hue, text string) string {
	if !s.ANSI || text == "" {
		return text
	}
	return "\x1b[" + string(h) + "m" + text + "\x1b[0m"
}

// width is the number of columns; a terminal narrower than 40 is left to wrap by itself.
func (s Style) width() int {
	if s.Width == 0 {
		return 100
	}
	return max(s.Width, 40)
}

func (s Style) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}

// mark is a glyph with its hue.
type mark struct {
	glyph string
	hue   hue
}

// verdictMark is the sign of a step's verdict.
func verdictMark(v timeline.Truth) mark {
	switch v {
	case timeline.T:
		return mark{"✔", green}
	case timeline.F:
		return mark{"✖", red}
	}
	return mark{"?", yellow}
}

// findingMark is the sign of a finding: what is confirmed and grave stands out.
func findingMark(v timeline.Truth, severity string) mark {
	switch {
	case v == timeline.F:
		return mark{"–", faint}
	case v == timeline.U:
		return mark{"?", yellow}
	case severity == "critical" || severity == "high":
		return mark{"✗", red}
	case severity == "warning":
		return mark{"▲", yellow}
	}
	return mark{"·", cyan}
}

// verdictWord is a verdict in capitals.
func verdictWord(v timeline.Truth) string {
	switch v {
	case timeline.T:
		return "CONFIRMED"
	case timeline.F:
		return "REFUTED"
	}
	return "INCONCLUSIVE"
}
