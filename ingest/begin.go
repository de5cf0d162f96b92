package ingest

import (
	"roomline/ingest/format"
	"roomline/timeline"
)

// begin starts a record with a header.
func (a *assembler) begin(i, from, to int, h *format.Head) {
	a.close()
	a.rec = record{state: openRecord, headed: true, lines: 1, first: i, start: from, end: to, firstEnd: to, pos: a.pos(i, from), number: a.lines[i].number, rank: h.Rank, level: h.Level}
	a.afterHole = false
	if !a.time(h, i) {
		return
	}
	body := a.text[from+h.Body : to]
	if a.rec.level == timeline.LevelUnknown {
		a.rec.level = format.LevelOf(body)
	}
	a.out.name(h.Name, 1)
	a.out.rank(h.Rank)
	if a.rec.stamped {
		a.gauges(h.Rank, a.rec.span.Lo, body)
	}
	if a.scan.wantRole && a.out.role == "" {
		a.out.role, a.out.why = roleOf(h, body)
	}
	a.follow(i, h, body)
	a.started()
}

// asks says whether somebody asks for the numbers of batch lines.
func (a *assembler) asks() bool { return a.scan.numbers == nil || len(a.scan.numbers) > 0 }

// gauges notes the numbers that a batch line prints, as far as somebody asks for them.
func (a *assembler) gauges(rank string, at timeline.Time, body []byte) bool {
	if !a.asks() {
		return false
	}
	if a.numbers = a.quick.Readings(a.numbers[:0], body); len(a.numbers) == 0 {
		return false
	}
	if len(a.batches.ranks) > 0 { // lines before this one
		a.releaseAll()
		a.numbers = a.quick.Readings(a.numbers[:0], body)
	}
	a.out.gauges.add(&a.quick, rank, at, a.numbers)
	return true
}

// gaugesOf is gauges for a rank that the Quick numbered. The line may be held back.
func (a *assembler) gaugesOf(rank uint16, at timeline.Time, body []byte) bool {
	if !a.asks() {
		return false
	}
	if numbers, ok := a.hold(rank, at, body); ok {
		return numbers
	}
	return a.readBatch(rank, at, body, 1)
}

// roleOf says which side a record proves its process to be.
func roleOf(h *format.Head, body []byte) (role, why string) {
	if role, why = format.RoleOfHead(*h); role == "" {
		role, why = format.RoleOf(body)
	}
	return role, why
}

// beginBare starts a record without a header, which may be an access line.
func (a *assembler) beginBare(i, from, to int, access bool) {
	a.close()
	head := a.scan.fileHead && a.records == 0
	a.rec = record{state: openRecord, lines: 1, first: i, start: from, end: to, firstEnd: to, pos: a.pos(i, from), number: a.lines[i].number, cut: head || a.afterHole}
	a.afterHole = false
	if !a.time(nil, i) {
		return
	}
	if a.scan.wantRole && a.out.role == "" {
		a.out.role, a.out.why = format.RoleOf(a.text[from:to])
	}
	if access {
		a.rec.level, a.followed = timeline.LevelInfo, 0
	} else {
		a.rec.level = format.LevelOf(a.text[from:to])
		a.follow(i, nil, a.text[from:to])
	}
	a.started()
}

// time finds out when the open record was printed: by its own header, else by the envelope. It is
// false if that lies outside of what is asked for: then the record is passed over, and so is what
// follows without a stamp.
func (a *assembler) time(h *format.Head, i int) bool {
	r := &a.rec
	own := h != nil && h.HasTime && h.Zone != format.NoDate
	switch {
	case own:
		r.span, r.stamped = a.clock.span(h), true
	case a.lines[i].outer > 0:
		r.span, r.stamped = a.outer[a.lines[i].outer-1], true
	}
	if r.stamped {
		a.outside = a.scan.isOutside(r.span)
	}
	if a.outside {
		a.out.tail = tailRecord{known: true} // what was left out ends the record before it
		*r = record{state: fullRecord, headed: true, block: -1}
		return false
	}
	if !r.stamped {
		r.span = a.out.before()
		return true
	}
	if own {
		a.out.zone(h.Zone)
	}
	a.out.stamp(r.span, r.pos)
	return true
}

func (a *assembler) started() {
	a.out.records++
	a.records++
	if a.rec.end-a.rec.start > maxRecordBytes {
		a.rec.end = a.rec.start + maxRecordBytes
		a.fill()
	}
}
