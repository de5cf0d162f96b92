package rules

import (
	"slices"
	"strings"

	"roomline/timeline"
)

// refuted says in words what shows that an operator is not so; open why it may stay undecided. They are
// the columns F and U of the operators' table, of what this one looks at.
func (r *Rule) refuted(op *Op) string {
	switch op.Kind {
	case OpAny:
		return "none of them is so: " + strings.Join(each(op.Children, r.refuted), "; ")
	case OpAll:
		return "one of them is not so: " + strings.Join(each(op.Children, r.refuted), "; or ")
	case OpWitnesses:
		return "a witness speaks against it and none for it: " + strings.Join(each(op.Children, r.refuted), "; or ")
	case OpEvent:
		return silenceOf(op.Signal)
	case OpAbsent:
		if !op.hasFor {
			return "a record of " + op.Signal.Name + " surely lies in the window"
		}
		return "a record of " + op.Signal.Name + " follows within " + op.For.words() + ", wherever in the window the silence would begin"
	case OpCount:
		if op.Max >= 0 {
			return "there are surely more of " + op.Signal.Name
		}
		return "there are fewer of " + op.Signal.Name + ", and all logs that could hold one were read without a hole"
	case OpHolds:
		return "wherever in the window it would begin, " + op.Signal.Name + " is otherwise at a sample within " + op.For.words()
	case OpFlat:
		return op.Signal.Name + " differs between two scrapes inside the span"
	case OpGrew:
		return op.Signal.Name + " differs by less between the scrapes around the span, in one life of the process"
	}
	return op.Signal.Name + " was scraped without a gap over the window, every sample fresh, and no two samples differ by so much"
}

// silenceOf is what it takes that the silence of a signal speaks against it.
func silenceOf(s *Signal) string {
	switch s.Emits.Kind {
	case timeline.EmitOncePerProcess, timeline.EmitSampled:
		return "never: the silence of " + s.Name + " proves nothing"
	case timeline.EmitDebugOnly:
		return "there is no record of " + s.Name + " where the log was read without a hole and DEBUG is shown to be on"
	case timeline.EmitRoomsVisible:
		return "there is no record of " + s.Name + " where the log was read without a hole and rooms are visible to degree " + itoa(s.Emits.Rooms)
	}
	return "there is no record of " + s.Name + ", and the log was read without a hole over the window"
}

func (r *Rule) open(op *Op) string {
	var parts []string
	eachOp(op, func(leaf *Op) {
		for _, p := range openReasons(leaf) {
			if !slices.Contains(parts, p) {
				parts = append(parts, p)
			}
		}
	})
	return strings.Join(parts, "; ")
}

func openReasons(op *Op) []string {
	switch op.Kind {
	case OpEvent, OpCount:
		out := []string{"the log begins late, ends early or has a hole in the window", "stamps do not tell the order"}
		if op.Kind == OpCount {
			out = append(out, "records do not name their key")
		}
		return append(out, hiddenAs(op.Signal)...)
	case OpAbsent:
		out := []string{"the log begins late, ends early or has a hole in the window"}
		if len(op.Proofs) > 0 {
			out = append(out, "nothing shows that what would have printed it ran meanwhile")
		}
		return append(out, hiddenAs(op.Signal)...)
	case OpAll, OpAny:
		return nil
	case OpWitnesses:
		return []string{"witnesses contradict each other"}
	case OpFlat, OpGrew:
		return []string{"it was not scraped around the span", "no scrape shows such a series", "nothing shows that the scrapes are of one life of the process"}
	}
	out := []string{"scrapes are missing in the window", "no scrape shows such a series"}
	if op.Signal != nil && op.Signal.judged {
		out = append(out, "nothing shows that the value was written (frozen)")
	}
	if op.Baseline != nil {
		out = append(out, "its baseline was not scraped without a gap")
	}
	return out
}

func hiddenAs(s *Signal) []string {
	switch s.Emits.Kind {
	case timeline.EmitDebugOnly:
		return []string{"nothing shows that DEBUG is on"}
	case timeline.EmitRoomsVisible:
		return []string{"rooms are not visible to degree " + itoa(s.Emits.Rooms)}
	}
	return nil
}

func each(ops []*Op, f func(*Op) string) []string {
	out := make([]string, len(ops))
	for i, c := range ops {
		out[i] = "(" + f(c) + ")"
	}
	return out
}

// unbounded says whether a step has no window of its own: it comes after the one before it, however late, so
// that nothing ever shows that it will not.
func unbounded(op *Op) bool {
	if op.Start != nil || op.During != nil || op.From != nil {
		return false
	}
	return len(op.Children) == 0 || !allOf(op.Children, func(c *Op) bool { return !unbounded(c) })
}
