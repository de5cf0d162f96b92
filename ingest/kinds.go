package ingest

import (
	"bytes"
	"slices"

	"roomline/timeline"
)

// decider is a Matcher that may say which signals all records are that are alike.
type decider interface {
	// Decide gives what Match finds in each of them, if that is the same and nothing is captured.
	Decide(l *timeline.Alike) (signals []timeline.SignalID, ok bool)
}

// knownForms are the forms of batch lines whose signals are noted, for a matcher. They stay from part to part.
type knownForms struct {
	by     decider
	forms  []*kinds
	digits []timeline.Digits // of the line that was looked at last
}

// Bounds of what is noted: forms, kinds of each, what is told of each, and of how many ranks by themselves.
const (
	maxKnownForms = 32
	maxKinds      = 8
	maxTold       = 16
	maxRanks      = 64
	// patience is how many lines of a kind are matched before more is found out of it, which takes as long as
	// some thousand matches: a short log does not pay for it.
	patience = 1024
)

// use says who decides; nil: nobody does.
func (f *knownForms) use(by decider) {
	if f.by != by {
		f.by, f.forms = by, nil
	}
}

// of gives what is noted of a form; nil if nothing may be.
func (f *knownForms) of(form []byte) *kinds {
	if f.by == nil {
		return nil
	}
	for _, k := range f.forms {
		if bytes.Equal(k.form, form) {
			return k
		}
	}
	if len(f.forms) == maxKnownForms {
		return nil
	}
	k := &kinds{form: form}
	for gap := range bytes.SplitSeq(form, []byte("0")) {
		k.gaps = append(k.gaps, len(gap))
	}
	f.forms = append(f.forms, k)
	return k
}

// signals gives those of a line of a form, if they are known or can be found out.
func (f *knownForms) signals(k *kinds, head, body []byte, needles []timeline.Needle) (signals []timeline.SignalID, ok bool) {
	c := k.of(needles)
	if c == nil {
		return nil, false
	}
	f.digits = k.read(f.digits[:0], body, c.reach)
	if signals, ok = c.all.signals(f.digits); ok {
		return signals, true
	}
	if c.ranks != nil {
		if signals, ok = c.ranks[string(rankOf(head))].signals(f.digits); ok {
			return signals, true
		}
	}
	if c.untold++; c.untold < c.patience {
		return nil, false
	}
	return f.learnMore(k, c, rankOf(head), k.read(nil, body, len(k.gaps)-1))
}

// learnMore finds out the signals of lines like one, of any rank or else of its own.
func (f *knownForms) learnMore(k *kinds, c *kind, rank []byte, digits []timeline.Digits) (signals []timeline.SignalID, ok bool) {
	c.untold = 0
	more, ok := told{}, false
	if len(c.all) < maxTold {
		if more, ok = f.learn(k, c, nil, digits); ok {
			c.all = append(c.all, more)
		}
	}
	// What failed left the digits as they are.
	if own := c.ranks[string(rank)]; !ok && len(rank) > 0 && len(own) < maxTold && (own != nil || len(c.ranks) < maxRanks) {
		if more, ok = f.learn(k, c, rank, digits); ok {
			if c.ranks == nil {
				c.ranks = map[string]toldOnes{}
			}
			c.ranks[string(rank)] = append(own, more)
		}
	}
	if !ok { // perhaps it never can be
		c.patience *= 2
		return nil, false
	}
	c.reach, c.patience = max(c.reach, len(more.digits)), patience
	return more.signals, true
}

// rankOf is what the header of a line holds behind its stamp, blank and all, up to the bracket.
func rankOf(head []byte) []byte {
	date, end := len("[2026-11-01 "), len(head)-len("] ")
	if end <= date {
		return nil
	}
	if i := bytes.IndexByte(head[date:end], ' '); i >= 0 {
		return head[date+i : end]
	}
	return nil
}

// learn finds out the signals of a line with such digits, of a rank if there is one, and for what other digits they are
// the same.
func (f *knownForms) learn(k *kinds, c *kind, rank []byte, digits []timeline.Digits) (out told, ok bool) {
	l := timeline.Alike{Form: k.form, Digits: digits, IDs: c.ids, Rank: rank}
	if out.signals, ok = f.by.Decide(&l); !ok {
		return out, false
	}
	for i := range digits {
		for _, more := range wider {
			had := digits[i]
			if digits[i] |= more; digits[i] == had {
				continue
			}
			if same, ok := f.by.Decide(&l); !ok || !slices.Equal(same, out.signals) {
				digits[i] = had
			}
		}
	}
	for len(digits) > 0 && digits[len(digits)-1] == timeline.AnyDigits {
		digits = digits[:len(digits)-1]
	}
	out.digits = digits
	return out, true
}

// wider is what else a run of digits may be, tried in turn: anything; of any length; some number but 0, since
// rules ask whether something runs; and what does not begin with 9, since they ask whether nearly all is used.
var wider = []timeline.Digits{timeline.AnyDigits, timeline.OneDigit | timeline.MoreDigits, timeline.NoLeadingZero, timeline.NoLeadingNine}

// kinds are the lines of one form, told apart by their needles.
type kinds struct {
	form []byte
	gaps []int // how many bytes stand before each run of digits, and behind the last
	list []kind
}

// kind is lines of one form with the same needles.
type kind struct {
	ids      []int32             // of the needles, as they follow each other
	all      toldOnes            // of lines of any rank
	ranks    map[string]toldOnes // of those of one rank, where it is not the same for all
	reach    int                 // so many runs of digits must be looked at for all that is told
	untold   int                 // lines since more was found out
	patience int                 // so many of them are matched before more is
}

// toldOnes say it of lines of different digits.
type toldOnes []told

func (t toldOnes) signals(digits []timeline.Digits) (signals []timeline.SignalID, ok bool) {
	for i := range t {
		if t[i].has(digits) {
			return t[i].signals, true
		}
	}
	return nil, false
}

// told says which signals lines are whose digits are among these.
type told struct {
	digits  []timeline.Digits
	signals []timeline.SignalID
}

func (k *told) has(digits []timeline.Digits) bool {
	for i, d := range k.digits {
		if digits[i]&^d != 0 {
			return false
		}
	}
	return true
}

// of gives the kind with these needles, all those of a line; nil if there are too many kinds.
func (k *kinds) of(needles []timeline.Needle) *kind {
	for i := range k.list {
		if c := &k.list[i]; c.has(needles) {
			return c
		}
	}
	if len(k.list) == maxKinds {
		return nil
	}
	c := kind{patience: patience}
	for _, n := range needles {
		c.ids = append(c.ids, n.ID)
	}
	k.list = append(k.list, c)
	return &k.list[len(k.list)-1]
}

func (c *kind) has(needles []timeline.Needle) bool {
	if len(c.ids) != len(needles) {
		return false
	}
	for i, id := range c.ids {
		if needles[i].ID != id {
			return false
		}
	}
	return true
}

// read appends what the first n runs of digits of a line of the form are.
func (k *kinds) read(dst []timeline.Digits, body []byte, n int) []timeline.Digits {
	for _, gap := range k.gaps[:n] {
		d, length := timeline.DigitsOf(body[gap:])
		dst, body = append(dst, d), body[gap+length:]
	}
	return dst
}
