package ingest

import (
	"bytes"
	"hash/fnv"
	"io"

	"roomline/ingest/format"
)

const (
	// So far back the begin of a record is looked for, in steps that grow.
	firstReach = 64 << 10
	lastReach  = 8 << 20
	// So much of a line is looked at to tell whether a record begins in it.
	headReach = 8 << 10
)

// start is the begin of the last line, at or before an offset, from where on records come out as in
// the scan: the head of the content, or a line with a stamped header, after which nothing that lies
// before matters. Where no header is near, it is the line of the offset itself.
func (s *stretch) start(r io.ReaderAt, from int64) (int64, error) {
	from = min(from, s.size)
	line := int64(-1)
	for reach := int64(firstReach); ; reach *= 8 {
		lo := max(from-reach, 0)
		buf := make([]byte, min(from+headReach, s.size)-lo)
		if n, err := r.ReadAt(buf, lo); n < len(buf) {
			return 0, short(err)
		}
		at, last := s.startIn(buf, lo, int(from-lo))
		if line < 0 {
			line = last
		}
		switch {
		case at >= 0:
			return at, nil
		case lo == 0:
			return 0, nil
		case reach >= lastReach:
			return max(line, 0), nil
		}
	}
}

// startIn looks for a start among the lines of buf that begin at or before from; last is where the
// last of these lines begins, whether it is a start or not.
func (s *stretch) startIn(buf []byte, base int64, from int) (at, last int64) {
	last = -1
	for end := from; end > 0; {
		i := bytes.LastIndexByte(buf[:end], '\n')
		if i < 0 {
			return -1, last
		}
		if last < 0 {
			last = base + int64(i) + 1
		}
		if s.starts(buf[i+1:]) {
			return base + int64(i) + 1, last
		}
		end = i
	}
	return -1, last
}

// starts says whether a record with a stamp begins with the line at the begin of b.
func (s *stretch) starts(b []byte) bool {
	b = b[:min(len(b), headReach)]
	if n := bytes.IndexByte(b, '\n'); n >= 0 {
		b = b[:n]
	}
	var c cleaner
	b, junk := c.dropNULs(bytes.TrimSuffix(b, []byte{'\r'}))
	if b = format.CleanLine(nil, b); junk || s.file.kind == "mixed" && isExposition(b) {
		return false
	}
	h, ok := format.Parse(b)
	return ok && h.HasTime && h.Zone != format.NoDate && !format.Hole(b[h.Body:])
}

// print recognises a file by its first bytes.
type print struct {
	n    int
	hash uint64
}

// printBytes are as many as that takes at the most.
const printBytes = 4096

func printOf(b []byte) print {
	b = b[:min(len(b), printBytes)]
	h := fnv.New64a()
	h.Write(b)
	return print{len(b), h.Sum64()}
}
