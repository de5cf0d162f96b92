package tui

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"roomline/tui/cells"
)

// seriesLane is a gauge with its process in the label.
type seriesLane struct{ gaugeLane }

// label shortens the instance and never the name, unless that alone is too long: then both ends of it
// stay.
func (l seriesLane) label(w int) string {
	name, role := l.g.name(), roleLetter(l.g.target.Role)
	for _, inst := range l.g.insts {
		if s := role + join(" ", inst, name); utf8.RuneCountInString(s) <= w {
			if rest := w - utf8.RuneCountInString(s) - 1; l.g.labels() != "" && utf8.RuneCountInString(l.g.labels()) <= rest {
				s += " " + l.g.labels()
			}
			return s
		}
	}
	if n := len(l.g.insts); n > 0 {
		role = role + l.g.insts[n-1]
		if l.g.insts[n-1] != "" {
			role += " "
		}
	}
	return role + cells.Middle(name, w-utf8.RuneCountInString(role))
}

// roleLetter is the beginning of a label: p: is prefill and d: decode.
func roleLetter(role string) string {
	switch {
	case role == "":
		return ""
	case role == "prefill" || role == "decode" || role[0] != 'p' && role[0] != 'd':
		return role[:1] + ":"
	}
	return role[:min(2, len(role))] + ":"
}

// metricLane is a seriesLane that also tells its greatest value, where there is room for it.
type metricLane struct {
	seriesLane
	max bool
}

// maxWidth is what of the value's room the greatest value takes.
const maxWidth = 7

// metricHead is the title over the values.
func metricHead(w int) string {
	if wide(w) {
		return "at cursor" + fmt.Sprintf("%*s", maxWidth, "MAX")
	}
	return "at cursor"
}

func (l metricLane) value(lo, hi int64) string {
	s := l.seriesLane.value(lo, hi)
	if !l.max {
		return s
	}
	if len(s) > 9 {
		s = strings.TrimSuffix(s, "frozen")
	}
	most := "–"
	if !math.IsNaN(l.g.most) {
		if most = number(l.g.most); len(most) >= maxWidth {
			most = strconv.FormatFloat(l.g.most, 'g', 2, 64)
		}
	}
	return s + strings.Repeat(" ", max(maxWidth-utf8.RuneCountInString(most), 1)) + most
}
