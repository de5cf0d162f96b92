package packtest

import (
	"slices"
	"strings"
	"time"

	"roomline/timeline"
)

// Case is the incident of a test: what was printed and what was scraped.
type Case struct {
	Name       string
	Logs       []Log
	Targets    []Target
	CapturedAt timeline.Time // NoTime: not told
	Marks      map[string]timeline.Time
}

// Log is one stream, the files of one rotation.
type Log struct {
	Source   string // role@instance or role@instance#group, as the test writes it
	Name     string // of its newest file as it is shown; the others are NAME.1, NAME.2, ...
	Files    []File // oldest first
	Missing  bool   // it is listed, but not there
	Shift    time.Duration
	Captured int // bytes that its newest file had at captured_at; -1: as many as it has now
}

// File is one file of a log.
type File struct {
	Lines []Line
	Open  bool // the last line has no line feed
}

// Line is one physical line.
type Line struct {
	Text string
	ID   int // of the test as written, from 1 over all logs; 0: nobody wrote it there
}

// Target is one scraped process.
type Target struct {
	Source   string
	Interval time.Duration
	Scrapes  []Scrape
	Shift    time.Duration
}

// Scrape is one attempt.
type Scrape struct {
	At      timeline.Time
	Failed  bool
	Samples []Sample
}

// Sample is a series with a value, both as written.
type Sample struct{ Series, Value string }

// metric is the name of a series without its labels.
func (s Sample) metric() string {
	name, _, _ := strings.Cut(s.Series, "{")
	return name
}

// Clone copies a case: what is done to the copy leaves the case as it is.
func (c *Case) Clone() *Case {
	out := *c
	out.Logs = slices.Clone(c.Logs)
	for i := range out.Logs {
		out.Logs[i].Files = slices.Clone(c.Logs[i].Files) // lines are replaced, never written to
	}
	out.Targets = slices.Clone(c.Targets)
	for i := range out.Targets {
		out.Targets[i].Scrapes = slices.Clone(c.Targets[i].Scrapes)
	}
	return &out
}

// owner splits role@instance#group; without a group it is g0, the only one of most tests.
func owner(source string) (role, instance, group string) {
	role, instance, _ = strings.Cut(source, "@")
	instance, group, _ = strings.Cut(instance, "#")
	if group == "" {
		group = "g0"
	}
	return role, instance, group
}

// text is the content of a file.
func (f File) text() string {
	var b strings.Builder
	for i, l := range f.Lines {
		b.WriteString(l.Text)
		if i < len(f.Lines)-1 || !f.Open {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// lines are all lines of a log, oldest first.
func (l *Log) lines() []Line {
	var out []Line
	for _, f := range l.Files {
		out = append(out, f.Lines...)
	}
	return out
}

// edit replaces the lines of each file. A file that keeps none stays, empty: it is there all the same.
func (l *Log) edit(f func(file int, lines []Line) []Line) {
	for i := range l.Files {
		l.Files[i].Lines = f(i, slices.Clone(l.Files[i].Lines))
	}
}
