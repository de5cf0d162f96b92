package rules

// Lack is a rule that lacks tests: a pack is fit to be released only if each rule has three.
type Lack struct {
	Rule  *Rule
	Cases []string // confirmed; refuted or clear; inconclusive or not observed
}

// Lacking names the rules that lack one of the three cases: one that fires, one that surely does not, one
// where something was not observed.
func (p *Pack) Lacking() []Lack {
	have := map[string]map[string]bool{}
	for _, t := range p.Tests {
		for _, e := range t.Expect {
			if have[e.Rule] == nil {
				have[e.Rule] = map[string]bool{}
			}
			have[e.Rule][e.Verdict] = true
			have[e.Rule][e.NotFired] = true
		}
	}
	var out []Lack
	for _, r := range p.Rules {
		h := have[r.ID]
		var lacks []string
		if !h["confirmed"] {
			lacks = append(lacks, "confirmed")
		}
		if !h["refuted"] && !h["clear"] {
			lacks = append(lacks, "refuted or clear")
		}
		if !h["inconclusive"] && !h["not_observed"] {
			lacks = append(lacks, "inconclusive or not observed")
		}
		if lacks != nil {
			out = append(out, Lack{r, lacks})
		}
	}
	return out
}
