package main

import (
	"context"
	"io"
	"os"
	"sync"
	"time"

	"roomline/timeline"
)

const (
	// ackAfter is how long an answer may take after an interrupt before a word says that it comes.
	ackAfter = 50 * time.Millisecond
	// textsAfter is how long texts are fetched from compressed files after an interrupt: each pass unpacks
	// a file from its begin.
	textsAfter = time.Second
	// textsLate is that for an interrupt while rules were judged: nothing is waited for then.
	textsLate = 30 * time.Millisecond
)

// acknowledge says within a tenth of a second of an interrupt what becomes of it, unless the answer is
// there by then. What it gives must be called at the end.
func (a *app) acknowledge(ctx context.Context) (stop func()) {
	ended := make(chan struct{})
	var said sync.WaitGroup
	said.Add(1)
	say := func() {
		defer said.Done()
		select {
		case <-ended:
		case <-time.After(ackAfter):
			if !a.screens.Load() {
				a.progressDone()
				io.WriteString(a.stderr, "roomline: interrupted: ending with what was found so far, as far as it is put together; interrupt again to end at once\n")
			}
		}
	}
	forget := context.AfterFunc(ctx, say)
	return func() {
		close(ended)
		if forget() {
			said.Done()
		}
		said.Wait()
	}
}

// lockedWriter lets two goroutines write whole lines.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// isFile gives the file that a stream of the program is, if it is one.
func isFile(stream any) (*os.File, bool) {
	if l, ok := stream.(*lockedWriter); ok {
		stream = l.w
	}
	f, ok := stream.(*os.File)
	return f, ok
}

// preload reads many records in one pass. What fails is told where the text would stand. An interrupt does
// not stop it at once: what was found until then is still reported, with its evidence.
func (s *session) preload(refs []timeline.Ref) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	after := textsAfter
	if s.late {
		after = textsLate
	}
	if s.ctx != nil {
		defer context.AfterFunc(s.ctx, func() {
			time.AfterFunc(after, cancel)
		})()
	}
	_ = s.texts.Preload(ctx, refs)
	s.stopped = ctx.Err() != nil
}
