package ingest

import (
	"bytes"
	"unicode/utf8"

	"roomline/ingest/format"
	"roomline/ingest/template"
	"roomline/timeline"
)

const (
	// maxTemplates are told apart per file of a stream: the first ones in byte order.
	maxTemplates = 4096
	// partTemplates are told apart in a part. Those beyond the first maxTemplates of it can only be ones
	// that the stream knows already, so only their counts are kept. A block holds fewer; what is beyond in
	// a run without a stamped header, however long, counts as others.
	partTemplates = 1 << 16
	maxRepeatText = 200 // bytes of a sample
)

// repeats counts the records and lines of each template, of a part or of a file. Every line belongs
// to the record that is open behind it, so counts do not depend on where blocks end.
type repeats struct {
	slots []int32    // places in the list, + 1, by the key's upper bits; 0 is empty
	list  []repeated // in byte order of their first records
	of    int64      // lines, routine ones too
	other int64      // lines of templates beyond the limit

	samples []byte // of a part; its memory serves the next one

	key uint64 // of the last one asked for,
	at  int32  // and its place; -1 beyond the limit
}

type repeated struct {
	key            uint64
	text           string // of a file; "" where only counts are kept
	sample         []byte // the same of a part, in its samples: of nearly all parts nobody asks for it
	records, lines int64
	first, last    timeline.Time
	line, lastLine int64
}

// lineOf counts a line for the open record; key 0 is a record that is not followed.
func (r *repeats) lineOf(key uint64) {
	r.of++
	if key == 0 {
		return
	}
	if at := r.find(key, partTemplates); at >= 0 {
		r.list[at].lines++
	} else {
		r.other++
	}
}

// record counts a record that begins in a line.
func (r *repeats) record(key uint64, source string, message []byte, line int64, at timeline.Time) {
	i := r.find(key, partTemplates)
	if i < 0 {
		return
	}
	e := &r.list[i]
	if len(e.sample) == 0 && i < maxTemplates {
		from := len(r.samples)
		r.samples = appendSample(r.samples, source, message)
		e.sample = r.samples[from:len(r.samples):len(r.samples)]
	}
	if e.records++; e.records == 1 {
		e.line = line
	}
	e.lastLine = line
	e.seen(at, at)
}

// seen widens the time from the first record to the last.
func (e *repeated) seen(first, last timeline.Time) {
	if first.Known() && (!e.first.Known() || first < e.first) {
		e.first = first
	}
	if last.Known() && (!e.last.Known() || last > e.last) {
		e.last = last
	}
}

// add counts later records.
func (e *repeated) add(o *repeated) {
	e.lines += o.lines
	if o.records == 0 {
		return
	}
	if e.records == 0 {
		e.line = o.line
	}
	e.records, e.lastLine = e.records+o.records, o.lastLine
	e.seen(o.first, o.last)
}

// merge counts what a later part found, before which so many lines lie.
func (r *repeats) merge(o *repeats, before int64) {
	r.of, r.other = r.of+o.of, r.other+o.other
	for i := range o.list {
		e := o.list[i]
		most := maxTemplates
		if len(e.sample) == 0 {
			most = 0
		}
		at := r.find(e.key, most)
		if r.key = 0; at < 0 { // never remembered: another part may bring its text
			r.other += e.lines
			continue
		}
		if e.line, e.lastLine = e.line+before, e.lastLine+before; r.list[at].text == "" {
			r.list[at].text = string(e.sample)
		}
		r.list[at].add(&e)
	}
}

// reset empties the counts and keeps their memory, unless a strange part made it large.
func (r *repeats) reset() repeats {
	if len(r.list) > 2*maxTemplates {
		return repeats{}
	}
	clear(r.slots)
	clear(r.list)
	return repeats{slots: r.slots, list: r.list[:0], samples: r.samples[:0]}
}

// appendSample appends what is shown of a record: where it comes from, and the begin of its message.
func appendSample(dst []byte, source string, message []byte) []byte {
	from := len(dst)
	if source != "" {
		dst = append(append(dst, source...), ' ')
	}
	dst = append(dst, message[:min(len(message), maxRepeatText+1)]...)
	text := dst[from:]
	if len(text) > maxRepeatText {
		text = append(validText(text[:maxRepeatText], ""), "…"...)
	}
	return append(dst[:from], bytes.TrimSpace(validText(text, "\ufffd"))...)
}

// validText is a text with something instead of what is not UTF-8; nearly all is, and is not copied.
func validText(text []byte, instead string) []byte {
	if utf8.Valid(text) {
		return text
	}
	return bytes.ToValidUTF8(text, []byte(instead))
}

// follow begins to count for the record that begins in line i; routine ones are not followed.
func (a *assembler) follow(i int, h *format.Head, message []byte) {
	a.followed = 0
	if h != nil && a.rec.stamped && len(a.numbers) > 0 { // a batch line: most are
		return
	}
	if a.scan.each != nil || blank(message) || format.Routine(h, message) {
		return
	}
	source := ""
	if h != nil {
		source = h.Source
		if h.Name == "json" {
			message = jsonString(message)
		}
	}
	at := timeline.NoTime
	if a.rec.stamped {
		at = a.rec.span.Lo
	}
	a.message(source, message, a.lines[i].number, at)
}

// message counts a record with a message of its kind.
func (a *assembler) message(source string, message []byte, line int64, at timeline.Time) {
	a.template = template.Append(append(append(a.template[:0], source...), 0), message)
	a.followed = textSum(a.template)
	a.out.repeats.record(a.followed, source, message, line, at)
}

// jsonString is what lies before the quote that ends a string.
func jsonString(b []byte) []byte {
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return b[:i]
		}
	}
	return b
}

// counted counts line i, which was taken, for the record that is open behind it.
func (a *assembler) counted(i int) {
	if a.outside || a.scan.each != nil || a.lines[i].flags&isPart != 0 {
		return
	}
	if a.scan.mixed && isExposition(a.text[a.lines[i].text:a.lines[i].end]) {
		a.followed = 0
	}
	a.out.repeats.lineOf(a.followed)
}

// takeRepeats counts what a part of the current file repeats.
func (g *gather) takeRepeats(p *part) {
	before := int64(0)
	if !g.numbered {
		before = g.file.lines
	}
	g.repeats.merge(&p.repeats, before)
}
