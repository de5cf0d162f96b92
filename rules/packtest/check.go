package packtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"roomline/rules"
)

// Difference is one thing that is not as expected. Want and Got are words, "none" for nothing.
type Difference struct{ What, Want, Got string }

// Held is one expectation with what it was held against: the finding that is nearest to it, or that the
// rule did not fire. Both are nil where the rule says nothing at all.
type Held struct {
	Want        *rules.Expect
	Differences []Difference // none: it holds
	Finding     *rules.Finding
	Quiet       *rules.NotFired
}

// Check says what of one expectation is not so. Only what is written is held. Of several findings that
// fit, the one that is nearest to it is compared.
func Check(want *rules.Expect, res *rules.Result) Held {
	h := Held{Want: want}
	h.nearest(res)
	for i := range res.NotFired {
		if res.NotFired[i].Rule == want.Rule {
			h.Quiet = &res.NotFired[i]
		}
	}
	switch {
	case want.NotFired != "":
		h.checkQuiet()
	case h.Finding == nil:
		h.differ("a finding", "one", "none"+quietText(h.Quiet)+othersText(want, res))
	}
	return h
}

// nearest finds the finding of the rule and entity that differs least.
func (h *Held) nearest(res *rules.Result) {
	ruleOf := map[string]string{}
	for i := range res.Findings {
		ruleOf[res.Findings[i].ID] = res.Findings[i].Rule
	}
	for i := range res.Findings {
		f := &res.Findings[i]
		if f.Rule != h.Want.Rule || !fits(f, h.Want.Entity) {
			continue
		}
		other := Held{Want: h.Want, Finding: f}
		other.checkFinding(ruleOf)
		if h.Finding == nil || len(other.Differences) < len(h.Differences) {
			*h = other
		}
	}
	if h.Want.NotFired != "" {
		h.Differences = nil
	}
}

func fits(f *rules.Finding, entity map[string]string) bool {
	for k, v := range entity {
		if !slices.Contains(f.Entity, rules.KV{Key: k, Value: v}) {
			return false
		}
	}
	return true
}

func (h *Held) differ(what, want, got string) {
	if want != got {
		h.Differences = append(h.Differences, Difference{what, orNone(want), orNone(got)})
	}
}

// checkQuiet holds that a rule does not fire.
func (h *Held) checkQuiet() {
	want := h.Want
	if h.Quiet == nil {
		got := "none"
		if h.Finding != nil {
			got = "a finding, " + h.Finding.Verdict.String() + ", of " + EntityText(h.Finding.Entity)
		}
		h.differ("not_fired", want.NotFired, got)
		return
	}
	got := h.Quiet.Verdict()
	if got != want.NotFired && len(h.Quiet.Missing) > 0 {
		got += ", missing " + missingText(h.Quiet.Missing)
	}
	h.differ("not_fired", want.NotFired, got)
	h.checkMissing(h.Quiet.Missing)
	h.checkNear(h.Quiet.NearMiss)
}

// checkFinding holds the expectation against the finding.
func (h *Held) checkFinding(ruleOf map[string]string) {
	want, f := h.Want, h.Finding
	if want.Verdict != "" {
		h.differ("verdict", want.Verdict, f.Verdict.String())
	}
	h.checkSteps()
	var missing []rules.Missing
	for i := range f.Steps {
		missing = append(missing, f.Steps[i].Missing...)
	}
	h.checkMissing(missing)
	if want.ExplainedBy != nil {
		h.differ("explained_by", sorted(want.ExplainedBy, nil), sorted(f.ExplainedBy, ruleOf))
	}
	for _, x := range []struct{ what, want, got string }{{"root", want.Root, string(f.Root)}, {"class", want.Class, className(f)}} {
		if x.want != "" {
			h.differ(x.what, x.want, x.got)
		}
	}
	for _, x := range []struct {
		what      string
		want, got int
	}{{"count", want.Count, f.Count}, {"witnesses", want.Witnesses, f.Witnesses}, {"rooms", want.Rooms, len(f.Rooms)}} {
		if x.want >= 0 {
			h.differ(x.what, fmt.Sprint(x.want), fmt.Sprint(x.got))
		}
	}
	h.checkNear(f.NearMiss)
}

// checkSteps holds the verdicts of steps, and whether their order is proven.
func (h *Held) checkSteps() {
	verdicts, proven := map[string]string{}, map[string]bool{}
	for i := range h.Finding.Steps {
		s := &h.Finding.Steps[i]
		verdicts[s.ID], proven[s.ID] = s.Verdict.String(), s.OrderProven
	}
	for _, k := range sortedKeys(h.Want.Steps) {
		h.differ("step "+k, h.Want.Steps[k], verdicts[k])
	}
	for _, k := range sortedKeys(h.Want.OrderProven) {
		h.differ("order_proven of step "+k, fmt.Sprint(h.Want.OrderProven[k]), fmt.Sprint(proven[k]))
	}
}

func (h *Held) checkMissing(have []rules.Missing) {
	for _, w := range h.Want.Missing {
		if !slices.ContainsFunc(have, func(m rules.Missing) bool {
			return m.Reason == w.Reason && (w.Source == "" || w.Source == m.Source)
		}) {
			h.differ("missing", strings.TrimSpace(string(w.Reason)+" "+w.Source), missingText(have))
		}
	}
}

// checkNear compares what is written of a near miss.
func (h *Held) checkNear(have *rules.NearMiss) {
	want := h.Want.NearMiss
	if want == nil {
		return
	}
	if have == nil {
		h.differ("near_miss", "one", "none")
		return
	}
	for _, x := range []struct{ what, want, got string }{
		{"blocked_at", want.BlockedAt, have.BlockedAt}, {"nearest", want.Nearest, have.Nearest}, {"distance", want.Distance, have.Distance},
		{"lacks", strings.Join(want.Lacks, ", "), strings.Join(have.Lacks, ", ")},
	} {
		if x.want != "" {
			h.differ("near_miss "+x.what, x.want, x.got)
		}
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
