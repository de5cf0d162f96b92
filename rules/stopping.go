package rules

import "roomline/timeline"

// opSteps is how many steps an operator counts for, of which a look at a hit is one.
const opSteps = 16

// unjudged takes back what was found of a rule that was not judged to its end: it is said to be not observed, never
// clear.
func (r *ruleRun) unjudged() {
	r.contexts, r.found, r.come, r.gone, r.state = nil, nil, nil, nil, stateUnseen
	r.quiet = &NotFired{Rule: r.rule.ID, Pack: r.rule.pack.ID(), Severity: r.rule.Severity, Title: r.rule.Title, Overridden: r.rule.Overridden,
		Missing: []Missing{why(Interrupted, "")}}
}

// Unjudged is how many rules were not judged, since judging was ended before.
func (r *Result) Unjudged() (n int) {
	for i := range r.NotFired {
		if m := r.NotFired[i].Missing; len(m) == 1 && m[0].Reason == Interrupted {
			n++
		}
	}
	return n
}

// keepStopped is how many findings are written of a judging that was ended: as many as take no time.
const keepStopped = 1000

// stopped says whether the judging of some rule was ended.
func (j *Judging) stopped() bool {
	for _, r := range j.runs {
		if r.facts.stopped {
			return true
		}
	}
	return false
}

// curtail leaves, of a judging that was ended, the rules that were judged until then, as many as are soon explained
// and shown; nothing ends that.
func (j *Judging) curtail() {
	left := keepStopped
	for _, r := range j.runs {
		if !r.judged || len(r.found) > left {
			r.unjudged()
		}
		left -= len(r.found)
		for _, i := range r.found {
			i.settled, i.explained = false, nil // its edges are told anew to its causes
		}
		r.facts.Stopping, r.facts.stopped = timeline.Stopping{}, false
	}
	j.v, j.known.ending = newVerdicts(), timeline.Stopping{}
}
