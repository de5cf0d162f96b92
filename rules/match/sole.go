package match

import (
	"regexp/syntax"

	"roomline/timeline"
)

// Soles gives for each needle the signals that it decides alone, nil where it does not decide all that
// it is the needle of. Records that hold no other needles need no Match then.
func (m *Matcher) Soles() [][]timeline.Sole {
	out := make([][]timeline.Sole, len(m.users))
	for id, users := range m.users {
		for _, i := range users {
			s, ok := soleOf(&m.given[i], string(m.literals[id].Text))
			if !ok {
				out[id] = nil
				break
			}
			out[id] = append(out[id], s)
		}
	}
	return out
}

// soleOf says whether a literal decides a signal alone.
func soleOf(s *Signal, literal string) (out timeline.Sole, ok bool) {
	out = timeline.Sole{Signal: s.ID, Length: len(literal)}
	if len(s.All) != 1 || s.All[0] != literal || len(s.Any)+len(s.Not) > 0 || s.Regex != nil || s.Slow || len(s.Captures) > 1 {
		return out, false
	}
	if len(s.Captures) == 0 {
		return out, true
	}
	out.Number, out.Ignore = true, s.Ignore[0]
	for v := range out.Ignore {
		out.Longest = max(out.Longest, len(v))
	}
	out.Max, ok = numberBehind(s.Captures[0].Regex.Tree(), literal)
	return out, ok
}

// numberBehind recognises LITERAL(\d+) and LITERAL(\d{1,N})\b; most is N.
func numberBehind(re *syntax.Regexp, literal string) (most int, ok bool) {
	if re.Op != syntax.OpConcat || len(re.Sub) < 2 || len(re.Sub) > 3 {
		return 0, false
	}
	lit, group := re.Sub[0], re.Sub[1]
	if lit.Op != syntax.OpLiteral || lit.Flags&syntax.FoldCase != 0 || string(lit.Rune) != literal || group.Op != syntax.OpCapture {
		return 0, false
	}
	digits := group.Sub[0]
	bounded := len(re.Sub) == 3
	switch {
	case digits.Flags&syntax.NonGreedy != 0 || len(digits.Sub) != 1 || !isDigits(digits.Sub[0]):
		return 0, false
	case digits.Op == syntax.OpPlus && !bounded:
		return 0, true
	case digits.Op == syntax.OpRepeat && digits.Min == 1 && digits.Max > 1 && bounded && re.Sub[2].Op == syntax.OpWordBoundary:
		return digits.Max, true
	}
	return 0, false
}

func isDigits(re *syntax.Regexp) bool {
	return re.Op == syntax.OpCharClass && len(re.Rune) == 2 && re.Rune[0] == '0' && re.Rune[1] == '9'
}
