package tui

import (
	"strconv"
	"strings"
	"time"

	"roomline/timeline"
)

// applyGoto takes what was typed behind t: a time of day, a distance, a finding, a mark.
func (s *scene) applyGoto(st state, text string) state {
	text = strings.TrimSpace(text)
	if text == "" {
		return st
	}
	t, ok := s.parseTime(text, st.Cursor)
	if name, isMark := strings.CutPrefix(text, "'"); !ok && isMark {
		t, ok = s.markNamed(st, name)
	}
	if !ok {
		st.Note = "no time, finding or mark: " + text
		return st
	}
	return s.settle(s.showTime(st.at(t)))
}

func (s *scene) parseTime(text string, cursor int64) (int64, bool) {
	if i, ok := s.findings.byID[strings.ToUpper(text)]; ok && i < len(s.res.Findings) {
		t := s.res.Findings[i].Anchor.Lo
		return int64(t), t.Known()
	}
	if t, ok := s.inc.Marks[strings.TrimPrefix(text, "'")]; ok {
		return int64(t), true
	}
	if text[0] == '+' || text[0] == '-' {
		d, err := time.ParseDuration(text)
		t := cursor + int64(d)
		return t, err == nil && timeline.Time(t).Known()
	}
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return at.UnixNano(), true
	}
	return s.timeOfDay(text, cursor)
}

// timeOfDay is such a time on the cursor's day, on the day before or after it if only that one is in
// the incident.
func (s *scene) timeOfDay(text string, cursor int64) (int64, bool) {
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	var secs float64
	for i, unit := range []float64{3600, 60, 1}[:len(parts)] {
		v, err := strconv.ParseFloat(parts[i], 64)
		if err != nil || v < 0 || v >= 100 {
			return 0, false
		}
		secs += v * unit
	}
	day := int64(24 * time.Hour)
	t := int64(timeline.Time(cursor).Floor(timeline.Time(day))) + int64(secs*1e3+0.5)*int64(time.Millisecond)
	for _, d := range []int64{0, day, -day} {
		if t+d >= s.lo && t+d <= s.hi {
			return t + d, true
		}
	}
	return t, true
}
