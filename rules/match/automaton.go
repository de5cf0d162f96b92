package match

import (
	"regexp/syntax"
	"sync"
	"sync/atomic"
)

const (
	maxStates  = 2000 // beyond it a text seems to be made to blow the automaton up
	maxThreads = 1e5  // of all states together
	maxProgram = 4000 // instructions
	maxRegs    = 32   // positions that the threads of one state may have to remember
	maxTags    = 2
)

// automaton runs a regexp over text in one pass, one table look-up for each byte, and finds what
// package regexp finds: the leftmost match, of these the one that is preferred, and where the group
// in question lies in it.
//
// It is the thread list of package regexp made a deterministic automaton. A state is a list of
// threads (instructions to go on with) in order of preference. What a thread has to remember, its
// tags, is in registers, which states name and transitions fill; the same threads with the same
// sharing of registers are the same state, wherever the positions are. States are built when a text
// first needs them, and are shared by all goroutines from then on: nothing of a state changes but
// that missing successors are filled in.
type automaton struct {
	*alphabet
	prog  *syntax.Prog
	looks []syntax.EmptyOp // by instruction: the assertions that can be met before the next rune
	marks [maxTags]int32   // by tag: the capture instruction's Arg that sets it; markStart, markNone
	skip  skipper
	first *state

	mu    sync.Mutex // guards all below, and writing to next and rare of states
	known map[string]*state
	total int // threads of all states
	build builder
}

const (
	markNone  = -1
	markStart = -2 // the tag is where the match begins
)

// wanted is what to find out of a match.
type wanted int

const (
	wantStart wanted = iota // its begin
	wantGroup               // begin and end of its first group
)

// newAutomaton fails on a regexp that is too large, or tells too many runes apart.
func newAutomaton(tree *syntax.Regexp, what wanted) (*automaton, bool) {
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil || len(prog.Inst) > maxProgram {
		return nil, false
	}
	a := &automaton{prog: prog, looks: looksOf(prog), marks: [maxTags]int32{markStart, markNone}, known: map[string]*state{}}
	if what == wantGroup {
		a.marks = [maxTags]int32{2, 3}
	}
	all := syntax.EmptyOp(0)
	for _, l := range a.looks {
		all |= l
	}
	letters, ok := newAlphabet(prog, all&wordLooks != 0)
	if !ok {
		return nil, false
	}
	a.alphabet = letters
	a.skip = newSkipper(prog)
	a.build.init(len(prog.Inst))
	a.first = &state{kind: afterBegin, restart: true}
	return a, true
}

// state is a set of threads, and what is to be done when it is entered.
type state struct {
	next  [slots]atomic.Pointer[state] // by class: states without flags, so that the loop need not look
	rare  [slots]atomic.Pointer[state] // by class: states with flags
	flags stateFlags
	taken [maxTags]int8 // of the match that ends before the rune that led here
	moves []move        // all at once, from the old registers

	threads []thread
	kind    runeKind // of the rune before, as far as an assertion may ask for it
	restart bool     // a match may still begin here: none has been found
}

type stateFlags uint8

const (
	accepts stateFlags = 1 << iota // a match ends before the rune that led here
	moving                         // registers are to be filled
	dead                           // no other match can come
	idle                           // no thread but the one that would begin a match: the text can be skipped
)

// thread is a way on: an instruction that was not looked at yet, and its tags: registers, or one of
// the values below.
type thread struct {
	pc   uint32
	tags [maxTags]int8
}

const (
	unset int8 = -1
	now   int8 = -2 // the position before the rune that led to the state
)

// move fills register to from register from, or with now.
type move struct{ to, from int8 }

// runeKind is what assertions ask of the rune before a position.
type runeKind uint8

const (
	afterOther runeKind = iota
	afterBegin
	afterNewline
	afterWord
)

// context is a rune of that kind, for syntax.EmptyOpContext.
func (k runeKind) context() rune { return [...]rune{' ', -1, '\n', 'a'}[k] }

const wordLooks = syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary

// looksOf finds for each instruction the assertions between it and the next rune.
func looksOf(p *syntax.Prog) []syntax.EmptyOp {
	looks := make([]syntax.EmptyOp, len(p.Inst))
	for changed := true; changed; {
		changed = false
		for i := len(p.Inst) - 1; i >= 0; i-- {
			in, l := &p.Inst[i], looks[i]
			switch in.Op {
			case syntax.InstAlt, syntax.InstAltMatch:
				l |= looks[in.Out] | looks[in.Arg]
			case syntax.InstCapture, syntax.InstNop:
				l |= looks[in.Out]
			case syntax.InstEmptyWidth:
				l |= looks[in.Out] | syntax.EmptyOp(in.Arg)
			}
			if l != looks[i] {
				looks[i], changed = l, true
			}
		}
	}
	return looks
}
