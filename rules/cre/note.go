package cre

import (
	"cmp"
	"fmt"
	"slices"
)

// Effect says what a note means for its rule.
type Effect string

// The effects, the gravest first.
const (
	LeftOut Effect = "left out" // the rule is not in the pack
	InPart  Effect = "in part"  // the rule is in the pack, with something widened, narrowed or left away
	Skipped Effect = "skipped"  // a file that holds no rules
	NoTest  Effect = "no test"  // the rule is in the pack, the log beside it is no test of it
	Slow    Effect = "slow"     // the rule is in the pack as it was, but every record is tried against it
)

// Note is something of a rule that was not carried over, or not as it was.
type Note struct {
	File      string
	Line, Col int // from 1; 0: the file as a whole
	Effect    Effect
	What, Why string
}

// Place is file:line:col, without what is not known.
func (n Note) Place() string {
	if n.Line == 0 {
		return n.File
	}
	return fmt.Sprintf("%s:%d:%d", n.File, n.Line, n.Col)
}

// notes are those of one rule.
type notes struct{ list []Note }

func (n *notes) add(e Effect, at place, what, why string, args ...any) {
	n.list = append(n.list, Note{at.file, at.line, at.col, e, what, fmt.Sprintf(why, args...)})
}

// out says whether the rule is left out.
func (n *notes) out() bool {
	return slices.ContainsFunc(n.list, func(x Note) bool { return x.Effect == LeftOut })
}

// sorted are the notes in the order of the file, each once.
func (n *notes) sorted() []Note {
	out := slices.Clone(n.list)
	slices.SortStableFunc(out, func(a, b Note) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	return slices.Compact(out)
}

// state is the gravest of the effects that change what a rule says.
func state(list []Note) State {
	s := Carried
	for _, n := range list {
		switch n.Effect {
		case LeftOut:
			return Out
		case InPart:
			s = Part
		}
	}
	return s
}
