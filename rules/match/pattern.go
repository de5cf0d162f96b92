package match

import (
	"regexp"
	"sync"
	"sync/atomic"
)

// pattern is a regexp with one use, condition or capture, however many signals share it. An
// automaton runs it, made when a record first needs it; package regexp does if it gets too large.
type pattern struct {
	re       *regexp.Regexp
	what     wanted
	captures bool
	id       int // counts the patterns of a matcher

	mu     sync.Mutex // guards making the automaton
	engine atomic.Pointer[engine]
}

// engine is what runs a pattern; without an automaton it is package regexp.
type engine struct{ *automaton }

func newPattern(re *regexp.Regexp, what wanted) *pattern {
	p := &pattern{re: re, what: what, captures: what == wantGroup}
	if re.NumSubexp() == 0 {
		p.what = wantStart // without a group all of the match is captured
	}
	return p
}

// start is where the leftmost match begins, -1 without one. If any is enough, it is 0 for all.
func (p *pattern) start(text []byte, anyMatch bool) int {
	f, done := p.run(text, anyMatch)
	switch {
	case !done && anyMatch:
		f.ok = p.re.Match(text)
	case !done:
		if loc := p.re.FindIndex(text); loc != nil {
			return loc[0]
		}
	}
	switch {
	case !f.ok:
		return -1
	case anyMatch:
		return 0
	}
	return f.tags[0]
}

// value is where that lies in text what the leftmost match captures; from is negative if there is
// no match, or its group took no part in it.
func (p *pattern) value(text []byte) (from, to int) {
	f, done := p.run(text, false)
	switch {
	case done && !f.ok:
		return -1, -1
	case done && p.what == wantGroup:
		return f.tags[0], f.tags[1]
	case done:
		return f.tags[0], f.end
	}
	loc := p.re.FindSubmatchIndex(text)
	switch {
	case loc == nil:
		return -1, -1
	case len(loc) > 2:
		return loc[2], loc[3]
	}
	return loc[0], loc[1]
}

func (p *pattern) run(text []byte, anyMatch bool) (found, bool) {
	e := p.engine.Load()
	if e == nil {
		e = p.make()
	}
	if e.automaton == nil {
		return found{}, false
	}
	f, done := e.automaton.run(text, anyMatch)
	if !done {
		p.engine.Store(&engine{}) // for good: the next text would need as many states again
	}
	return f, done
}

// make makes the automaton, unless somebody else is faster.
func (p *pattern) make() *engine {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := p.engine.Load(); e != nil {
		return e
	}
	e := &engine{}
	if a, ok := newAutomaton(p.re, p.what); ok {
		e.automaton = a
	}
	p.engine.Store(e)
	return e
}
