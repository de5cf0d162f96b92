package rules

import "roomline/timeline"

// Instance is one (rule, key, anchor) before folding.
type Instance struct {
	Rule     string
	Base     string        // its process, without a life
	Hit      *timeline.Hit // of the anchor; nil where it is a scrape
	At       timeline.Time
	Verdict  timeline.Truth
	Why      int // how many reasons are given
	Root     Root
	Class    string
	Branches []Class
}

// Unfolded judges without folding: the law about lost evidence is one about instances. quiet says of
// the rules without one whether all was observed.
func Unfolded(set *Set, inc *timeline.Incident) (all []Instance, quiet map[string]bool) {
	quiet = map[string]bool{}
	v := newVerdicts()
	for _, p := range set.Packs {
		f := newFacts(set, p, inc)
		for _, r := range p.Rules {
			if got := f.instances(r); len(got) > 0 {
				v.found[r] = got
				continue
			}
			v.quiet[r] = f.quietVerdict(r)
			quiet[r.ID] = v.quiet[r].Observed
		}
		v.explainAll(p)
		for _, r := range p.Rules {
			for _, i := range v.found[r] {
				all = append(all, Instance{Rule: r.ID, Base: i.c.base, Hit: i.alt.hit, At: i.c.anchor.Lo, Verdict: i.verdict, Why: len(i.reasons), Root: i.root, Class: i.class, Branches: i.classes})
			}
		}
	}
	return all, quiet
}
