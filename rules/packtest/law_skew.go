package packtest

import (
	"fmt"
	"slices"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

// skews sets the clock of one process off by up to twice the doubt that the pack declares: two readings of one clock may
// each be off by it, one either way. All logs of a process share its clock.
func skews(before *verdicts, set *rules.Set) []*variant {
	doubt := set.Packs[0].Skew
	for _, p := range set.Packs {
		doubt = min(doubt, p.Skew)
	}
	var out []*variant
	done := map[string]bool{}
	for i := range before.c.Logs {
		source := before.c.Logs[i].Source
		if done[source] || doubt <= 0 {
			continue
		}
		done[source] = true
		for _, by := range []time.Duration{doubt, -doubt, 2 * doubt, -2 * doubt} {
			out = append(out, skewVariant(before.c, source, by))
		}
	}
	return out
}

func skewVariant(c *Case, source string, by time.Duration) *variant {
	then := shifted(c, source, by)
	return &variant{law: LawSkew, then: then, how: fmt.Sprintf("the clock of %s is set off by %s", source, by), held: offClock}
}

// shifted is the case with the stamps of one process set off.
func shifted(c *Case, source string, by time.Duration) *Case {
	then := c.Clone()
	for i := range then.Logs {
		if then.Logs[i].Source == source {
			then.Logs[i].Shift += by
		}
	}
	return then
}

// offClock: confirmed and refuted never become one another, but for what is said to rest on a tie, and for
// witnesses, of which each reading may leave open what the other decides.
func offClock(before, after *verdicts) []difference {
	var out []difference
	for i := range before.all {
		x := &before.all[i]
		xs, ys := before.at(x), after.at(x)
		a, okA := only(xs)
		b, okB := only(ys)
		if len(ys) == 0 || !okA || !okB || min(a, b) != timeline.F || max(a, b) != timeline.T {
			continue
		}
		if d := (difference{x.Rule, a.String() + " -> " + b.String()}); decided(xs) && decided(ys) && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// decided says whether instances rest on no tie of clocks and on no witnesses.
func decided(xs []*anchored) bool {
	return !slices.ContainsFunc(xs, func(x *anchored) bool {
		return x.Verdict == timeline.T && slices.ContainsFunc(x.Steps(), func(s rules.Step) bool { return !s.OrderProven }) ||
			slices.ContainsFunc(x.Def().Steps, func(s *rules.StepDef) bool { return s.Op.Kind == rules.OpWitnesses })
	})
}
