package match

import (
	"regexp/syntax"
	"sync"
	"sync/atomic"
)

// pattern is a regexp with one use, condition or capture, however many signals share it. It is run as
// a direct one if it is one, else by an automaton, and by package regexp if that gets too large. All
// are made when a record first needs them.
type pattern struct {
	re       *Regexp
	what     wanted
	captures bool
	id       int // counts the patterns of a matcher

	once   sync.Once
	direct *direct    // nil if it is no direct regexp
	mu     sync.Mutex // guards making the automaton
	engine atomic.Pointer[engine]

	anyText anyText
}

// engine is what runs a pattern; without an automaton it is package regexp.
type engine struct{ *automaton }

func newPattern(re *Regexp, what wanted) *pattern {
	return &pattern{re: re, what: what, captures: what == wantGroup}
}

// newPlain makes a pattern that is not run as a direct one, and looks for a match.
func newPlain(tree *syntax.Regexp) *pattern {
	p := &pattern{re: regexpOf("", tree), what: wantStart}
	p.once.Do(func() {})
	return p
}

// startIn is like start, and makes use of what is known of a text.
func (p *pattern) startIn(v view, anyMatch bool) int {
	if f, done := p.directly(&v); done {
		if !f.ok {
			return -1
		}
		return f.tags[0]
	}
	return p.start(v.text, anyMatch)
}

// valueIn is like value, and makes use of what is known of a text.
func (p *pattern) valueIn(v view) (from, to int) {
	f, done := p.directly(&v)
	switch {
	case !done:
		return p.value(v.text)
	case !f.ok:
		return -1, -1
	case p.what == wantGroup:
		return f.tags[0], f.tags[1]
	}
	return f.tags[0], f.end
}

func (p *pattern) directly(v *view) (f found, done bool) {
	p.once.Do(p.prepare)
	if p.direct == nil {
		return f, false
	}
	return p.direct.find(v)
}

func (p *pattern) prepare() {
	tree := p.re.Tree()
	if tree.MaxCap() == 0 {
		p.what = wantStart // without a group all of the match is captured
	}
	p.direct = newDirect(tree, p.what, !p.captures)
}

// start is where the leftmost match begins, -1 without one. If any is enough, it is 0 for all.
func (p *pattern) start(text []byte, anyMatch bool) int {
	f, done := p.run(text, anyMatch)
	switch {
	case !done && anyMatch:
		f.ok = p.re.Compiled().Match(text)
	case !done:
		if loc := p.re.Compiled().FindIndex(text); loc != nil {
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
	loc := p.re.Compiled().FindSubmatchIndex(text)
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
	p.once.Do(p.prepare)
	e := &engine{}
	if a, ok := newAutomaton(p.re.Tree(), p.what); ok {
		e.automaton = a
	}
	p.engine.Store(e)
	return e
}
