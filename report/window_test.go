package report

import (
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

// TestWindowOfOneSecond: lines of one second cover nothing for sure, and yet have a time.
func TestWindowOfOneSecond(t *testing.T) {
	c := NewClock(Style{}, timeline.Interval{})
	for want, i := range map[string]timeline.Interval{
		"about 2026-05-12 03:14:09 UTC": {Lo: at(3, 14, 10), Hi: at(3, 14, 9)},
		"no time":                       {},
		"2026-05-12 03:14:09–2026-05-12 03:14:10 UTC (1s)": {Lo: at(3, 14, 9), Hi: at(3, 14, 10)},
	} {
		if got := c.Window(i); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// TestReasonOfAnyRole: a rule that takes any log lacks a log, not one of a role called any.
func TestReasonOfAnyRole(t *testing.T) {
	c := NewClock(Style{}, timeline.Interval{})
	none := timeline.NoTime
	for want, source := range map[string]string{"no_source: no log was given that could show this": "any", "no_source, decode: no log of it was given that could show this": "decode"} {
		if got := Reason(rules.Missing{Reason: rules.NoSource, Source: source, After: none, Until: none}, c); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
