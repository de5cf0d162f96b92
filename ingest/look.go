package ingest

import (
	"bytes"
	"io"
	"os"

	"roomline/timeline"
)

const (
	// So much is read to find a record; where none begins in it, more, up to the longest record.
	firstLook = 8 << 10
	lastLook  = 2 * maxHeld
)

// look finds the first record with a stamp that begins at or behind an offset, but for one at the very
// end. At the end of the content there is none: it is given as one that begins there.
func (b *bisection) look(off int64) (look, error) {
	for n := int64(firstLook); n <= lastLook; n *= 8 {
		if err := b.ctx.Err(); err != nil {
			return look{}, err
		}
		from := max(off-1, 0) // a line begins behind a line feed
		data, err := b.readAt(from, n)
		if err != nil {
			return look{}, err
		}
		if l, ok := b.lookIn(data, from, off > 0); ok {
			return l, nil
		}
		if from+int64(len(data)) >= b.size {
			return look{at: b.size, span: unknownSpan}, nil
		}
	}
	return look{}, errDisorder
}

// last looks at the last record. Its span reaches to the latest stamp near it: the very last lines
// may stand late. The last one may have no line feed.
func (b *bisection) last() (look, error) {
	for n := int64(firstLook); n <= lastLook; n *= 8 {
		from := max(b.size-n, 1) - 1
		data, err := b.readAt(from, min(n+1, b.size))
		if err != nil {
			return look{}, err
		}
		if l, ok, err := b.lastIn(data, from); ok || err != nil {
			return l, err
		}
	}
	return look{}, errDisorder
}

// lastIn is last among the lines of data, the end of the content.
func (b *bisection) lastIn(data []byte, base int64) (last look, found bool, err error) {
	at := 0
	if base > 0 {
		at = bytes.IndexByte(data, '\n') + 1
	}
	for line := range bytes.Lines(data[at:]) {
		if h, ok := recordHead(bytes.TrimSuffix(line, newline)); ok {
			span := b.clock.span(&h)
			if found && span.Lo+lateMargin < last.span.Hi {
				return last, true, errDisorder
			}
			last, found = look{base + int64(at), timeline.Interval{Lo: span.Lo, Hi: max(span.Hi, last.span.Hi)}}, true
		}
		at += len(line)
	}
	return last, found, nil
}

// readAt reads up to n bytes.
func (b *bisection) readAt(from, n int64) ([]byte, error) {
	if int64(cap(b.buf)) < n {
		b.buf = make([]byte, n)
	}
	data := b.buf[:min(n, b.size-from)]
	if k, err := b.r.ReadAt(data, from); k < len(data) {
		return nil, short(err)
	}
	return data, nil
}

// lookIn looks at the whole lines of data; inside says that its first one may have begun before.
func (b *bisection) lookIn(data []byte, base int64, inside bool) (look, bool) {
	at := 0
	if inside {
		at = bytes.IndexByte(data, '\n') + 1
		if at == 0 {
			return look{}, false
		}
	}
	for {
		n := bytes.IndexByte(data[at:], '\n')
		if n < 0 {
			return look{}, false
		}
		if h, ok := recordHead(data[at : at+n]); ok {
			return look{base + int64(at), b.clock.span(&h)}, true
		}
		at += n + 1
	}
}

// at opens plain content to be read at any place, and says how much there is of it.
func (c *content) at() (randomReader, int64, error) {
	if c.file == "" {
		return inMemory{bytes.NewReader(c.data)}, int64(len(c.data)), nil
	}
	r, err := os.Open(c.file)
	if err != nil {
		return nil, 0, err
	}
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		r.Close()
		return nil, 0, err
	}
	return r, size, nil
}
