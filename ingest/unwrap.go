package ingest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"roomline/ingest/format"
	"roomline/ingest/wrap"
	"roomline/timeline"
)

// maxWrapped is the longest physical line that an envelope is taken off; a compact JSON document is
// one line. What is longer is taken in parts of this size.
const maxWrapped = 64 << 20

// unwrapper reads a file with envelopes in order and gives each of its streams to an assembler.
type unwrapper struct {
	wrapper wrap.Wrapper
	ctx     *scanContext
	clock   clock
	block   int
	open    func(unit, role string, life int) *gather
	read    func(n int)
	streams map[string]*unwrapped
	order   []*unwrapped
	lives   map[string][]string // keys of lives by stream, in order
	lines   int64               // seen, not counted for a stream yet
	bytes   int64
}

// unwrapped is one stream of such a file.
type unwrapped struct {
	assembler
	name    string
	text    []byte
	lines   []line
	outer   []timeline.Interval
	next    int   // the first line that was not taken
	at      int64 // where text begins in the stream
	partial bool  // the last line goes on
	buf     []byte
	gather  *gather
}

// run reads src to its end.
func (u *unwrapper) run(ctx context.Context, src io.Reader) error {
	buf := make([]byte, 0, 2*u.block)
	base, number := int64(0), int64(1)
	for {
		if err := ctx.Err(); err != nil {
			u.finish()
			return err
		}
		n := len(buf)
		buf = slices.Grow(buf, u.block)[:n+u.block]
		k, err := io.ReadFull(src, buf[n:])
		buf = buf[:n+k]
		if u.read != nil {
			u.read(k)
		}
		took := u.split(buf, base, &number, err != nil)
		base += int64(took)
		buf = append(buf[:0], buf[took:]...)
		if err != nil {
			u.finish()
			return realError(err)
		}
	}
}

// split feeds whole lines to the wrapper and gives how many bytes it took.
func (u *unwrapper) split(buf []byte, base int64, number *int64, final bool) int {
	at := 0
	for at < len(buf) {
		n := bytes.IndexByte(buf[at:], '\n')
		next := at + n + 1
		if n < 0 {
			if !final && len(buf)-at < maxWrapped {
				break
			}
			n, next = len(buf)-at, len(buf)
		}
		u.lines++
		u.bytes += int64(next - at)
		b := bytes.TrimSuffix(buf[at:at+n], []byte{'\r'})
		if base == 0 && at == 0 {
			b = bytes.TrimPrefix(b, utf8BOM)
		}
		u.wrapper.Feed(b, base+int64(at), *number, u.entry)
		*number++
		at = next
	}
	return at
}

// entry takes a line out of its envelope.
func (u *unwrapper) entry(e wrap.Entry) {
	if e.Frame {
		if len(u.order) > 0 {
			u.count(u.order[0])
		}
		return
	}
	s := u.stream(&e)
	u.count(s)
	switch {
	case e.Hole:
		s.add(nil, &e, isHole|isAltered, u)
		s.partial = false
	case (s.partial || e.Tail) && len(s.lines) > s.next:
		s.join(&e)
		s.partial = e.Partial
	default:
		s.buf = s.buf[:0]
		s.add(format.CleanLine(s.buf, e.Text), &e, isAltered, u)
		s.partial = e.Partial
	}
	if len(s.text) >= u.block {
		s.process(false)
	}
}

// count counts the physical lines read since the last entry for a stream.
func (u *unwrapper) count(s *unwrapped) {
	s.out.lines, s.out.bytes = s.out.lines+u.lines, s.out.bytes+u.bytes
	u.lines, u.bytes = 0, 0
}

