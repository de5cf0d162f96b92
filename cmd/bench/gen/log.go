package gen

import (
	"bytes"
	"io"
	"math/rand/v2"
	"time"
)

// Log is a log to be written.
type Log struct {
	Role  string // "prefill" or "decode"
	Size  int64  // bytes; the log ends with the last record that fits
	Rooms int    // how many come up, one after the other, over the span
	Span  time.Duration
	Seed  uint64 // both sides of a cluster have the same one: they speak of the same rooms
}

// Of a GiB: as many rooms, and as long a time, as a busy server has in it.
const (
	gib         = 1 << 30
	roomsPerGiB = 200_000
	spanPerGiB  = 6 * time.Hour
)

// Of gives the log of a role with rooms and a span that fit its size.
func Of(role string, size int64) Log {
	share := float64(size) / gib
	return Log{Role: role, Size: size, Rooms: max(1, int(share*roomsPerGiB)), Span: max(time.Second, time.Duration(share*float64(spanPerGiB))), Seed: 42}
}

// Text is the log of a role in memory.
func Text(role string, size int) []byte {
	var b bytes.Buffer
	b.Grow(size)
	_ = Of(role, int64(size)).Write(&b) // a buffer takes everything
	return b.Bytes()
}

// start is when every log begins.
var start = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// Write writes the log.
func (l Log) Write(w io.Writer) error {
	g := newWriter(l)
	chunk := make([]byte, 0, 1<<20)
	for done := int64(0); ; {
		g.line = g.line[:0]
		g.now = start.Add(time.Duration(float64(l.Span) * float64(done) / float64(l.Size)))
		g.record()
		if done += int64(len(g.line)); done > l.Size {
			break
		}
		if len(chunk)+len(g.line) > cap(chunk) {
			if _, err := w.Write(chunk); err != nil {
				return err
			}
			chunk = chunk[:0]
		}
		chunk = append(chunk, g.line...)
	}
	_, err := w.Write(chunk)
	return err
}

// Shares of 100,000 records, added up.
const (
	batchTo  = 70_000
	roomTo   = 90_000
	accessTo = 95_000
	otherTo  = 99_980
	all      = 100_000
)

// record writes the next record.
func (g *writer) record() {
	switch x := g.rand.IntN(all); {
	case x < batchTo:
		g.write(g.side.batch)
	case x < roomTo:
		g.roomLine()
	case x < accessTo:
		g.access()
	case x < otherTo:
		g.other()
	default:
		g.traceback()
	}
}

func newWriter(l Log) *writer {
	side, stream := &decodeSide, uint64(2)
	if l.Role == "prefill" {
		side, stream = &prefillSide, 1
	}
	return &writer{log: l, side: side, rand: rand.New(rand.NewPCG(l.Seed, stream)), shown: make([]uint8, l.Rooms)}
}
