package ingest

import (
	"bytes"
	"context"
	"io"
	"slices"
	"sort"
	"sync"

	"roomline/timeline"
)

// stretch is what one file gave to one stream, with all that the scan knew when it read it, so that
// any part of it is read again as it was then. Positions in it count from its begin.
type stretch struct {
	file         *file
	unit         string // the stream inside the file
	source       timeline.SourceID
	base         int64 // where it begins in the stream
	size         int64 // bytes that the scan saw; the file may have grown since
	clock        clock
	since, until timeline.Time
	before       timeline.Interval // the last stamp before it
	begin        timeline.Interval // its first stamp, if it has any
	stamped      bool
	after        timeline.Interval // what ends what waits at its end: the first stamp behind it
	last         bool              // nothing is behind it: after only bounds

	mu    sync.Mutex
	marks []lineMark // ascending
}

// lineMark says how many lines lie before an offset.
type lineMark struct{ off, lines int64 }

// markEvery is how far marks lie apart: so much is read to number a line.
const markEvery = 1 << 20

// mark notes the number of lines at the begin of a part, where the mark before lies far back.
func (g *gather) mark() {
	if n := len(g.marks); !g.numbered && g.file.bytes > 0 && (n == 0 || g.file.bytes-g.marks[n-1].off >= markEvery) {
		g.marks = append(g.marks, lineMark{g.file.bytes, g.file.lines})
	}
}

// remember keeps how a file was read.
func (fam *familyScan) remember(st *familyStream, src *source, f *file, t *tally) {
	loc, _ := f.zone()
	shift, _ := f.shift()
	src.rest = &stretch{file: f, unit: st.unit, base: st.gather.base, size: t.bytes, clock: newClock(loc, shift, fam.year),
		since: fam.opt.Since, until: fam.opt.Until, before: st.gather.lead, begin: t.stamps.begin, stamped: t.stamps.any, marks: st.gather.marks}
}

// stretches are the readable parts of a stream in order, each told what stands behind it.
func (s *scan) stretches(st *stream, order []int) []*stretch {
	var out []*stretch
	for _, id := range st.sources {
		if r := s.sources[id].rest; r != nil {
			r.source = timeline.SourceID(order[id])
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b *stretch) int { return int(min(max(a.base-b.base, -1), 1)) })
	end := timeline.Interval{Hi: timeline.MaxTime}
	if st.Captured.Known() {
		end.Hi = st.Captured
	}
	last := true
	for i := len(out) - 1; i >= 0; i-- {
		r := out[i]
		r.after, r.last = end, last
		if r.stamped {
			end, last = r.begin, false
		}
	}
	return out
}

// context is how the scan looked at it, with all records handed to each.
func (s *stretch) context(each func(*assembler), head bool) *scanContext {
	return &scanContext{fileHead: head, mixed: s.file.kind == "mixed", since: s.since, until: s.until, each: each}
}

// run assembles content from at on, where a record begins in the given line, until c is done.
func (s *stretch) run(ctx context.Context, src io.Reader, at, number int64, c *collector) error {
	sc := &scanner{}
	sc.start(s.context(c.see, at == 0), s.clock, &part{})
	sc.at = splitter{number: number}
	if at == 0 {
		c.stamp = s.before
	}
	b := newBlock(s.step(at, c))
	room := len(b.buf) - headRoom
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := io.ReadFull(src, b.buf[headRoom:headRoom+room])
		b.from, b.to, b.base, b.final = headRoom, headRoom+n, at, err != nil
		sc.feed(b)
		at += int64(n)
		if err != nil {
			c.finish(s)
			return realError(err)
		}
		if c.done() {
			return nil
		}
	}
}

// step is how much is read at once: about what is asked for.
func (s *stretch) step(at int64, c *collector) int {
	return int(min(max(min(c.to, s.size)-at+8<<10, 32<<10), DefaultBlock))
}

// number is the number of the line that begins at an offset.
func (s *stretch) number(ctx context.Context, r io.ReaderAt, at int64) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var m lineMark
	if i := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].off > at }); i > 0 {
		m = s.marks[i-1]
	}
	buf := make([]byte, min(at-m.off, markEvery))
	for m.off < at {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n := min(at-m.off, markEvery)
		if k, err := r.ReadAt(buf[:n], m.off); int64(k) < n {
			return 0, short(err)
		}
		m = lineMark{m.off + n, m.lines + int64(bytes.Count(buf[:n], newline))}
		if n == markEvery {
			s.learn(m)
		}
	}
	return m.lines + 1, nil
}

// learn keeps a mark, so that a file without any is counted once.
func (s *stretch) learn(m lineMark) {
	i := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].off >= m.off })
	s.marks = slices.Insert(s.marks, i, m)
}
