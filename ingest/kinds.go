package ingest

import (
	"bytes"

	"roomline/timeline"
)

// decider is a Matcher that may say which signals all records are that are alike.
type decider interface {
	// Decide gives what Match finds in each of them, if that is the same and nothing is captured.
	Decide(l *timeline.Alike) (signals []timeline.SignalID, ok bool)
}

// knownForms are the forms of batch lines whose signals are noted, for a matcher. They stay from part to part.
type knownForms struct {
	by    decider
	forms []*kinds
}

// Bounds of what is noted: forms, kinds of each, and lines of a kind that may go undecided before no more
// are looked at.
const (
	maxKnownForms = 32
	maxKinds      = 8
	maxUndecided  = 8
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
	f.forms = append(f.forms, k)
	return k
}

// kinds are the lines of one form, told apart by their needles.
type kinds struct {
	form []byte
	list []kind
}

// kind is lines of one form with the same needles. Which signals they are is told by the begin of one of
// their runs of digits, and whether it has more than one digit.
type kind struct {
	ids       []int32 // of the needles, as they follow each other
	run       int     // -1: none tells
	chosen    bool    // run is
	undecided int
	known     [20]decided // by first digit; from 10 on with more digits behind it
}

type decided struct {
	known, ok bool
	signals   []timeline.SignalID
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
	c := kind{run: -1}
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

// signals gives those of a line of the form, if they are known.
func (f *knownForms) signals(k *kinds, body []byte, needles []timeline.Needle) (signals []timeline.SignalID, ok bool) {
	c := k.of(needles)
	if c == nil || c.undecided == maxUndecided {
		return nil, false
	}
	if !c.chosen {
		f.choose(k, c, body)
	}
	d := &c.known[digitsKey(body, c.run)]
	if !d.known {
		d.signals, d.ok = f.by.Decide(k.alike(c, body))
		d.known = true
	}
	if !d.ok {
		c.undecided++
	}
	return d.signals, d.ok
}

// maxTelling is how many runs are tried.
const maxTelling = 4

// choose finds the run of digits that tells the signals: none, if that will do.
func (f *knownForms) choose(k *kinds, c *kind, body []byte) {
	for c.run = -1; c.run < min(maxTelling, bytes.Count(k.form, []byte("0"))); c.run++ {
		if _, c.chosen = f.by.Decide(k.alike(c, body)); c.chosen {
			return
		}
	}
	c.run = -1
}

// alike describes all lines that have a key in common with one.
func (k *kinds) alike(c *kind, body []byte) *timeline.Alike {
	key := digitsKey(body, c.run)
	return &timeline.Alike{Form: k.form, Run: c.run, First: '0' + byte(key%10), Alone: key < 10, IDs: c.ids}
}

// digitsKey is that of the n-th run of digits; 0 if none is asked for.
func digitsKey(body []byte, n int) int {
	at := 0
	for run := 0; run <= n; run++ {
		if run > 0 {
			for at < len(body) && isDigit(body[at]) {
				at++
			}
		}
		for at < len(body) && !isDigit(body[at]) {
			at++
		}
	}
	if n < 0 || at == len(body) {
		return 0
	}
	key := int(body[at] - '0')
	if at+1 < len(body) && isDigit(body[at+1]) {
		key += 10
	}
	return key
}

func isDigit(c byte) bool { return c-'0' <= 9 }
