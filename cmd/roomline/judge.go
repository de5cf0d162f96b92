package main

import (
	"errors"
	"fmt"

	"roomline/rules"
	"roomline/timeline"
)

// errUnbuilt is told of a run that was interrupted between reading and judging.
var errUnbuilt = errors.New("interrupted: all was read, but not yet put together, so that nothing can be said of it; let it run to the end")

// judge assembles what was read, and judges it, until stop, if there is one, says that an interrupt came.
func (a *app) judge(s *session, facts *timeline.Facts, stop func() bool) error {
	if s.inc = timeline.BuildWith(facts, &s.set.Schema, a.each, stop); s.inc == nil {
		return errUnbuilt
	}
	a.tellStage("assembled")
	collectJudging(s.inc.HitsRead())
	s.res = rules.JudgeWith(s.set, s.inc, a.each, stop)
	if n := s.res.Unjudged(); n > 0 {
		s.late = true
		s.warnings = append(s.warnings, fmt.Sprintf("interrupted: all was read, but %d of %d rules were not judged; they say so, and what they may explain is open",
			n, len(s.set.RuleIDs())))
	}
	return nil
}
