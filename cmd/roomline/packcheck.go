package main

import (
	"fmt"
	"slices"
	"strings"

	"roomline/rules"
)

// checkExpect says what of one expectation is not so; nothing if it holds. Only what is written is
// held. Of several findings that fit, the one that is nearest to it is compared.
func checkExpect(want *rules.Expect, res *rules.Result) []string {
	if want.NotFired != "" {
		return checkQuiet(want, res)
	}
	ruleOf := map[string]string{}
	for i := range res.Findings {
		ruleOf[res.Findings[i].ID] = res.Findings[i].Rule
	}
	var best []string
	found := false
	for i := range res.Findings {
		f := &res.Findings[i]
		if f.Rule != want.Rule || !fits(f, want.Entity) {
			continue
		}
		if bad := checkFinding(want, f, ruleOf); !found || len(bad) < len(best) {
			best, found = bad, true
		}
	}
	if !found {
		return []string{"expected a finding, got none" + quietText(want.Rule, res)}
	}
	return best
}

func fits(f *rules.Finding, entity map[string]string) bool {
	for k, v := range entity {
		if !slices.Contains(f.Entity, rules.KV{Key: k, Value: v}) {
			return false
		}
	}
	return true
}

// checkQuiet holds an expectation that a rule does not fire.
func checkQuiet(want *rules.Expect, res *rules.Result) []string {
	for i := range res.NotFired {
		n := &res.NotFired[i]
		if n.Rule != want.Rule {
			continue
		}
		var bad []string
		if n.Verdict() != want.NotFired {
			bad = append(bad, fmt.Sprintf("expected %s, got %s%s", want.NotFired, n.Verdict(), quietText(n.Rule, res)))
		}
		return append(append(bad, checkMissing(want.Missing, n.Missing)...), checkNear(want.NearMiss, n.NearMiss)...)
	}
	var got []string
	for i := range res.Findings {
		if f := &res.Findings[i]; f.Rule == want.Rule {
			got = append(got, f.Verdict.String()+" "+entityText(f))
		}
	}
	return []string{fmt.Sprintf("expected %s, got a finding: %s", want.NotFired, strings.Join(got, "; "))}
}

// checkFinding holds an expectation against one finding.
func checkFinding(want *rules.Expect, f *rules.Finding, ruleOf map[string]string) []string {
	var bad []string
	differ := func(what, want, got string) {
		if want != got {
			bad = append(bad, fmt.Sprintf("%s: expected %s, got %s", what, orNone(want), orNone(got)))
		}
	}
	if want.Verdict != "" {
		differ("verdict", want.Verdict, f.Verdict.String())
	}
	if want.Verdict != "" && want.Verdict != f.Verdict.String() {
		bad[0] += "; steps " + stepsText(f)
	}
	bad = append(bad, checkSteps(want, f)...)
	var missing []rules.Missing
	for i := range f.Steps {
		missing = append(missing, f.Steps[i].Missing...)
	}
	bad = append(bad, checkMissing(want.Missing, missing)...)
	if want.ExplainedBy != nil {
		differ("explained_by", sorted(want.ExplainedBy, nil), sorted(f.ExplainedBy, ruleOf))
	}
	if want.Root != "" {
		differ("root", want.Root, string(f.Root))
	}
	if want.Class != "" {
		differ("class", want.Class, className(f))
	}
	if want.Count >= 0 {
		differ("count", fmt.Sprint(want.Count), fmt.Sprint(f.Count))
	}
	if want.Witnesses >= 0 {
		differ("witnesses", fmt.Sprint(want.Witnesses), fmt.Sprint(f.Witnesses))
	}
	return append(bad, checkNear(want.NearMiss, f.NearMiss)...)
}

// checkSteps holds the verdicts of steps, and whether their order is proven.
func checkSteps(want *rules.Expect, f *rules.Finding) []string {
	verdicts, proven := map[string]string{}, map[string]bool{}
	for i := range f.Steps {
		verdicts[f.Steps[i].ID], proven[f.Steps[i].ID] = f.Steps[i].Verdict.String(), f.Steps[i].OrderProven
	}
	var bad []string
	for _, k := range keys(want.Steps) {
		if verdicts[k] != want.Steps[k] {
			bad = append(bad, fmt.Sprintf("step %s: expected %s, got %s", k, want.Steps[k], orNone(verdicts[k])))
		}
	}
	for _, k := range keys(want.OrderProven) {
		if proven[k] != want.OrderProven[k] {
			bad = append(bad, fmt.Sprintf("order_proven of step %s: expected %t, got %t", k, want.OrderProven[k], proven[k]))
		}
	}
	return bad
}

func checkMissing(want, have []rules.Missing) []string {
	var bad []string
	for _, w := range want {
		if !slices.ContainsFunc(have, func(m rules.Missing) bool {
			return m.Reason == w.Reason && (w.Source == "" || w.Source == m.Source)
		}) {
			bad = append(bad, fmt.Sprintf("missing: expected %s %s, got %s", w.Reason, w.Source, missingText(have)))
		}
	}
	return bad
}

// checkNear compares what is written of a near miss.
func checkNear(want, have *rules.NearMiss) []string {
	if want == nil {
		return nil
	}
	if have == nil {
		return []string{"near_miss: expected one, got none"}
	}
	var bad []string
	for _, x := range []struct{ what, want, got string }{
		{"blocked_at", want.BlockedAt, have.BlockedAt}, {"nearest", want.Nearest, have.Nearest}, {"distance", want.Distance, have.Distance},
		{"lacks", strings.Join(want.Lacks, ", "), strings.Join(have.Lacks, ", ")},
	} {
		if x.want != "" && x.want != x.got {
			bad = append(bad, fmt.Sprintf("near_miss %s: expected %s, got %s", x.what, x.want, orNone(x.got)))
		}
	}
	return bad
}
