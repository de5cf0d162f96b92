package rules

// stopping ends the judging of a rule from within, however deep it is: what asks costs a count, and the caller's
// word is asked for after some thousand steps only.
type stopping struct {
	asked   func() bool // nil: nobody ends it
	steps   int
	stopped bool
}

// stopEvery is after how many steps the caller is asked. A step is a look at a hit; an operator counts for several.
const (
	stopEvery = 1 << 13
	opSteps   = 16
)

// halt is what unwinds the judging of a rule.
type halt struct{}

// step counts work, and unwinds what is being judged if the caller wants it ended.
func (s *stopping) step(n int) {
	if s.steps += n; s.steps >= stopEvery {
		s.steps = 0
		if s.asked != nil && s.asked() {
			panic(halt{})
		}
	}
}

// pace is [stopping.step] for hit i of those that are put into an index. An index that is not whole is not kept.
func (x *indexes) pace(i int) {
	if i%stopEvery == 0 && x.ending != nil && x.ending() {
		panic(halt{})
	}
}

// unlessStopped does work, unless the caller wants it ended, or until he does.
func (s *stopping) unlessStopped(work func()) {
	if s.asked == nil {
		work()
		return
	}
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(halt); !ok {
				panic(p)
			}
			s.stopped = true
		}
	}()
	s.step(stopEvery)
	work()
}

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
			i.settled = false
		}
		r.facts.stopping = stopping{}
	}
	j.v, j.known.ending = newVerdicts(), nil
}
