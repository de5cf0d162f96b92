package match

import (
	"encoding/binary"
	"regexp/syntax"
	"unicode/utf8"
)

// builder is the scratch space for making one state.
type builder struct {
	visited []uint32 // by instruction: the round in which it was met
	queued  []uint32 // likewise, as the way on of a thread
	round   uint32
	flags   syntax.EmptyOp
	rune    rune // to be consumed, negative at the end of the text
	accept  bool
	taken   [maxTags]int8
	threads []thread
	moves   []move
	key     []byte
}

func (b *builder) init(n int) { b.visited, b.queued = make([]uint32, n), make([]uint32, n) }

// successor gives the state that class c leads to from s; nil if there would be too many.
func (a *automaton) successor(s *state, c uint8) *state {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, n := range []*state{s.next[c].Load(), s.rare[c].Load()} {
		if n != nil {
			return n // somebody else was faster
		}
	}
	restart := a.advance(s, c)
	if !a.number() {
		return nil
	}
	n := a.intern(a.kindAfter(restart), restart)
	switch {
	case n == nil:
	case n.flags == 0:
		s.next[c].Store(n)
	default:
		s.rare[c].Store(n)
	}
	return n
}

// advance lets the threads of s consume a rune of class c, in order of preference. One that comes
// to the end of the program is a match: those behind it are given up. It says whether a match may
// begin later on.
func (a *automaton) advance(s *state, c uint8) (restart bool) {
	b := &a.build
	b.round++
	b.rune, b.accept, b.threads = -1, false, b.threads[:0]
	if c != a.end() {
		b.rune = a.reps[c]
	}
	b.flags = syntax.EmptyOpContext(s.kind.context(), b.rune)
	for _, t := range s.threads {
		a.follow(t.pc, t.tags)
	}
	if !s.restart || b.accept {
		return false
	}
	tags := [maxTags]int8{unset, unset}
	if a.marks[0] == markStart {
		tags[0] = now
	}
	a.follow(uint32(a.prog.Start), tags)
	return !b.accept && !a.skip.onlyBegin && b.rune >= 0
}

// follow goes from pc to all instructions that consume the rune, in order of preference.
func (a *automaton) follow(pc uint32, tags [maxTags]int8) {
	b := &a.build
	for !b.accept && b.visited[pc] != b.round {
		b.visited[pc] = b.round
		in := &a.prog.Inst[pc]
		pc = in.Out
		switch in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			a.follow(in.Out, tags)
			pc = in.Arg
		case syntax.InstCapture:
			for i, mark := range a.marks {
				if mark == int32(in.Arg) {
					tags[i] = now
				}
			}
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^b.flags != 0 {
				return
			}
		case syntax.InstMatch:
			b.accept, b.taken = true, tags
			return
		case syntax.InstNop:
		default:
			if b.rune >= 0 && takes(in, b.rune) && b.queued[in.Out] != b.round {
				b.queued[in.Out] = b.round
				b.threads = append(b.threads, thread{in.Out, tags})
			}
			return
		}
	}
}

// number gives the registers of the new threads their numbers, by first use, so that it does not
// count which ones they were in before: the moves tell that. It fails if there are too many.
func (a *automaton) number() bool {
	b := &a.build
	b.moves = b.moves[:0]
	for i := range b.threads {
		for t, from := range b.threads[i].tags {
			if from == unset {
				continue
			}
			to := 0
			for to < len(b.moves) && b.moves[to].from != from {
				to++
			}
			if to == maxRegs {
				return false
			}
			if to == len(b.moves) {
				b.moves = append(b.moves, move{int8(to), from})
			}
			b.threads[i].tags[t] = int8(to)
		}
	}
	keep := b.moves[:0]
	for _, m := range b.moves {
		if m.to != m.from {
			keep = append(keep, m)
		}
	}
	b.moves = keep
	return true
}

// kindAfter is the kind of the rune consumed, as far as the new threads may ask for it.
func (a *automaton) kindAfter(restart bool) runeKind {
	b := &a.build
	looks := syntax.EmptyOp(0)
	for _, t := range b.threads {
		looks |= a.looks[t.pc]
	}
	if restart {
		looks |= a.looks[a.prog.Start]
	}
	switch {
	case b.rune == '\n' && looks&syntax.EmptyBeginLine != 0:
		return afterNewline
	case b.rune >= 0 && b.rune < utf8.RuneSelf && syntax.IsWordChar(b.rune) && looks&wordLooks != 0:
		return afterWord
	}
	return afterOther
}

// intern gives the one state that is as the builder says; nil if it would be one too many.
func (a *automaton) intern(kind runeKind, restart bool) *state {
	b := &a.build
	b.key = b.keyOf(kind, restart)
	if s := a.known[string(b.key)]; s != nil {
		return s
	}
	if len(a.known) >= maxStates || a.total+len(b.threads) > maxThreads {
		return nil
	}
	a.total += len(b.threads)
	s := &state{kind: kind, restart: restart, taken: [maxTags]int8{unset, unset}}
	s.threads, s.moves = append(s.threads, b.threads...), append(s.moves, b.moves...)
	if b.accept {
		s.flags, s.taken = accepts, b.taken
	}
	if len(s.moves) > 0 {
		s.flags |= moving
	}
	if len(s.threads) == 0 && !restart {
		s.flags |= dead
	}
	if len(s.threads) == 0 && restart && a.skip.from(kind) {
		s.flags |= idle
	}
	a.known[string(b.key)] = s
	return s
}

func (b *builder) keyOf(kind runeKind, restart bool) []byte {
	flags := byte(kind) << 2
	if restart {
		flags |= 1
	}
	key := append(b.key[:0], flags)
	if b.accept {
		key[0] |= 2
		key = append(key, byte(b.taken[0]), byte(b.taken[1]))
	}
	key = append(key, byte(len(b.moves)))
	for _, m := range b.moves {
		key = append(key, byte(m.to), byte(m.from))
	}
	for _, t := range b.threads {
		key = binary.LittleEndian.AppendUint16(key, uint16(t.pc))
		key = append(key, byte(t.tags[0]), byte(t.tags[1]))
	}
	return key
}
