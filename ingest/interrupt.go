package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// What an interrupted scan says of a source: it is no fault of the source. See [IsInterrupted].
var errInterrupted = errors.New(interrupted + "nothing of it was read; let it run to the end")

const interrupted = "interrupted: "

// IsInterrupted says of a Source.Error whether only an interrupt kept the source from being read.
func IsInterrupted(said string) bool { return strings.Contains(said, ": "+interrupted) }

// brokenOff says how far a file was read when the scan was interrupted.
func brokenOff(f *file, bytes int64) error {
	if f.plain() {
		return fmt.Errorf("%sread up to byte %d of %d; what lies behind is not known. Let it run to the end", interrupted, bytes, f.size)
	}
	return fmt.Errorf("%sread up to byte %d; what lies behind is not known. Let it run to the end", interrupted, bytes)
}

// stopping ends a reader when the scan is cancelled.
type stopping struct {
	ctx context.Context
	src io.Reader
}

func (s stopping) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.src.Read(b)
}

// awaiting ends a reader that may wait for ever (standard input, a pipe) when the scan is cancelled. The
// read that still waits is left behind.
type awaiting struct {
	ctx  context.Context
	src  io.Reader
	got  chan chunk
	free chan []byte
	held []byte // the buffer that rest lies in
	rest []byte
	err  error
}

type chunk struct {
	data []byte
	err  error
}

const awaitedChunk = 256 << 10

func newAwaiting(ctx context.Context, src io.Reader) *awaiting {
	a := &awaiting{ctx: ctx, src: src, got: make(chan chunk), free: make(chan []byte, 2)}
	a.free <- make([]byte, awaitedChunk)
	a.free <- make([]byte, awaitedChunk)
	go a.pump()
	return a
}

// pump reads ahead until the source or the scan ends.
func (a *awaiting) pump() {
	for {
		var buf []byte
		select {
		case buf = <-a.free:
		case <-a.ctx.Done():
			return
		}
		n, err := a.src.Read(buf[:awaitedChunk])
		select {
		case a.got <- chunk{buf[:n], err}:
		case <-a.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func (a *awaiting) Read(b []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.err != nil {
			return 0, a.err
		}
		select {
		case c := <-a.got:
			a.held, a.rest, a.err = c.data, c.data, c.err
			if len(a.rest) == 0 {
				a.free <- a.held
			}
		case <-a.ctx.Done():
			a.err = a.ctx.Err()
		}
	}
	n := copy(b, a.rest)
	if a.rest = a.rest[n:]; len(a.rest) == 0 {
		a.free <- a.held
	}
	return n, nil
}
