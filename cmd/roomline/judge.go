package main

import (
	"errors"
	"fmt"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

// errUnbuilt is told of a run that was interrupted between reading and judging.
var errUnbuilt = errors.New("interrupted: all was read, but not yet put together, so that nothing can be said of it; let it run to the end")

// partTime is how long that is judged which an interrupted run has read, at the longest: whoever interrupts a run of many
// GiB must not wait for as long as all of its rules take.
var partTime = 300 * time.Millisecond

// judge assembles what was read, and judges it, until an interrupt comes. part: one came while it
// was read, so that the part that was is put together, and judged for a while.
func (a *app) judge(s *session, facts *timeline.Facts, part bool) error {
	stop := func() bool { return s.ctx.Err() != nil }
	if part {
		stop = nil
	}
	if s.inc = timeline.BuildWith(facts, &s.set.Schema, a.each, stop); s.inc == nil {
		return errUnbuilt
	}
	a.tellStage("assembled")
	collectJudging(s.inc.HitsRead())
	if part {
		until := time.Now().Add(partTime)
		stop = func() bool { return time.Now().After(until) }
	}
	s.res = rules.JudgeWith(s.set, s.inc, a.each, stop)
	if n := s.res.Unjudged(); n > 0 {
		s.late = true
		s.warnings = append(s.warnings, unjudged(part, n, len(s.set.RuleIDs())))
	}
	return nil
}

// unjudged says that n rules were not judged of a run that was interrupted: while it read, or later.
func unjudged(part bool, n, all int) string {
	of := "all was read, but "
	if part {
		of = "to judge the part that was read would have taken long: "
	}
	return fmt.Sprintf("interrupted: %s%d of %d rules were not judged; they say so, and what they may explain is open", of, n, all)
}
