package ingest

import (
	"bytes"

	"roomline/ingest/format"
	"roomline/ingest/template"
	"roomline/timeline"
)

// batches holds batch lines back: of those that a rank prints in one second in the same form only the
// last one's numbers stay, so the others need not be read.
type batches struct {
	forms []batchForm
	form  []byte // of the line that was looked at last
	held  []heldLine
	ranks []uint16 // for which one is held
}

// batchForm is a batch line without its numbers.
type batchForm struct {
	text    []byte
	numbers bool // it has some that are asked for
	alone   bool // its digits may be more than numbers: each line is read
}

// maxForms are told apart; other lines are read at once.
const maxForms = 8

// heldLine is the last line of a rank that was not read yet.
type heldLine struct {
	n      int64 // how many it stands for; 0: none is held
	form   int
	at     timeline.Time
	second timeline.Time
	body   []byte
}

// reset forgets the forms, which depend on what is asked for. No line is held then.
func (b *batches) reset() { b.forms = b.forms[:0] }

// hold takes a batch line of a rank that a Quick numbered, and says whether it has numbers. It is not ok
// if the line must be read at once.
func (a *assembler) hold(rank uint16, at timeline.Time, body []byte) (numbers, ok bool) {
	b := &a.batches
	if b.form, ok = template.Numberless(b.form[:0], body); !ok {
		a.release(rank)
		return false, false
	}
	i := b.find()
	if i < 0 || b.forms[i].alone {
		a.release(rank)
		numbers = a.readBatch(rank, at, body, 1)
		if i < 0 {
			b.learn(numbers)
		}
		return numbers, true
	}
	if b.forms[i].numbers {
		a.holdLine(rank, heldLine{n: 1, form: i, at: at, second: at.Floor(timeline.Second), body: body})
	}
	return b.forms[i].numbers, true
}

// find gives the place of the form that was looked at last, -1 if it is new.
func (b *batches) find() int {
	for i := range b.forms {
		if bytes.Equal(b.forms[i].text, b.form) {
			return i
		}
	}
	return -1
}

func (b *batches) learn(numbers bool) {
	if len(b.forms) < maxForms {
		b.forms = append(b.forms, batchForm{bytes.Clone(b.form), numbers, !format.SameFields(b.form)})
	}
}

// holdLine holds a line, which stands for the one before if only its numbers stay.
func (a *assembler) holdLine(rank uint16, l heldLine) {
	b := &a.batches
	for int(rank) >= len(b.held) {
		b.held = append(b.held, heldLine{})
	}
	h := &b.held[rank]
	switch {
	case h.n == 0:
		b.ranks = append(b.ranks, rank)
	case h.form == l.form && h.second == l.second:
		l.n += h.n
	default:
		a.readBatch(rank, h.at, h.body, h.n)
	}
	*h = l
}

// release reads the line that is held for a rank.
func (a *assembler) release(rank uint16) {
	if int(rank) >= len(a.batches.held) {
		return
	}
	if h := &a.batches.held[rank]; h.n > 0 {
		a.readBatch(rank, h.at, h.body, h.n)
		h.at = timeline.MinTime // what comes next does not stand for it
		h.n = 0
	}
}

// releaseAll reads all lines that are held: before their text goes, and before others are read at once.
func (a *assembler) releaseAll() {
	for _, rank := range a.batches.ranks {
		a.release(rank)
	}
	a.batches.ranks = a.batches.ranks[:0]
}

// readBatch notes the numbers of a line, which stands for so many of its form.
func (a *assembler) readBatch(rank uint16, at timeline.Time, body []byte, lines int64) bool {
	if a.numbers = a.quick.Readings(a.numbers[:0], body); len(a.numbers) == 0 {
		return false
	}
	a.out.gauges.addRanked(&a.quick, rank, at, a.numbers, lines)
	return true
}
