package ingest

import (
	"bytes"

	"roomline/timeline"
)

// close hands on the open record: it counts, and if it holds a needle it is matched.
func (a *assembler) close() {
	r := &a.rec
	if r.state != openRecord {
		return
	}
	r.state = noRecord
	beat := timeline.Beat{Interval: r.span, Pos: r.pos, Stamped: r.stamped, Cut: r.cut}
	a.out.beat(beat, r.level)
	a.out.tail = tailRecord{known: true, pos: r.pos, any: true}
	if a.scan.each != nil {
		a.scan.each(a)
	}
	if within := a.needlesIn(r.start, r.end); len(within) > 0 || a.scan.always {
		a.match(within)
	}
}

// end closes the last record of the content, which may go on behind it.
func (a *assembler) end() {
	r := &a.rec
	goesOn := r.state != noRecord && (!r.headed || a.opened())
	a.close()
	a.out.tail.open = goesOn && a.out.tail.any
	a.rec = record{}
}

// needlesIn are the needles that lie in [from, to) of the text, their offsets counted from there.
// Records come in order, so what lies before is passed for good.
func (a *assembler) needlesIn(from, to int) []timeline.Needle {
	for a.needle < len(a.needles) && a.needles[a.needle].Off < from {
		a.needle++
	}
	a.within = a.within[:0]
	for i := a.needle; i < len(a.needles) && a.needles[i].Off < to; i++ {
		n := a.needles[i]
		n.Off -= from
		a.within = append(a.within, n)
	}
	return a.within
}

// match asks which signals the open record is.
func (a *assembler) match(within []timeline.Needle) {
	r := &a.rec
	text := recordText(a.text[r.start:r.end], r.lines)
	if a.scan.matcher == nil {
		return
	}
	a.matches.Reset()
	a.scan.matcher.Match(&a.matches, text, within)
	if len(a.matches.List) == 0 {
		return
	}
	ref, body := a.ref(text), a.bodyOf(text)
	for i := range a.matches.List {
		m := &a.matches.List[i]
		hit := timeline.RawHit{Signal: m.Signal, Interval: r.span, Pos: r.pos, Stamped: r.stamped, Cut: r.cut, N: 1, Rank: a.out.rank(r.rank), Tuple: a.out.tuples.Add(text, m.Caps, m.Has),
			Offset: ref.Offset, Line: ref.Line + a.lineOf(m.Line), Length: ref.Length, Hash: uint32(ref.Hash)}
		hit.Lines = a.hitLine(body, m.Line)
		if r.stamped {
			a.out.addHit(&hit, a.scan.countsOnly)
		} else {
			a.out.addOpen(&hit, a.scan.countsOnly)
		}
	}
}

// bodyOf gives the hashes of the lines of a record of several. Those of many records share an array.
func (a *assembler) bodyOf(text []byte) []uint64 {
	ends := bytes.Count(text, newline)
	if ends == 0 {
		return nil
	}
	n := min(ends+1, timeline.MaxRecordLines)
	if cap(a.hashes)-len(a.hashes) < n {
		a.hashes = make([]uint64, 0, max(n, 256))
	}
	out := a.hashes[len(a.hashes) : len(a.hashes) : len(a.hashes)+n]
	a.hashes = a.hashes[:len(a.hashes)+n]
	for l := range bytes.SplitSeq(text, newline) {
		if len(out) < timeline.MaxRecordLines {
			out = append(out, hashOf(bytes.TrimRight(l, "\r")))
		}
	}
	return out
}

func (a *assembler) hitLine(body []uint64, k int) *timeline.RecordLines {
	if len(body) == 0 {
		return nil
	}
	if len(a.bodies) == cap(a.bodies) {
		a.bodies = make([]timeline.RecordLines, 0, 32)
	}
	a.bodies = append(a.bodies, timeline.RecordLines{Hit: body[min(k, len(body)-1)], All: body})
	return &a.bodies[len(a.bodies)-1]
}

// recordText is the text of a record as it is matched: its lines without the blank ones between.
func recordText(b []byte, lines int) []byte {
	if lines == 1 || bytes.Count(b, newline) == lines-1 {
		return b
	}
	out := make([]byte, 0, len(b))
	for l := range bytes.SplitSeq(b, newline) {
		if blank(l) {
			continue
		}
		if len(out) > 0 {
			out = append(out, '\n')
		}
		out = append(out, l...)
	}
	return out
}

var newline = []byte{'\n'}

// lineOf is how many physical lines behind its first one the k-th line of the open record stands.
func (a *assembler) lineOf(k int) int64 {
	for i := a.rec.first; i < len(a.lines); i++ {
		l := &a.lines[i]
		if blank(a.text[l.text:l.end]) {
			continue
		}
		if k == 0 || l.end >= a.rec.end {
			return l.number - a.rec.number
		}
		k--
	}
	return 0
}

// ref leads back to the content that holds the open record.
func (a *assembler) ref(text []byte) timeline.Ref {
	r := &a.rec
	from, to, altered := a.lines[r.first].off, int64(0), false
	for i := r.first; i < len(a.lines) && (i == r.first || a.lines[i].text < r.end); i++ {
		l := &a.lines[i]
		from, to = min(from, l.off), max(to, l.off+int64(l.size))
		altered = altered || l.flags&isAltered != 0
	}
	if !altered {
		from = int64(r.pos)
		to = from + int64(r.end-r.start)
	}
	return timeline.Ref{Offset: from, Line: r.number, Length: int32(min(to-from, 1<<31-1)), Hash: hashOf(text)}
}
