package ingest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"roomline/ingest/format"
	"roomline/ingest/wrap"
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
