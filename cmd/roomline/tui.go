package main

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"roomline/ingest"
	"roomline/tui"
)

func (a *app) tuiCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "tui PATH...",
		Short: "The incident on the terminal: overview, rooms, findings, logs, metrics, sources",
		RunE: func(cmd *cobra.Command, args []string) error {
			_, in := terminal(a.stdin)
			if _, out := terminal(a.stdout); !in || !out {
				return usage("the terminal UI needs a terminal on stdin and stdout: use `roomline report`, or give the logs as files")
			}
			return a.runTUI(cmd.Context(), args)
		},
	}
}

// runTUI shows the screens at once and reads behind them. Faults of packs are told before, since the
// screen is not the place for them.
func (a *app) runTUI(ctx context.Context, paths []string) error {
	if err := a.f.check(); err != nil {
		return err
	}
	inputs, err := a.f.inputs(paths)
	if err != nil {
		return err
	}
	if nothingReadable(inputs) {
		return a.unreadable(ctx, paths)
	}
	a.allNumbers = true
	s := &session{}
	if s.set, err = a.loadSet(s); err != nil {
		return err
	}
	name := strings.Join(append(append(append([]string{}, a.f.sources...), a.f.scrapes...), paths...), " ")
	var read sync.WaitGroup
	read.Add(1)
	load := func(ctx context.Context, send func(tui.Message)) error {
		defer read.Done()
		a.onProgress = toTUI(send)
		if err := a.read(ctx, s, inputs); err != nil {
			return err
		}
		collectAlong()
		send(tui.Data{Name: name, Incident: s.inc, Result: s.res, Texts: s.texts, Logs: s.texts})
		return nil
	}
	a.screens.Store(true)
	err = tui.Run(ctx, tui.Data{Name: name, Partial: true}, load, tui.Options{Caps: a.caps()})
	closeAfter(&read, s)
	return err
}

// unreadable tells why nothing can be read, as a report does: empty screens would not.
func (a *app) unreadable(ctx context.Context, paths []string) error {
	s, err := a.open(ctx, paths)
	if err == nil {
		s.close()
	}
	return err
}

// closeAfter lets a reader that was just told to stop end before what it spooled is removed.
func closeAfter(read *sync.WaitGroup, s *session) {
	done := make(chan struct{})
	go func() { read.Wait(); close(done) }()
	select {
	case <-done:
		s.close()
	case <-time.After(time.Second):
	}
}

// toTUI hands on progress ten times a second at most.
func toTUI(send func(tui.Message)) func(ingest.Progress) {
	var mu sync.Mutex
	began := time.Now()
	last := time.Time{}
	return func(p ingest.Progress) {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		if now.Sub(last) < 100*time.Millisecond {
			return
		}
		last = now
		send(tui.Progress{Bytes: p.Done, Total: p.Total, Rate: int64(float64(p.Done) / max(now.Sub(began).Seconds(), 1e-3)), Note: p.Path})
	}
}