// stream finds the stream of an entry. Another life of it is a stream of its own.
func (u *unwrapper) stream(e *wrap.Entry) *unwrapped {
	key, life := e.Stream, e.Life
	if e.LifeKey != "" {
		keys := u.lives[e.Stream]
		i := slices.Index(keys, e.LifeKey)
		if i < 0 {
			i = len(keys)
			u.lives[e.Stream] = append(keys, e.LifeKey)
		}
		if life == 0 && i > 0 {
			life = i + 1
		}
	}
	if life > 1 {
		key = fmt.Sprintf("%s/%d", e.Stream, life)
	}
	if s, ok := u.streams[key]; ok {
		return s
	}
	s := &unwrapped{name: key, gather: u.open(key, e.Role, life)}
	s.scan, s.clock, s.out, s.textPos = u.ctx, u.clock, &part{}, 0
	s.quick.Want(u.ctx.numbers)
	u.streams[key] = s
	u.order = append(u.order, s)
	return s
}

func (s *unwrapped) add(text []byte, e *wrap.Entry, flags lineFlags, u *unwrapper) {
	l := line{text: len(s.text), off: e.Offset, size: int32(e.Length), number: e.Line, flags: flags}
	s.text = append(s.text, text...)
	l.end = len(s.text)
	s.text = append(s.text, '\n')
	if e.HasTime {
		s.outer = append(s.outer, s.clock.outerSpan(e.At, e.Naive, e.NoYear))
		l.outer = int32(len(s.outer))
	}
	s.lines = append(s.lines, l)
}

// join puts a partial line behind the one that it goes on with.
func (s *unwrapped) join(e *wrap.Entry) {
	l := &s.lines[len(s.lines)-1]
	if l.end-l.text < maxLineBytes {
		s.buf = s.buf[:0]
		s.text = append(s.text[:l.end], format.CleanLine(s.buf, e.Text)...)
		l.end = len(s.text)
		s.text = append(s.text, '\n')
	}
	from, to := min(l.off, e.Offset), max(l.off+int64(l.size), e.Offset+int64(e.Length))
	l.off, l.size = from, int32(to-from)
}

// process takes all lines but the last, which may go on, unless final; then it drops what no open
// record needs.
func (s *unwrapped) process(final bool) {
	take := len(s.lines)
	if !final && take > s.next {
		take--
	}
	s.textPos = s.at
	lines := s.lines[:take]
	text := s.text
	if take < len(s.lines) {
		text = text[:s.lines[take].text]
	}
	s.load(text, lines, s.outer)
	s.markers = mayMark(text)
	counted := s.out.lines
	for i := s.next; i < take; i++ {
		s.take(i)
	}
	s.out.lines = counted // physical lines were counted as they came
	s.next = take
	if final {
		s.end()
	}
	s.drop()
	s.gather.merge(s.out)
	s.out.reset()
}

// drop forgets the lines that are done with.
func (s *unwrapped) drop() {
	from := s.next
	if s.rec.state == openRecord {
		from = s.rec.first
	}
	cut := len(s.text)
	if from < len(s.lines) {
		cut = s.lines[from].text
	}
	held := slices.Clone(s.lines[from:])
	var outer []timeline.Interval
	for i := range held {
		l := &held[i]
		l.text, l.end = l.text-cut, l.end-cut
		if l.outer > 0 {
			outer = append(outer, s.outer[l.outer-1])
			l.outer = int32(len(outer))
		}
	}
	s.outer = append(s.outer[:0], outer...)
	s.text = append(s.text[:0], s.text[cut:]...)
	s.lines = append(s.lines[:0], held...)
	s.next -= from
	s.at += int64(cut)
	if s.rec.state == openRecord {
		r := &s.rec
		r.first, r.start, r.end, r.firstEnd = 0, r.start-cut, r.end-cut, r.firstEnd-cut
		s.assembler.lines = slices.Clone(s.lines[:s.next])
	}
}

// finish ends all streams. Lines that belong to none count for the first.
func (u *unwrapper) finish() {
	u.wrapper.Flush(u.entry)
	if len(u.order) == 0 {
		u.stream(&wrap.Entry{})
	}
	u.count(u.order[0])
	for _, s := range u.order {
		s.process(true)
	}
}
