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
	known knownForms
}

// batchForm is a batch line without its numbers.
type batchForm struct {
	text    []byte
	numbers bool   // it has some that are asked for
	kinds   *kinds // what signals lines of it are; nil if nobody notes that
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
	i, ok := b.find(body)
	if !ok {
		a.release(rank)
		return false, false
	}
	if i < 0 {
		a.release(rank)
		numbers = a.readBatch(rank, at, body, 1)
		b.learn(numbers)
		return numbers, true
	}
	if b.forms[i].numbers {
		a.holdLine(rank, i, at, body)
	}
	return b.forms[i].numbers, true
}

// find gives the place of the form of a line, -1 if it is new. It is not ok for a line that has none.
func (b *batches) find(body []byte) (place int, ok bool) {
	if b.form, ok = template.Numberless(b.form[:0], body); !ok {
		return -1, false
	}
	for i := range b.forms {
		if bytes.Equal(b.forms[i].text, b.form) {
			return i, true
		}
	}
	return -1, true
}

// learn notes the form of the line that was looked at last, unless lines of one form may have different fields.
func (b *batches) learn(numbers bool) {
	if len(b.forms) < maxForms && format.FixedFields(b.form) {
		form := bytes.Clone(b.form)
		b.forms = append(b.forms, batchForm{form, numbers, b.known.of(form)})
	}
}

// holdLine holds a line, which stands for the one before if only its numbers stay.
func (a *assembler) holdLine(rank uint16, form int, at timeline.Time, body []byte) {
	b := &a.batches
	for int(rank) >= len(b.held) {
		b.held = append(b.held, heldLine{})
	}
	h := &b.held[rank]
	if h.n > 0 && h.form == form && at >= h.second && at < h.second+timeline.Second {
		h.n++
		h.at, h.body = at, body
		return
	}
	if h.n > 0 {
		a.readBatch(rank, h.at, h.body, h.n)
	} else {
		b.ranks = append(b.ranks, rank)
	}
	*h = heldLine{n: 1, form: form, at: at, second: at.Floor(timeline.Second), body: body}
}

// release reads the line that is held for a rank.
func (a *assembler) release(rank uint16) {
	if int(rank) >= len(a.batches.held) {
		return
	}
	if h := &a.batches.held[rank]; h.n > 0 {
		a.readBatch(rank, h.at, h.body, h.n)
		h.n = 0 // what comes next does not stand for it
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
