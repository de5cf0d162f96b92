package main

import (
	"maps"
	"slices"
	"strings"
	"time"

	"roomline/timeline"
)

// moment reads a time as people give it: RFC 3339, a time of day within the window (in --tz), or
// `mark NAME`.
func (a *app) moment(flag, text string, inc *timeline.Incident) (timeline.Time, error) {
	text = strings.TrimSpace(text)
	if name, ok := strings.CutPrefix(text, "mark "); ok {
		if t, ok := inc.Marks[strings.TrimSpace(name)]; ok {
			return t, nil
		}
		return timeline.NoTime, usage("%s %q: there is no such mark; %s", flag, text, marksOf(inc))
	}
	if t, ok := inc.Marks[text]; ok {
		return t, nil
	}
	zone, err := time.LoadLocation(a.f.tz)
	if err != nil {
		zone = time.UTC
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05", "2006-01-02T15:04:05"} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return timeline.FromStd(t), nil
		}
	}
	for _, layout := range []string{"15:04:05", "15:04"} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return onDay(flag, text, t, inc, zone)
		}
	}
	return timeline.NoTime, usage("%s %q is no time: give RFC 3339 (2026-05-12T03:14:00Z), a time of day (03:14:00), or `mark NAME`", flag, text)
}

func marksOf(inc *timeline.Incident) string {
	if len(inc.Marks) == 0 {
		return "there are none (marks: in roomline.yaml)"
	}
	return "there are " + strings.Join(keys(inc.Marks), ", ")
}

// onDay puts a time of day on the day of the window that has it.
func onDay(flag, text string, clock time.Time, inc *timeline.Incident, zone *time.Location) (timeline.Time, error) {
	w := inc.Window
	if w.Hi <= w.Lo {
		return timeline.NoTime, usage("%s %q: a time of day needs a window, and nothing that was read has a time: give RFC 3339", flag, text)
	}
	first := w.Lo.Std().In(zone)
	for day := range 400 {
		t := timeline.FromStd(time.Date(first.Year(), first.Month(), first.Day()+day, clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), zone))
		if t.Add(time.Second) > w.Lo && t <= w.Hi.Add(time.Second) {
			return t, nil
		}
		if t > w.Hi {
			break
		}
	}
	return timeline.NoTime, usage("%s %q lies outside the window %s to %s: give a time in it, or RFC 3339", flag, text, w.Lo, w.Hi)
}

// keys are those of a map, sorted.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
