package packtest

import (
	"strings"
	"time"

	"roomline/ingest/format"
	"roomline/rules"
	"roomline/timeline"
)

// record is a line with a header and the lines without one behind it. The lines before the first header
// of a file are a record without a time.
type record struct {
	lines []Line
	head  format.Head // zero without a header
}

func (r *record) text() string {
	parts := make([]string, len(r.lines))
	for i, l := range r.lines {
		parts[i] = l.Text
	}
	return strings.Join(parts, "\n")
}

// records cuts lines into records by the headers that package ingest/format knows; stamps behind an
// envelope (docker, kubectl) are not seen.
func records(lines []Line) []record {
	var out []record
	for _, l := range lines {
		h, ok := format.Parse([]byte(l.Text))
		if ok = ok && h.HasTime; ok || len(out) == 0 {
			out = append(out, record{})
		}
		last := &out[len(out)-1]
		if ok {
			last.head = h
		}
		last.lines = append(last.lines, l)
	}
	return out
}

func linesOf(list []record) []Line {
	var out []Line
	for _, r := range list {
		out = append(out, r.lines...)
	}
	return out
}

// at is when a record was printed, NoTime if it has no header.
func (r *record) at(shift time.Duration) timeline.Time {
	if !r.head.HasTime {
		return timeline.NoTime
	}
	return r.head.At.Add(shift)
}

// is says whether a text is a record of a signal, by its literals and its expression.
func is(s *rules.Signal, text string) bool {
	if s.Kind == rules.MetricSignal || s.Regex != nil && !s.Regex.Compiled().MatchString(text) {
		return false
	}
	for _, a := range s.All {
		if !strings.Contains(text, a) {
			return false
		}
	}
	for _, n := range s.Not {
		if strings.Contains(text, n) {
			return false
		}
	}
	for _, a := range s.Any {
		if strings.Contains(text, a) {
			return true
		}
	}
	return len(s.Any) == 0
}

// isAny says whether a text is a record of any signal of a pack.
func isAny(p *rules.Pack, text string) bool {
	for _, s := range p.Signals {
		if is(s, text) {
			return true
		}
	}
	return false
}
