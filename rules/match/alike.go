package match

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"roomline/timeline"
)

// Decide gives the signals that Match finds in each of the records that are alike, in its order. It is not ok
// if they may be different ones, if one of them captures something, or if it cannot tell. It is slower than
// Match: what it gives is to be kept.
func (m *Matcher) Decide(l *timeline.Alike) (signals []timeline.SignalID, ok bool) {
	text, ok := piecesOf(l)
	if !ok || m.slow {
		return nil, false
	}
	d := decision{m, l, text}
	for i := range m.signals {
		if !d.tries(int32(i)) {
			continue
		}
		switch s := &m.signals[i]; d.signal(s) {
		case always:
			if len(s.captures) > 0 {
				return nil, false
			}
			signals = append(signals, s.id)
		case unsure:
			return nil, false
		}
	}
	return signals, true
}

// fate says in how many of the records that are alike something is found.
type fate uint8

const (
	never  fate = iota // in none
	unsure             // in some, perhaps
	always             // in each
)

func fateIf(yes bool) fate {
	if yes {
		return always
	}
	return never
}

type decision struct {
	*Matcher
	of   *timeline.Alike
	text []piece
}

// tries says whether Match would try a signal.
func (d *decision) tries(i int32) bool {
	return slices.ContainsFunc(d.of.IDs, func(id int32) bool {
		return id >= 0 && int(id) < len(d.users) && slices.Contains(d.users[id], i)
	})
}

// signal is what match and literally find, as far as it is the same for all.
func (d *decision) signal(s *signal) fate {
	out := always
	for _, lit := range s.all {
		out = min(out, d.literal(lit))
	}
	if len(s.any) > 0 {
		out = min(out, d.one(s.any))
	}
	if out == never || s.regex != nil && s.regex.fate(d.text) == never {
		return never
	}
	if s.gate == noGate || d.literal(s.gate) != never {
		out = min(out, always-d.one(s.not))
	}
	if s.regex != nil {
		out = min(out, s.regex.fate(d.text))
	}
	return out
}

// one is the fate of the likeliest of some literals.
func (d *decision) one(literals []int32) fate {
	best := never
	for _, lit := range literals {
		best = max(best, d.literal(lit))
	}
	return best
}

// literal is certain of a needle; others are looked for.
func (d *decision) literal(id int32) fate {
	if int(id) < len(d.users) {
		return fateIf(slices.Contains(d.of.IDs, id))
	}
	text := string(d.literals[id].Text)
	if !strings.ContainsAny(text, "0123456789") && strings.Contains(string(d.of.Form), text) {
		return always
	}
	if !mayHold(d.text, text) {
		return never
	}
	a := d.anyOf[id].of(&syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune(text)})
	if a == nil || strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return unsure
	}
	return a.fate(d.text)
}
