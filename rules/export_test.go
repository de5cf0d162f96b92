package rules

import "roomline/timeline"

// Shown are the findings as the latest round left them: those that were kept are the same pointers.
func (j *Judging) Shown() map[*Shown]bool {
	out := map[*Shown]bool{}
	for _, i := range j.sorted {
		out[i.shown] = true
	}
	return out
}

// Extends says whether a round from one incident to the next is not a full one.
func Extends(old, inc *timeline.Incident) bool { return extends(old, inc) }

// Cost judges and says how many operators were judged, and how many hits looked at for counts and silences.
func Cost(set *Set, inc *timeline.Incident) (res *Result, ops, looks int) {
	j := &Judging{set: set, each: timeline.InTurn}
	res = j.all(inc)
	for _, run := range j.runs {
		ops, looks = ops+run.facts.cost.ops, looks+run.facts.cost.looks
	}
	return res, ops, looks
}

// MakeStrict lets no rule of a set accept a tie of clocks.
func MakeStrict(set *Set) {
	for _, p := range set.Packs {
		for _, r := range p.Rules {
			r.Strict = true
			for _, s := range r.Steps {
				s.Op.makeStrict()
			}
			for _, b := range r.Branches {
				if b.When != nil {
					b.When.makeStrict()
				}
			}
		}
	}
}

func (op *Op) makeStrict() {
	op.strict = nil
	for _, c := range op.Children {
		c.makeStrict()
	}
}
