package ingest

import (
	"bytes"

	"roomline/ingest/format"
	"roomline/timeline"
)

// record is the record that is being assembled.
type record struct {
	state      recordState
	headed     bool // it has a header of its own (with or without a time)
	stamped    bool
	cut        bool
	truncated  bool
	block      int8 // whether it opened a block: 0 not asked yet, 1 yes, -1 no
	lines      int
	first      int // index of its first line
	start, end int // in the text
	firstEnd   int // of its first piece
	pos        timeline.Pos
	number     int64
	span       timeline.Interval
	rank       string
	level      timeline.Level
}

type recordState uint8

const (
	noRecord   recordState = iota
	openRecord             // its lines are collected
	fullRecord             // it reached a limit: what goes on with it is passed over
)

// assembler puts lines together to records and hands them on.
type assembler struct {
	scan  *scanContext
	clock clock
	out   *part
	text  []byte
	lines []line
	outer []timeline.Interval
	rec   record

	textPos   int64 // where the text begins in the stream; -1: lines tell where they stand
	records   int64 // begun so far
	afterHole bool
	outside   bool // the last stamp lies outside of Options.Since and Until
	markers   bool // the text holds what may be a suppression marker
	needles   []timeline.Needle
	needle    int
	matches   timeline.Matches
	within    []timeline.Needle
	hashes    []uint64               // room for the hashes of records' lines, shared by many
	bodies    []timeline.RecordLines // and for what points at them
	quick     format.Quick
	numbers   []format.Reading
	batches   batches
	offs      []int
	template  []byte // of the record that began last
	followed  uint64 // template of the open record, 0 if its lines are not counted for one
}

// load makes the next stretch of text ready. The lines of an open record stand at its begin; resume
// is the first line that was not taken yet.
func (a *assembler) load(text []byte, lines []line, outer []timeline.Interval) {
	if r := &a.rec; r.state == openRecord {
		delta := lines[0].text - a.lines[r.first].text
		r.first, r.start, r.end, r.firstEnd = 0, r.start+delta, r.end+delta, r.firstEnd+delta
	}
	a.text, a.lines, a.outer = text, lines, outer
	a.needles, a.needle = a.needles[:0], 0
	if a.scan.matcher != nil {
		a.needles = a.scan.matcher.Needles(a.needles, text)
	}
}

// markerTexts are what a suppression marker holds.
var markerTexts = []string{"Suppressed ", "message repeated "}

// mayMark says whether a text may hold a marker.
func mayMark(text []byte) bool {
	return bytes.Contains(text, []byte(markerTexts[0])) || bytes.Contains(text, []byte(markerTexts[1]))
}

// take reads line i.
func (a *assembler) take(i int) {
	a.read(i)
	a.counted(i)
}

func (a *assembler) read(i int) {
	l := &a.lines[i]
	if l.flags&isPart == 0 {
		a.out.lines++
	}
	if r := &a.rec; r.state == openRecord && l.off-a.lines[r.first].off > maxHeld {
		a.fill()
	}
	if l.flags&(isHole|isJunk) != 0 && !a.afterHole {
		a.hole(a.pos(i, l.text), holeWhy(l.flags))
	}
	if l.flags&isHole != 0 {
		return
	}
	b := a.text[l.text:l.end]
	if blank(b) {
		return
	}
	if a.scan.mixed && isExposition(b) {
		return
	}
	if l.flags&isQuoted != 0 {
		a.extend(i, l.end)
		return
	}
	a.offs = format.Split(a.offs[:0], b)
	from := 0
	for _, to := range a.offs {
		a.piece(i, l.text+from, l.text+to)
		from = to
	}
	a.piece(i, l.text+from, l.end)
}

// junkHole is why a hole is one where content is lost.
const junkHole = "unparsed"

func holeWhy(f lineFlags) string {
	if f&isJunk != 0 {
		return junkHole
	}
	return "marker"
}

// blank says whether a line holds nothing but white space; the first byte mostly tells.
func blank(b []byte) bool {
	return len(b) == 0 || b[0] <= ' ' && len(bytes.TrimSpace(b)) == 0
}

// piece reads a line, or the part of it up to an embedded header.
func (a *assembler) piece(i, from, to int) {
	b := a.text[from:to]
	h, ok := format.Parse(b)
	if ok && a.lines[i].flags&isPart != 0 && from == a.lines[i].text && h.Name != "sglang" && h.Name != "uvicorn" {
		ok = false
	}
	body := b
	if ok {
		body = b[h.Body:]
	}
	switch {
	case !ok && a.lines[i].flags&isPart != 0 && from == a.lines[i].text:
		a.extend(i, to) // the rest of a line too long for one piece
	case a.markers && format.Hole(body):
		a.hole(a.pos(i, from), "marker")
	case ok:
		a.begin(i, from, to, &h)
	case !blank(b):
		a.headless(i, from, to)
	}
}

// pos is where a piece stands in the content. Of a line that was cleaned only the line is known; what
// lies behind in it comes after.
func (a *assembler) pos(i, from int) timeline.Pos {
	if a.textPos >= 0 {
		return timeline.Pos(a.textPos + int64(from))
	}
	return timeline.Pos(a.lines[i].off + int64(from-a.lines[i].text))
}

// headless reads a piece without a header: it goes on with the record before it only if that has no
// header either or opened a block; a thread's traceback and foreign lines begin one of their own.
func (a *assembler) headless(i, from, to int) {
	b := a.text[from:to]
	access, kind := !a.markers && format.BareAccess(b), format.Foreign
	if !access {
		kind = format.Classify(b)
	}
	switch {
	case kind == format.Suppression:
		a.hole(a.pos(i, from), "marker")
	case kind == format.Foreign:
		a.beginBare(i, from, to, access)
		a.rec.headed = true
	case a.rec.state != noRecord && (!a.rec.headed || a.opened()) && !bytes.HasPrefix(b, []byte("Exception in thread")):
		a.extend(i, to)
	default:
		if kind == format.Unknown {
			a.out.unread(b)
		}
		a.beginBare(i, from, to, false)
	}
}

// opened says whether the open record may go on in lines without a header.
func (a *assembler) opened() bool {
	r := &a.rec
	if r.block == 0 {
		r.block = -1
		if format.OpensBlock(a.text[r.start:min(r.firstEnd, len(a.text))]) {
			r.block = 1
		}
	}
	return r.block > 0
}

// extend adds a piece to the open record, as far as the limits allow.
func (a *assembler) extend(i, to int) {
	r := &a.rec
	if r.state != openRecord {
		return
	}
	if to-r.start <= maxRecordBytes && r.lines < maxRecordLines {
		r.end = to
		r.lines++
		return
	}
	if r.lines < maxRecordLines {
		r.end = max(r.end, r.start+maxRecordBytes)
	}
	a.fill()
}

// fill ends a record at its limit: it is handed on, what goes on with it is passed over.
func (a *assembler) fill() {
	a.opened()
	a.rec.truncated, a.rec.cut = true, true
	a.out.truncated++
	a.close()
	a.rec.state = fullRecord
}

// hole notes that lines are missing at pos; the record before it is cut.
func (a *assembler) hole(pos timeline.Pos, why string) {
	if a.rec.state != noRecord {
		a.rec.cut = true
		a.close()
	}
	a.rec, a.followed = record{}, 0
	if a.outside {
		return
	}
	a.afterHole = true
	a.out.tail = tailRecord{known: true}
	a.out.hole(pos, why)
}
