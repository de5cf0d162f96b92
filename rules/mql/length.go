package mql

import (
	"time"

	"github.com/VictoriaMetrics/metricsql"

	"roomline/timeline"
)

// length is a duration of an expression. `5i` counts steps: those of the grid that is asked about, at
// scrape times those of the target.
type length struct {
	expr  *metricsql.DurationExpr // set where it counts steps; nil with steps: one step
	fixed timeline.Time
	steps bool
}

// oneStep is the window of a rollup that names none.
var oneStep = length{steps: true}

// implied says whether no window was written.
func (l length) implied() bool { return l.steps && l.expr == nil }

// of is the length where a step is that long.
func (l length) of(step timeline.Time) timeline.Time {
	switch {
	case !l.steps:
		return l.fixed
	case l.expr == nil:
		return step
	}
	return timeline.Time(l.expr.Duration(int64(step)/1e6)) * timeline.Time(time.Millisecond)
}

// length reads a duration.
func (c *compiler) length(e *metricsql.DurationExpr, negative bool) (length, error) {
	text := string(e.AppendString(nil))
	ms := e.Duration(1 << 10)
	steps := ms != e.Duration(1<<11)
	const longest = int64(10*365*24*time.Hour) / 1e6
	switch {
	case ms < 0 && !negative:
		return length{}, c.refuse(text, "the duration %s is negative", text)
	case ms > longest || ms < -longest:
		return length{}, c.refuse(text, "the duration %s is longer than ten years", text)
	case steps:
		return length{expr: e, steps: true}, nil
	}
	return length{fixed: timeline.Time(ms) * timeline.Time(time.Millisecond)}, nil
}
