package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"roomline/timeline"
)

var _ timeline.Logs = (*Texts)(nil)

// Lines reads the records of a stream that begin in [from, to) again, assembled as the scan did.
// Plain files are read at the place; others are read once as a whole, and what they hold is spooled.
func (t *Texts) Lines(ctx context.Context, stream timeline.StreamID, from, to timeline.Pos, limit int) ([]timeline.LogLine, error) {
	if stream < 1 || int(stream) > len(t.streams) {
		return nil, fmt.Errorf("stream %d: there is none of that number in this scan", stream)
	}
	a := answer{limit: limit}
	parts := t.streams[stream-1]
	for i := range parts {
		k := i
		if limit < 0 {
			k = len(parts) - 1 - i
		}
		lo, hi := parts[k].overlap(parts[k+1:], int64(from), int64(to))
		if lo < hi && !a.more {
			a.add(t.read(ctx, parts[k], lo, hi, a.room()))
		}
	}
	if a.failed == nil && a.more {
		a.failed = timeline.ErrMoreLines
	}
	return a.lines, a.failed
}

// overlap is the part of [from, to) that lies in a stretch, counted from its begin. behind is what
// follows it: records may begin a little behind the bytes that were counted for it.
func (s *stretch) overlap(behind []*stretch, from, to int64) (lo, hi int64) {
	if len(behind) > 0 {
		to = min(to, behind[0].base)
	}
	return max(from-s.base, 0), to - s.base
}

// answer is what was read so far, of one stretch after the other.
type answer struct {
	limit  int
	lines  []timeline.LogLine
	more   bool
	failed error
}

// room is the limit for the next stretch. Where nothing fits any more, one record tells that there
// are more.
func (a *answer) room() int {
	if a.limit < 0 {
		return min(a.limit+len(a.lines), -1)
	}
	return max(a.limit-len(a.lines), 1)
}

func (a *answer) add(lines []timeline.LogLine, more bool, err error) {
	if a.failed == nil {
		a.failed = err
	}
	switch full := len(a.lines) >= max(a.limit, -a.limit); {
	case full:
		a.more = len(lines) > 0
	case a.limit < 0:
		a.lines, a.more = slices.Concat(lines, a.lines), more
	default:
		a.lines, a.more = append(a.lines, lines...), more
	}
}

// read gives the records of one stretch.
func (t *Texts) read(ctx context.Context, s *stretch, from, to int64, limit int) ([]timeline.LogLine, bool, error) {
	c := newCollector(s, from, to, limit)
	var err error
	if s.file.wrapper == "" && s.file.plain() {
		err = s.pick(ctx, c)
	} else {
		err = t.fromStore(ctx, s, c)
	}
	if c.tail {
		c.trim()
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s: its lines are no longer available: %w; give the file as it was when it was read", s.file.shown, err)
	}
	return c.lines, c.more, err
}

// pick reads a plain file at the place. For the last records it begins near the end and goes further
// back until there are enough.
func (s *stretch) pick(ctx context.Context, c *collector) error {
	r, err := s.openAt()
	if err != nil {
		return err
	}
	defer r.Close()
	if !c.tail {
		return s.from(ctx, r, c)
	}
	first, end := c.from, min(c.to, s.size)
	for reach := int64(c.limit)*256 + firstReach; ; reach *= 4 {
		c.from, c.lines, c.bytes, c.more, c.past, c.waits = max(first, end-reach), nil, 0, false, false, 0
		if err := s.from(ctx, r, c); err != nil || c.from == first {
			return err
		}
		if c.trim(); c.more {
			return nil
		}
	}
}

func (s *stretch) from(ctx context.Context, r io.ReaderAt, c *collector) error {
	at, err := s.start(r, c.from)
	if err != nil {
		return err
	}
	number, err := s.number(ctx, r, at)
	if err != nil {
		return err
	}
	c.stamp = unknownSpan
	return s.run(ctx, io.NewSectionReader(r, at, s.size-at), at, number, c)
}

// randomReader is a file that can be read at any place.
type randomReader interface {
	io.ReaderAt
	io.Closer
}

type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

// openAt opens a plain file if it still begins as it did and is not shorter.
func (s *stretch) openAt() (randomReader, error) {
	f := s.file
	if f.content.file == "" {
		return inMemory{bytes.NewReader(f.data)}, nil
	}
	r, err := os.Open(f.content.file)
	if err != nil {
		return nil, openError(err)
	}
	if err = f.unchanged(r, s.size); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// unchanged says of an open file with size bytes of content whether it is the one that was scanned.
func (f *file) unchanged(r *os.File, size int64) error {
	st, err := r.Stat()
	if err != nil {
		return err
	}
	if f.plain() && st.Size() < size {
		return short(io.EOF)
	}
	buf := make([]byte, f.print.n)
	if n, _ := r.ReadAt(buf, 0); f.plain() && printOf(buf[:n]) != f.print {
		return errors.New("another file stands in its place")
	}
	if !f.plain() && st.Size() != f.content.size {
		return errors.New("it has changed since it was read")
	}
	return nil
}
