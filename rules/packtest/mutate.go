package packtest

import (
	"errors"
	"fmt"

	"roomline/rules"
	"roomline/timeline"
)

// mutate does to a case what one entry of `mutate` says. An entry that changes nothing is an error: its
// test would not test what it says.
func mutate(c *Case, m *rules.Mutation, p *rules.Pack) error {
	changed := 0
	switch m.Kind {
	case rules.MutateTruncate:
		changed = truncate(c, m)
	case rules.MutateDropSamples:
		changed = dropSamples(c, m)
	case rules.MutateShuffle:
		changed = shuffle(c, m)
	case rules.MutateSkew:
		changed = skew(c, m)
	case rules.MutateRenameSeries:
		changed = renameSeries(c, m)
	case rules.MutateLevelOff:
		changed = levelOff(c, m, p)
	case rules.MutateDuplicate:
		changed = duplicate(c, m)
	default:
		return fmt.Errorf("this version does not know it")
	}
	if changed == 0 {
		return errors.New("it changes nothing: mend it, or leave it out")
	}
	return nil
}

// logs calls f for each log that a mutation is about, and counts what f says that it changed.
func (c *Case) logs(m *rules.Mutation, f func(l *Log) int) int {
	n := 0
	for i := range c.Logs {
		if m.Source == "" || c.Logs[i].Source == m.Source {
			n += f(&c.Logs[i])
		}
	}
	return n
}

// targets is logs, of scrapes.
func (c *Case) targets(m *rules.Mutation, f func(t *Target) int) int {
	n := 0
	for i := range c.Targets {
		if m.Source == "" || c.Targets[i].Source == m.Source {
			n += f(&c.Targets[i])
		}
	}
	return n
}

// outside says whether a moment lies outside (after, until], or is none at all.
func outside(at, after, until timeline.Time) bool {
	return !at.Known() || after.Known() && at <= after || until.Known() && at > until
}
