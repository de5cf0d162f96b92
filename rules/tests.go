package rules

import (
	"time"

	"roomline/timeline"
)

// Test is one test of a pack: logs and series in, expectations out.
type Test struct {
	Name       string
	Start      timeline.Time
	CapturedAt timeline.Time
	Marks      map[string]timeline.Time
	Logs       []TestLog
	Metrics    []TestMetrics
	Mutate     []Mutation // done to logs and metrics before they are read, one after the other
	Expect     []Expect
	Line       int
}

// Sources are what its logs and series are of, as written: prefill@n1. A source with both stands twice.
func (t *Test) Sources() []string {
	var out []string
	for _, l := range t.Logs {
		out = append(out, l.Source)
	}
	for _, m := range t.Metrics {
		out = append(out, m.Source)
	}
	return out
}

// TestLog is the log of one source; Parts are the files of one rotation, oldest first.
type TestLog struct {
	Source string // prefill@n1
	Parts  []string
}

// TestMetrics is what was scraped of one source, in promtool's notation.
type TestMetrics struct {
	Source   string
	Interval time.Duration
	Series   []string
}

// Expect is what a test expects of one rule; only what is written is held.
type Expect struct {
	Rule         string
	Entity       map[string]string
	Verdict      string
	NotFired     string
	Steps        map[string]string
	Missing      []Missing
	ExplainedBy  []string
	hasExplained bool
	Root, Class  string
	Count        int // -1: not given
	Witnesses    int // -1: not given
	Rooms        int // how many the finding is about; -1: not given
	OrderProven  map[string]bool
	NearMiss     *NearMiss
	Line         int
}
